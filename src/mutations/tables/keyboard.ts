const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** The letters beside, above and below each letter of a QWERTY keyboard. */
export const NEIGHBOUR_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  ROWS.flatMap((row, line) => Array.from(row, (letter, place) => [letter, around(line, place)])),
)

/** Each row stands half a key further right than the one above. */
function around(line: number, place: number): string {
  const at = (row: number, column: number) => ROWS[row]?.[column] ?? ''
  return [
    at(line, place - 1),
    at(line, place + 1),
    at(line - 1, place),
    at(line - 1, place + 1),
    at(line + 1, place - 1),
    at(line + 1, place),
  ].join('')
}
