/** The short documents that were exported last, by their tags, which change with their content. */
export type Documents = { find(tag: string): Uint8Array | undefined; keep(tag: string, document: Uint8Array): void }

/** Few: one has up to 1.5 MB, and people export the same ones. */
const maxDocuments = 4

/** Creates an empty store of documents. */
export function createDocuments(): Documents {
  const documents = new Map<string, Uint8Array>()
  return {
    find: (tag) => documents.get(tag),
    keep(tag, document) {
      documents.set(tag, document)
      const [oldest = tag] = documents.keys()
      if (documents.size > maxDocuments) documents.delete(oldest)
    },
  }
}
