/** No real model name is longer; what an agent makes up beyond this is simply not in the table. */
export const LONGEST_NAME_CHARS = 256

const COMPACT_DATE = /-(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=-|:|$)/g
const TRAILING_DATE = /[-@]20\d{2}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])$/

/**
 * The spellings under which a model may be listed, most exact first: as given, with the date written out
 * (`-20260514` as `-2026-05-14`), and without its date, because a snapshot costs what its model costs.
 */
export function spellings(name: string): readonly string[] {
  const plain = withoutResourcePath(name.trim().toLowerCase())
  const dashed = plain.replaceAll(COMPACT_DATE, '-$1-$2-$3')
  return [...new Set([plain, dashed, plain.replace(TRAILING_DATE, '')])]
}

/** `models/gemini-…` and `publishers/google/models/gemini-…` name the model behind the last slash. */
function withoutResourcePath(name: string): string {
  const isResource = /^(?:models|publishers|projects)\//.test(name)
  return isResource ? name.slice(name.lastIndexOf('/') + 1) : name
}

/** `vendor/model` in two, at the first slash. */
export function splitVendor(name: string): { readonly vendor: string; readonly model: string } | undefined {
  const slash = name.indexOf('/')
  return slash < 1 ? undefined : { vendor: name.slice(0, slash), model: name.slice(slash + 1) }
}

/** `vendor/model:free` in two: the tag picks a way of serving, not another model. */
export function splitTag(name: string): { readonly model: string; readonly tag: string } | undefined {
  const colon = name.lastIndexOf(':')
  return colon < 1 ? undefined : { model: name.slice(0, colon), tag: name.slice(colon + 1) }
}
