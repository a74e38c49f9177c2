import type { JsonValue } from '../../model/index.ts'

/** Finds secrets in a text; whoever puts the server together brings one, and a cassette cannot be written without. */
export interface SecretScanner {
  redact(text: string): { readonly text: string }
}

/** Every text of a JSON value without its secrets; a text is also read together with the key in front of it. */
export function redactJson(value: JsonValue, secrets: SecretScanner, key = ''): JsonValue {
  if (typeof value === 'string') return redactNamed(value, key, secrets)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each: JsonValue) => redactJson(each, secrets, key))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [secrets.redact(name).text, redactJson(each, secrets, name)]),
  )
}

/** `hunter2-Hunter2` says nothing by itself, and everything behind `password`. */
function redactNamed(text: string, key: string, secrets: SecretScanner): string {
  const plain = secrets.redact(text).text
  if (key === '' || plain !== text) return plain
  const name = `${key}: `
  const together = secrets.redact(name + text).text
  return together.startsWith(name) ? together.slice(name.length) : plain
}

export function isSameJson(left: JsonValue, right: JsonValue): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
