import type { Span } from '../../model/index.ts'

/** Finds a text as people see it: in any case unless told otherwise. */
export function textFinder(
  needle: string,
  { caseSensitive }: { readonly caseSensitive: boolean },
): (text: string) => Span | undefined {
  const wanted = caseSensitive ? needle : needle.toLowerCase()
  return (text) => {
    const searched = caseSensitive ? text : text.toLowerCase()
    const start = searched.indexOf(wanted)
    if (start < 0) return undefined
    // a few letters change their length with their case; then the place is only nearly known
    return { start: Math.min(start, text.length), end: Math.min(start + needle.length, text.length) }
  }
}
