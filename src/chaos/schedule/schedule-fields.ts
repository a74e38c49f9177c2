import { checked, defaulted, flag, number, object, oneOf, optional } from '../../kit/shape/index.ts'
import type { Plane } from '../chaos-run.ts'
import type { CallWindow, Schedule } from './schedule.ts'

const WINDOW = checked(
  object({
    from: defaulted(
      number({ atLeast: 1, whole: true }),
      1,
      'The first call that may be hit, counted from 1.',
    ),
    to: optional(number({ atLeast: 1, whole: true }), 'The last call that may be hit.'),
    every: optional(number({ atLeast: 1, whole: true }), 'The pattern starts again after so many calls.'),
  }),
  ({ from, to, every }) => {
    if (to !== undefined && to < from)
      return {
        code: 'empty-window',
        complaint: `ends before it starts: \`to\` is ${to}, \`from\` is ${from}`,
      }
    if (every !== undefined && from > every)
      return { code: 'empty-window', complaint: `never comes: \`from\` is ${from}, \`every\` is ${every}` }
    return undefined
  },
)

/** When and where an entry of a chaos section strikes; the same for faults and attacks. */
export const SCHEDULE_FIELDS = {
  probability: optional(
    number({ atLeast: 0, atMost: 1 }),
    'How likely each call is hit; always when absent.',
  ),
  after_calls: defaulted(number({ atLeast: 0, whole: true }), 0, 'So many clean calls come first.'),
  times: optional(number({ atLeast: 1, whole: true }), 'It fires no more often than this.'),
  window: optional(WINDOW, 'Which calls may be hit, counted after the clean ones.'),
  plane: defaulted(
    oneOf('auto', 'tool', 'wire', 'boundary'),
    'auto',
    'Where it is injected; `auto` takes the deepest plane there is.',
  ),
  enabled: defaulted(flag(), true, 'False takes the entry out.'),
} as const

export interface ScheduleRead {
  readonly probability?: number
  readonly after_calls: number
  readonly times?: number
  readonly window?: CallWindow
  readonly plane: Plane | 'auto'
  readonly enabled: boolean
}

export function scheduleOf({
  probability = 1,
  after_calls: afterCalls,
  times,
  window,
}: ScheduleRead): Schedule {
  return {
    probability,
    afterCalls,
    ...(times === undefined ? {} : { times }),
    ...(window === undefined ? {} : { window }),
  }
}
