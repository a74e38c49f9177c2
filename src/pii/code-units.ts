declare const TextEncoder: new () => {
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number }
}

/** Below this the way through the encoder costs more than it saves. */
const SHORT_CHARS = 256
/** One character beyond ASCII makes no more than this much text slow. */
const BLOCK_CHARS = 512

const encoder = new TextEncoder()
const bytes = new Uint8Array(BLOCK_CHARS)

/** Writes the UTF-16 units of a text behind `from` to the same places of a table. */
export function copyUnits(text: string, from: number, units: Uint16Array): void {
  if (text.length - from < SHORT_CHARS) return copyEach(text, from, units)
  for (let at = from; at < text.length; at += BLOCK_CHARS)
    copyBlock(text.slice(at, at + BLOCK_CHARS), at, units)
}

/** The encoder is many times faster than a loop, and what it encodes into as many bytes as units is plain ASCII. */
function copyBlock(block: string, to: number, units: Uint16Array): void {
  const room = block.length === BLOCK_CHARS ? bytes : bytes.subarray(0, block.length)
  if (encoder.encodeInto(block, room).read === block.length) units.set(room, to)
  else copyPart(block, to, units)
}

function copyEach(text: string, from: number, units: Uint16Array): void {
  for (let at = from; at < text.length; at += 1) units[at] = text.charCodeAt(at)
}

/** Not merged with the loop above: strings come in many forms, and here all but the shortest are parts of others. */
function copyPart(part: string, to: number, units: Uint16Array): void {
  for (let at = 0; at < part.length; at += 1) units[to + at] = part.charCodeAt(at)
}
