import { formatNumber } from './parts/numbers.ts'

/** Messages about the action that led to a page, by the value of `?done=` in its URL. */
const messages: Record<string, string> = {
  created: 'Added. Colleagues can now confirm it.',
  edited: 'Changes saved.',
  unmarked: 'No text underlines this term any more. Lookups still find it.',
  marked: 'Texts underline this term again.',
  proposed: 'Change proposed. The owner and the editors can decide about it now.',
  unchanged: 'You changed nothing, so nothing was saved.',
  voted: 'Your vote was counted.',
  to_pending: 'Your vote was counted. The term is now pending and needs more votes.',
  to_community: 'Your vote was counted. The term now has community status.',
  to_official: 'Your vote was counted. The term is now official.',
  unvoted: 'Your vote was removed.',
  disputed: 'Problem reported. Voting starts again.',
  upheld: 'Report accepted. We told the reporter. The term is known to be wrong until its text changes.',
  corrected: 'Corrected. We thanked whoever reported it. The new text needs votes of its own.',
  replied: 'Your answer was sent. It stands with your report.',
  question_sent: 'Your question is on its way.',
  dismissed: 'Report rejected. The votes are back.',
  report_withdrawn: 'Your report was withdrawn.',
  accepted: 'Change accepted. It is part of the term now.',
  declined: 'Change declined. We told the person who proposed it.',
  proposal_withdrawn: 'Your proposal was withdrawn.',
  merged: 'Terms merged. Links to the other term lead here now.',
  reverted: 'The term is back at the earlier version.',
  confirmed: 'You confirmed that this term is up to date.',
  claimed: 'You now own this term.',
  disowned: 'You no longer own this term.',
  related: 'Relation added.',
  related_here: 'Relation added. It stands here only, until somebody agrees who may edit the other term.',
  agreed: 'Relation added. Both terms show it now.',
  refused: 'It is not shown here, and nobody is asked about it again.',
  unrelated: 'Relation removed.',
  translated: 'Translation saved.',
  translation_confirmed: 'You confirmed that the translation is right for the text as it is now.',
  translation_removed: 'Translation removed. The history keeps its text.',
  followed: 'You follow this term now. Its changes appear in your inbox.',
  unfollowed: 'You no longer follow this term.',
  category_followed: 'You follow this category now. Changes of its terms appear in your inbox.',
  renamed: 'Category renamed.',
  category_unfollowed: 'You no longer follow this category.',
  promoted: 'The term was promoted.',
  official: 'The term is now official.',
  asked: 'We asked somebody who used it.',
  undone: 'The decision was undone.',
  restored: 'Suggestion restored.',
  revoked: 'Token revoked. It no longer works.',
  disconnected: 'Agent disconnected. It can no longer read the glossary.',
  key_revoked: 'Embed key revoked. It no longer works.',
  webhook_tested: 'The test event is on its way.',
  webhook_deleted: 'Webhook deleted. Nothing more is sent to it.',
  notify: 'You will be notified when a term with this name is added.',
  notify_withdrawn: 'You will no longer be notified about this word.',
  unwanted: 'Name removed.',
  shown: 'Everyone sees this name now.',
  role_changed: 'Role changed.',
  roles_changed: 'Roles changed.',
  activated: 'User activated.',
  deactivated: 'User deactivated and logged out.',
  erased: 'The details of the user were erased.',
  started: 'Job started. This page shows its progress.',
  ended: 'Your session has ended, and nothing was saved. Log in, go back to the form, and send it again.',
  imported: 'Import finished. You can undo it below.',
  deleted: 'Term deleted. The audit log keeps its content.',
}

/** What becomes of the terms of a user who is deactivated. */
export function describeDisowned(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ' Their term now has no owner.' : ` Their ${formatNumber(count)} terms now have no owner.`
}

/** Returns the message that a URL asks for; `?count=` is the number of terms in it. */
export function flashMessage(url: string): string | undefined {
  const { searchParams } = new URL(url)
  const done = searchParams.get('done') ?? ''
  if (!Object.hasOwn(messages, done)) return undefined
  const count = Number(/^\d{1,7}$/.exec(searchParams.get('count') ?? '')?.[0] ?? 0)
  return done === 'deactivated' ? messages[done] + describeDisowned(count) : messages[done]
}
