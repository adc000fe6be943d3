import { Problem } from '../problem.ts'

/**
 * Creates the body of a response from its parts. A part is requested when the client has read the one before, so that slow
 * clients take no memory. Once the client has disconnected, the body ends without an error: nobody listens for one any more,
 * and Node.js would end the process.
 */
export function toStream(parts: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const part = await nextPart(parts)
        if (part === null) controller.close()
        else controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part)
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns the next part that is not empty; null at the end. */
async function nextPart<Part extends string | Uint8Array>(parts: AsyncGenerator<Part>) {
  try {
    let next = await parts.next()
    while (!next.done && next.value.length === 0) next = await parts.next()
    return next.done ? null : next.value
  } catch (error) {
    if (error instanceof Problem && error.code === 'client_disconnected') return null
    throw error
  }
}
