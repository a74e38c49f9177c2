/** Values a prompt brings in lines such as `Product Name: lamp`, by their plain keys. */
export type StructuredInput = ReadonlyMap<string, string>

const SEPARATORS = [':', '=', ' - '] as const

/** Reads `key: value`, `key = value` and `key - value` lines; lines without a separator are prose. */
export function structuredInput(prompt: string): StructuredInput {
  const values = new Map<string, string>()
  for (const line of prompt.split(/\r?\n/u)) {
    const found = firstSeparator(line)
    if (found === undefined) continue
    const key = plainKey(line.slice(0, found.at))
    if (key !== '') values.set(key, line.slice(found.at + found.length).trim())
  }
  return values
}

/** `Product Name`, `productName` and `product_name` are the same key. */
export function plainKey(written: string): string {
  return written.toLowerCase().replace(/[^a-z0-9]/gu, '')
}

function firstSeparator(line: string): { readonly at: number; readonly length: number } | undefined {
  let first: { readonly at: number; readonly length: number } | undefined
  for (const separator of SEPARATORS) {
    const at = line.indexOf(separator)
    // the colon of an address separates nothing
    if (at < 0 || line.startsWith('://', at)) continue
    if (first === undefined || at < first.at) first = { at, length: separator.length }
  }
  return first
}
