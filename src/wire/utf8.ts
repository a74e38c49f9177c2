// Declared here because the pure layers compile without the types of any platform; both names exist on every one.
declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

/** A leading byte order mark is dropped; bytes that are not UTF-8 become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text)
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1 && pieces[0] !== undefined) return pieces[0]
  const whole = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
