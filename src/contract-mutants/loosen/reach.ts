import { optionsOf, withOption, type Loosening } from './looser-form.ts'

/** What was said or done counts for the whole session and not only for its turn. */
const LASTS_LONGER = new Set(['must_state', 'must_precede'])

export const longerMemory: Loosening = (clause) =>
  LASTS_LONGER.has(clause.operator) && optionsOf(clause)['scope'] === 'turn'
    ? [{ looser: withOption(clause, 'scope', 'session'), change: 'with scope session instead of turn' }]
    : []

/** Every name stands for all names that begin with it. */
export const widerNames: Loosening = (clause) => {
  const { tools } = optionsOf(clause)
  if (clause.operator !== 'tool_allowlist' || !Array.isArray(tools)) return []
  const wider = (tools as readonly string[]).map((name) => (name.endsWith('*') ? name : `${name}*`))
  return wider.every((name, index) => name === tools[index])
    ? []
    : [
        {
          looser: withOption(clause, 'tools', wider),
          change: 'with every tool whose name begins like one of these',
        },
      ]
}
