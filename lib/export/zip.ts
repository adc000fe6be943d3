/** Creates a ZIP archive in parts. It contains no times, so that the same content gives the same bytes. */
export async function createZip() {
  const { strToU8, Zip, ZipDeflate } = await import('fflate')
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  return {
    /** Adds a file, which the next one may follow once its last text is written. */
    addFile(path: string) {
      const file = new ZipDeflate(path)
      file.mtime = new Date(1980, 0, 2)
      zip.add(file)
      return (text: string, isLast = false) => file.push(strToU8(text), isLast)
    },
    end: () => zip.end(),
    /** Returns what has been written since the last call. */
    takeChunks(): Uint8Array {
      const taken = Buffer.concat(chunks)
      chunks = []
      return taken
    },
  }
}
