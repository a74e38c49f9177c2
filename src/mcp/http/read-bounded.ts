/** All bytes, or nothing when there are more than the limit. */
export async function readBounded(
  source: AsyncIterable<unknown>,
  limitBytes: number,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of source) {
    size += (part as Buffer).length
    if (size > limitBytes) return undefined
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}
