/** JSON with sorted keys, so that two arguments that mean the same are the same text. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const record = value as Readonly<Record<string, unknown>>
  const keys = Object.keys(record)
  if (keys.length > 1) keys.sort()
  let result = ''
  for (const key of keys) {
    if (record[key] === undefined) continue
    result += `${result === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(record[key])}`
  }
  return `{${result}}`
}
