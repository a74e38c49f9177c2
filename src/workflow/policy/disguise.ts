// oxlint-disable-next-line no-control-regex -- matching control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/u
// bytes C0, C1 and E0 80 begin no character of UTF-8: they are a long way to write a short one
const ENCODED = /%(?:2e|2f|5c|00|25(?:2e|2f|5c)|c[01]%|e0%80|f0%80|u00(?:2e|2f|5c))/iu
/** Look like `/` or `.` and are folded into them by some systems. */
const LOOKALIKES = /[\u2024\u2025\u2044\u2215\u29f8\ufe30\ufe52\ufe68\uff0e\uff0f\uff3c]/u

/**
 * What makes a path mean one thing here and another thing elsewhere, or nothing when it is plain. Such paths are
 * denied on every system, so that a policy does not depend on the machine it runs on.
 */
export function disguiseOf(path: string): string | undefined {
  if (path === '') return 'is empty'
  const disguise = disguiseIn(path)
  if (disguise !== undefined) return disguise
  const odd = path.split('/').find((name) => /[. ]$/u.test(name) && name !== '.' && name !== '..')
  return odd === undefined ? undefined : `holds \`${odd}\`, whose last character some systems drop`
}

/** The same for the URI of a resource, which a server will read in its own way. */
export function uriDisguiseOf(uri: string): string | undefined {
  const disguise = uri === '' ? 'is empty' : disguiseIn(uri)
  if (disguise !== undefined) return disguise
  return uri.split(/[/?#]/u).some((name) => name === '.' || name === '..')
    ? 'holds `.` or `..`, which leads somewhere else'
    : undefined
}

function disguiseIn(text: string): string | undefined {
  if (CONTROL.test(text)) return 'holds control characters'
  if (text.includes('\\')) return 'holds a backslash, which some systems read as `/`'
  if (ENCODED.test(text)) return 'holds encoded separators or dots'
  return LOOKALIKES.test(text) ? 'holds characters that look like `/` or `.`' : undefined
}
