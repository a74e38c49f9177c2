/** The moments a schedule names, in UTC. */
export interface CronSchedule {
  readonly written: string
  /** The first moment after this one, or nothing within eight years. */
  nextAfter(atMs: number): number | undefined
}

export type CronResult =
  | { readonly ok: true; readonly schedule: CronSchedule }
  | { readonly ok: false; readonly reason: string; readonly hint?: string }

interface FieldSpec {
  readonly name: string
  readonly least: number
  readonly most: number
  readonly names?: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const FIELDS: readonly FieldSpec[] = [
  { name: 'second', least: 0, most: 59 },
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, names: ['', ...MONTHS] },
  { name: 'day of week', least: 0, most: 7, names: DAYS },
  { name: 'year', least: 1970, most: 2199 },
]

const NICKNAMES: Readonly<Record<string, string>> = {
  '@yearly': '0 0 0 1 1 *',
  '@annually': '0 0 0 1 1 *',
  '@monthly': '0 0 0 1 * *',
  '@weekly': '0 0 0 * * 0',
  '@daily': '0 0 0 * * *',
  '@midnight': '0 0 0 * * *',
  '@hourly': '0 0 * * * *',
}

const DAY_MS = 86_400_000
const HORIZON_DAYS = 366 * 8

/** Five fields from minutes, six from seconds, seven with a year; names, ranges, lists and steps in each. */
export function parseCron(written: string): CronResult {
  const words = (NICKNAMES[written.trim().toLowerCase()] ?? written.trim()).split(/\s+/u)
  if (words.length < 5 || words.length > 7 || words[0] === '')
    return {
      ok: false,
      reason: `it has ${words[0] === '' ? 0 : words.length} fields`,
      hint: 'write `minute hour day month weekday`, with seconds in front and a year behind where wanted',
    }
  const all = words.length === 5 ? ['0', ...words, '*'] : words.length === 6 ? [...words, '*'] : words
  const sets: Set<number>[] = []
  for (const [index, field] of FIELDS.entries()) {
    const set = readField(all[index]!, field)
    if (typeof set === 'string') return { ok: false, reason: `the ${field.name} \`${all[index]}\` ${set}` }
    sets.push(set)
  }
  const weekdays = sets[5]!
  if (weekdays.has(7)) weekdays.add(0)
  const anyDay = all[3] === '*' || all[3] === '?'
  const anyWeekday = all[5] === '*' || all[5] === '?'
  const schedule = { written, nextAfter: (atMs: number) => nextAfter(sets, anyDay, anyWeekday, atMs) }
  return schedule.nextAfter(Date.UTC(2024, 0, 1)) === undefined && all[6] === '*'
    ? { ok: false, reason: 'no day ever fits it', hint: 'look at its day and month' }
    : { ok: true, schedule }
}

function readField(text: string, { least, most, names }: FieldSpec): Set<number> | string {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [range = '', step = '1', more] = part.split('/')
    if (more !== undefined || !/^\d{1,4}$/u.test(step) || Number(step) === 0)
      return 'has a step that is not a whole number above 0'
    const [from = '', to, tooMuch] = range.split('-')
    if (tooMuch !== undefined) return 'is not a range'
    const isAny = range === '*' || range === '?'
    const first = isAny ? least : numberIn(from, names)
    const last = isAny ? most : to === undefined ? (part.includes('/') ? most : first) : numberIn(to, names)
    if (first === undefined || last === undefined) return 'is not a number, a name or a range'
    if (first < least || last > most) return `must be from ${least} to ${most}`
    if (first > last) return 'is a range that runs backwards'
    for (let value = first; value <= last; value += Number(step)) values.add(value)
  }
  return values
}

function numberIn(word: string, names: readonly string[] = []): number | undefined {
  if (/^\d{1,4}$/u.test(word)) return Number(word)
  const index = word === '' ? -1 : names.indexOf(word.toLowerCase())
  return index < 0 ? undefined : index
}

function nextAfter(
  sets: readonly Set<number>[],
  anyDay: boolean,
  anyWeekday: boolean,
  atMs: number,
): number | undefined {
  const [seconds, minutes, hours, days, months, weekdays, years] = sets as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ]
  const from = Math.floor(atMs / 1000) * 1000 + 1000
  const firstDay = Math.floor(from / DAY_MS) * DAY_MS
  for (let ahead = 0; ahead < HORIZON_DAYS; ahead += 1) {
    const date = new Date(firstDay + ahead * DAY_MS)
    const inMonth = months.has(date.getUTCMonth() + 1) && years.has(date.getUTCFullYear())
    const fitsDay = days.has(date.getUTCDate())
    const fitsWeekday = weekdays.has(date.getUTCDay())
    // with both given, either is enough, as cron has it
    const fits = anyDay ? fitsWeekday : anyWeekday ? fitsDay : fitsDay || fitsWeekday
    if (!inMonth || !fits) continue
    for (const hour of ordered(hours))
      for (const minute of ordered(minutes))
        for (const second of ordered(seconds)) {
          const moment = date.getTime() + (hour * 3600 + minute * 60 + second) * 1000
          if (moment >= from) return moment
        }
  }
  return undefined
}

function ordered(values: ReadonlySet<number>): readonly number[] {
  return [...values].sort((left, right) => left - right)
}
