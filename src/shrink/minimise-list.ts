/** Whether something made of fewer parts still fails. */
export type StillFails<Part> = (parts: readonly Part[]) => Promise<boolean>

/**
 * The fewest parts that still fail: none of what is left can be taken away alone. Tries halves first and then ever
 * smaller pieces (delta debugging), so a long list with a short cause needs few tries.
 */
export async function minimiseList<Part>(
  parts: readonly Part[],
  stillFails: StillFails<Part>,
): Promise<readonly Part[]> {
  if (parts.length === 0 || (await stillFails([]))) return []
  let left = parts
  let pieces = 2
  while (left.length > 1) {
    const smaller = await smallerFailure(left, pieces, stillFails)
    if (smaller !== undefined) {
      left = smaller.parts
      pieces = Math.max(2, smaller.pieces)
    } else if (pieces >= left.length) break
    else pieces = Math.min(left.length, pieces * 2)
  }
  return left
}

async function smallerFailure<Part>(
  parts: readonly Part[],
  pieces: number,
  stillFails: StillFails<Part>,
): Promise<{ readonly parts: readonly Part[]; readonly pieces: number } | undefined> {
  const cuts = cutInto(parts, pieces)
  for (const piece of cuts)
    if (piece.length < parts.length && (await stillFails(piece))) return { parts: piece, pieces: 2 }
  // with two pieces, leaving one out is keeping the other
  if (cuts.length <= 2) return undefined
  for (const [index] of cuts.entries()) {
    const rest = cuts.flatMap((piece, other) => (other === index ? [] : piece))
    if (await stillFails(rest)) return { parts: rest, pieces: pieces - 1 }
  }
  return undefined
}

function cutInto<Part>(parts: readonly Part[], pieces: number): readonly (readonly Part[])[] {
  const size = Math.ceil(parts.length / pieces)
  return Array.from({ length: Math.ceil(parts.length / size) }, (_, index) =>
    parts.slice(index * size, (index + 1) * size),
  )
}
