/** What a page can tell of an action just done, by the word for it in the address (`?done=created`). */
const notices: Record<string, string> = {
  created: 'Added. It waits for votes now.',
}

/** The notice that an address asks for. */
export function noticeOf(url: string): string | undefined {
  const done = new URL(url).searchParams.get('done') ?? ''
  return Object.hasOwn(notices, done) ? notices[done] : undefined
}
