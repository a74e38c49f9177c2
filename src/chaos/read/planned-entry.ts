import type { Shape } from '../../kit/shape/index.ts'
import type { PlannedEntry, PlannedFault } from '../plan.ts'
import { scheduleOf, type ScheduleRead } from '../schedule/schedule-fields.ts'
import { entrySchema, readEntry, type EntryKind, type Named } from './entry.ts'

/** What every planned fault takes from its entry in the same way. */
type Shared = Omit<PlannedEntry, 'id' | 'label' | 'target' | 'matchUrl' | 'arrives'>

/** One entry of a list of faults or attacks; nothing when it is switched off. `Common` is what its common fields read. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the fields of its kind read as
export function plannedEntry<Definition extends Named, Common extends ScheduleRead>(
  kind: EntryKind<Definition>,
  expected: string,
  planned: (shared: Shared, definition: Definition, common: Common) => PlannedFault,
): Shape<readonly PlannedFault[]> {
  return {
    expected,
    read(node, place) {
      const read = readEntry(kind, node, place)
      if (read === undefined) return undefined
      const { definition, options } = read
      // sound because `common` was read by the kind's own fields
      const common = read.common as unknown as Common
      if (!common.enabled) return []
      const { plane } = common
      const schedule = scheduleOf(common)
      const { path } = place
      return [
        planned(
          { name: definition.name, plane, schedule, options, path, offset: node.start },
          definition,
          common,
        ),
      ]
    },
    schema: () => entrySchema(kind),
  }
}
