/**
 * Reads the body of a request or response up to a limit.
 *
 * @param maxBytes maximum size of the body
 * @param maxReadBytes how much of a body that is too large is read and discarded
 * @returns undefined if the body is too large
 */
export async function readLimited(
  { body }: Pick<Request | Response, 'body'>,
  maxBytes: number,
  maxReadBytes = maxBytes,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size <= maxBytes) chunks.push(chunk)
    else if (size > maxReadBytes) break
  }
  return size <= maxBytes ? Buffer.concat(chunks) : undefined
}
