/** What the extension keeps beside its copy of the glossary. */
type Stored = {
  token: string
  /** the category of each site that has one */
  categories: Record<string, string>
  /** when the service was last asked */
  asked_at: number
  /** why there is no glossary, and since when */
  failed: { message: string; at: number } | null
}

const initial: Stored = { token: '', categories: {}, asked_at: 0, failed: null }

/** Reads one of the values. */
export async function readStored<Key extends keyof Stored>(key: Key): Promise<Stored[Key]> {
  const stored = await chrome.storage.local.get<Partial<Stored>>(key)
  return stored[key] ?? initial[key]
}

/** Keeps some of the values. */
export const store = (values: Partial<Stored>): Promise<void> => chrome.storage.local.set(values)
