/** What a page can tell of an action just done, by the word for it in the address (`?done=created`). */
const notices: Record<string, string> = {
  created: 'Added. It waits for votes now.',
  edited: 'Saved.',
  unchanged: 'Nothing was different, so nothing was saved.',
  voted: 'Your vote counts.',
  to_pending: 'Your vote counts. The term is pending now: it waits for more.',
  to_community: 'Your vote counts, and was the one that made this a community term.',
  to_official: 'Your vote counts, and made this official.',
  unvoted: 'Your vote is taken back.',
  disputed: 'Disputed. Votes begin again.',
  confirmed: 'Confirmed. It counts as up to date.',
  claimed: 'It is yours to look after now.',
  disowned: 'Given up. Whoever knows it better can look after it now.',
  promoted: 'Promoted by one step.',
  official: 'Official from now on.',
  revoked: 'Revoked. Whatever used the token is refused now.',
  role_changed: 'The role is changed. It counts from their next click on.',
  activated: 'Active again.',
  deactivated: 'Deactivated, and logged out.',
  started: 'Started. This page keeps up with it.',
  ended:
    'Your session has ended, and nothing was saved. Log in, then go back to what you typed and send it again.',
  deleted: 'Deleted. The audit keeps what it said.',
}

/** The notice that an address asks for. */
export function flashMessage(url: string): string | undefined {
  const done = new URL(url).searchParams.get('done') ?? ''
  return Object.hasOwn(notices, done) ? notices[done] : undefined
}
