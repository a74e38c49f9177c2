/** A tool's name as part of a clause's id. */
export function slug(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/gu) ?? []
  return words.length === 0 ? 'tool' : words.join('-').toLowerCase().slice(0, 40)
}
