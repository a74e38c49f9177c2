import { refuse, type Shape } from '../../kit/shape/index.ts'

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  sec: 1000,
  secs: 1000,
  m: 60_000,
  min: 60_000,
  mins: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hrs: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
}

/** `30s`, `5min`, `2h`, `1d`, in milliseconds. */
export function duration(): Shape<number> {
  const expected = 'a time such as "30s", "5m", "2h" or "1d"'
  return {
    expected,
    read(node, place) {
      const written = node.kind === 'scalar' && typeof node.value === 'string' ? node.value.trim() : ''
      const [, digits, unit = ''] = /^(\d{1,9})\s*([a-z]+)$/u.exec(written) ?? []
      const factor = Object.hasOwn(UNIT_MS, unit) ? UNIT_MS[unit]! : 0
      const ms = Number(digits) * factor
      return ms > 0 ? ms : refuse(node, place, expected)
    },
    schema: () => ({ type: 'string' }),
  }
}
