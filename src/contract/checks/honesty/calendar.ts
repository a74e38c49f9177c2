/** A day; the year is 0 when none was said. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
  /** `03/04/2024` is in March or in April. */
  readonly maySwap: boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads `2024-03-15`, `15/03/2024`, `15.3.24`, `March 15, 2024`, `15 March 2024`, `Mar 15`. */
export function dateIn(text: string): CalendarDay | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?$/u.exec(text)
  if (iso !== null) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]), false)
  const slashed = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})$/u.exec(text)
  if (slashed !== null) {
    const year = Number(slashed[4]!.length === 2 ? `20${slashed[4]}` : slashed[4])
    const [first, second] = [Number(slashed[1]), Number(slashed[3])]
    return valid(year, second, first, true) ?? valid(year, first, second, true)
  }
  const monthFirst = /^(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}))?$/iu.exec(text)
  if (monthFirst !== null) return named(monthFirst[1]!, monthFirst[2]!, monthFirst[3])
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)? (\p{L}{3,9})\.?,?(?: (\d{4}))?$/iu.exec(text)
  return dayFirst === null ? undefined : named(dayFirst[2]!, dayFirst[1]!, dayFirst[3])
}

/** Every day that a text holds. */
export function daysIn(text: string): readonly CalendarDay[] {
  const written = text.matchAll(
    /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,9}(?: \d{4})?|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?/gu,
  )
  return [...written].flatMap(([found]) => dateIn(found) ?? [])
}

/** What a known day answers to. */
export function knownDayKeys(day: CalendarDay): readonly string[] {
  return placesOf(day).flatMap((place) => [`${place}-${day.year}`, `${place}-any`])
}

/** What a cited day may be known as: a year that only one side names is no contradiction. */
export function citedDayKeys(day: CalendarDay): readonly string[] {
  return placesOf(day).flatMap((place) =>
    day.year === 0 ? [`${place}-any`] : [`${place}-${day.year}`, `${place}-0`],
  )
}

function placesOf({ month, day, maySwap }: CalendarDay): readonly string[] {
  return maySwap && day <= 12 ? [`${month}-${day}`, `${day}-${month}`] : [`${month}-${day}`]
}

/** Minutes since midnight for `14:30`, `2:30pm`, `2:30 pm`. */
export function timeIn(text: string, next = ''): number | undefined {
  const found = /^(\d{1,2}):(\d{2})(?::\d{2})?(am|pm)?$/iu.exec(text)
  if (found === null) return undefined
  const half = (found[3] ?? next).toLowerCase()
  const hour = (Number(found[1]) % 12) + (half === 'pm' || (half !== 'am' && Number(found[1]) >= 12) ? 12 : 0)
  return Number(found[2]) < 60 && Number(found[1]) <= 24 ? hour * 60 + Number(found[2]) : undefined
}

export function timesIn(text: string): readonly number[] {
  return [...text.matchAll(/(\d{1,2}:\d{2})(?::\d{2})?\s?(am|pm)?/giu)].flatMap(
    ([, clock, half]) => timeIn(clock!, half) ?? [],
  )
}

function named(month: string, day: string, year: string | undefined): CalendarDay | undefined {
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  return index < 0 ? undefined : valid(Number(year ?? 0), index + 1, Number(day), false)
}

function valid(year: number, month: number, day: number, maySwap: boolean): CalendarDay | undefined {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day, maySwap } : undefined
}
