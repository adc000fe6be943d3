/**
 * Creates the body of a response from its parts. A part is requested when the client has read the one before, so that slow
 * clients take no memory.
 */
export function toStream(parts: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        let { done, value } = await parts.next()
        while (!done && value?.length === 0) ({ done, value } = await parts.next())
        if (done || value === undefined) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
