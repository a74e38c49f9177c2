/** White space, and the characters that look like nothing at all. */
const VISIBLE = /[^\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\p{Cc}]/u

export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}
