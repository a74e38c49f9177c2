/** A number as cited. */
export interface Quantity {
  /** Its possible readings: `1.234` may be a thousand and more in some countries. */
  readonly values: readonly number[]
  /** Half of this is what rounding may have taken away. */
  readonly unit: number
  readonly isMoney: boolean
  readonly isPercentage: boolean
  readonly isWhole: boolean
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  trillion: 1e12,
}

const NUMBER = /^([+\-\u2212]?(?:[a-z]{1,3})?\p{Sc}?)(\d[\d.,']*)(\p{Sc}|%|[a-z]{1,3})?$/iu

/** Reads `$1,234.56`, `1.234,56`, `4.2%`, `1.2 million`; codes, versions and ordinals are not numbers. */
export function readNumber(
  text: string,
  { after, isMoney }: { readonly after: string; readonly isMoney: boolean },
): Quantity | undefined {
  const [, front = '', digits = '', back = ''] = NUMBER.exec(text) ?? []
  if (digits === '') return undefined
  const letters = front.replaceAll(/[^a-z]/giu, '')
  const hasSign = /\p{Sc}/u.test(front + back)
  const suffix = back.toLowerCase()
  if (letters !== '' && !hasSign) return undefined
  if (/^[a-z]/u.test(suffix) && SCALES[suffix] === undefined) return undefined
  const scale = SCALES[suffix] ?? (suffix === '' || hasSign ? (SCALES[after] ?? 1) : 1)
  const values = readings(digits)
  if (values.length === 0) return undefined
  const decimals = decimalsOf(digits)
  return {
    values: values.map((value) => value * scale),
    unit: 10 ** -decimals * scale,
    isMoney: isMoney || hasSign,
    isPercentage: suffix === '%' || after === '%' || after === 'percent',
    isWhole: decimals === 0 && scale === 1,
  }
}

/** Every number that a text holds, in each of its readings. */
export function numbersIn(text: string): readonly number[] {
  return (text.match(/\d[\d.,]*/gu) ?? []).flatMap((digits) => readings(digits))
}

function readings(digits: string): readonly number[] {
  const bare = digits.replaceAll("'", '').replace(/[.,]+$/u, '')
  const dots = bare.split('.').length - 1
  const commas = bare.split(',').length - 1
  if (dots > 0 && commas > 0) {
    const decimal = bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ','
    if ((decimal === '.' ? dots : commas) > 1) return []
    return [Number(bare.replaceAll(decimal === '.' ? ',' : '.', '').replace(',', '.'))]
  }
  const separator = dots > 0 ? '.' : ','
  const parts = bare.split(separator)
  if (parts.length === 1) return [Number(bare)]
  const grouped = parts.slice(1).every((part) => part.length === 3) && parts[0]!.length <= 3
  if (parts.length > 2) return grouped ? [Number(parts.join(''))] : []
  const asDecimal = Number(parts.join('.'))
  if (!grouped) return [asDecimal]
  return separator === ',' ? [Number(parts.join('')), asDecimal] : [asDecimal, Number(parts.join(''))]
}

function decimalsOf(digits: string): number {
  const bare = digits.replace(/[.,]+$/u, '')
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  if (last < 0) return 0
  const tail = bare.length - last - 1
  const isGroup = tail === 3 && (bare[last] === ',' || bare.indexOf('.') !== last)
  return isGroup ? 0 : tail
}
