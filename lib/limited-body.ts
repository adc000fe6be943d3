/** How much of a body is read, and how its memory is accounted for. */
type ReadLimits = {
  maxBytes: number
  /** size of the body, if it is known before */
  expectedBytes?: number
  /** called before memory is allocated, with the bytes in addition to those before; if it throws, reading ends */
  reserve?: (bytes: number) => void
}

const firstBytes = 4096

/**
 * Reads the body of a request or response up to a limit. Chunks are copied together, because a chunk of a single byte
 * takes a hundred times its size.
 *
 * @returns undefined if the body is too large
 */
export async function readLimited(
  { body }: { body: AsyncIterable<Uint8Array> | null },
  { maxBytes, expectedBytes = 0, reserve = () => {} }: ReadLimits,
): Promise<Uint8Array | undefined> {
  let buffer = Buffer.alloc(0)
  let size = 0
  function makeRoom(needed: number) {
    if (needed <= buffer.length) return
    const capacity = Math.min(maxBytes, Math.max(needed, 2 * buffer.length, firstBytes))
    reserve(capacity - buffer.length)
    const larger = Buffer.allocUnsafeSlow(capacity)
    buffer.copy(larger, 0, 0, size)
    buffer = larger
  }
  makeRoom(Math.min(expectedBytes, maxBytes))
  for await (const chunk of body ?? []) {
    const end = size + chunk.byteLength
    if (end > maxBytes) return undefined
    makeRoom(end)
    buffer.set(chunk, size)
    size = end
  }
  return buffer.subarray(0, size)
}
