import type { ShapeValue } from '../../kit/shape/index.ts'
import type { MutationRequest } from '../make-mutations.ts'
import type { mutationsShape } from './mutations-shape.ts'

export type MutationsSection = ShapeValue<typeof mutationsShape>

/** What the section says, in the words of `makeMutations`. */
export function mutationSettings({
  count,
  types,
  weights,
  custom_templates: written,
}: MutationsSection): Required<Pick<MutationRequest, 'count' | 'types' | 'weights' | 'templates'>> {
  const templates = Object.entries(written).map(([name, template]) => ({ name, ...template }))
  return { count, types, weights, templates }
}
