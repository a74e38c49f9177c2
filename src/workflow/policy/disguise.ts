// oxlint-disable-next-line no-control-regex -- matching control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u
const ENCODED = /%(?:2e|2f|5c|00|25(?:2e|2f|5c))/iu
/** Look like `/` or `.` and are folded into them by some systems. */
const LOOKALIKES = /[\u2024\u2044\u2215\u29f8\uff0e\uff0f\uff3c]/u

/**
 * What makes a path mean one thing here and another thing elsewhere, or nothing when it is plain. Such paths are
 * denied on every system, so that a policy does not depend on the machine it runs on.
 */
export function disguiseOf(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (CONTROL.test(path)) return 'holds control characters'
  if (path.includes('\\')) return 'holds a backslash, which some systems read as `/`'
  if (ENCODED.test(path)) return 'holds encoded separators or dots'
  if (LOOKALIKES.test(path)) return 'holds characters that look like `/` or `.`'
  const odd = path.split('/').find((name) => /[. ]$/u.test(name) && name !== '.' && name !== '..')
  return odd === undefined ? undefined : `holds \`${odd}\`, whose last character some systems drop`
}
