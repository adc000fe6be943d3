/** The most bytes of terms in one resource or prompt: a model reads everything that it gets. */
const maxBytes = 100_000

/** Returns the first of some texts, as many as fit into one resource or prompt in the JSON that is sent. */
export function fitting(texts: readonly string[]): string[] {
  let bytes = 0
  const end = texts.findIndex((text) => {
    bytes += Buffer.byteLength(JSON.stringify(text))
    return bytes > maxBytes
  })
  return texts.slice(0, end < 0 ? undefined : end)
}
