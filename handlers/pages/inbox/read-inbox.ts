import type { Db } from '../../../lib/context.ts'
import type { Slice } from '../../../lib/db/slice.ts'
import { toTerm } from '../../../lib/glossary/term.ts'
import type { JsonText } from '../../../lib/json-text.ts'
import { listInbox } from '../../../lib/notify/inbox.ts'
import type { Dispute } from '../../../lib/schemas/dispute.ts'
import type { InboxEntry } from '../../../lib/schemas/inbox.ts'
import type { ListRange } from '../../../lib/schemas/list.ts'
import type { Proposal } from '../../../lib/schemas/proposal.ts'
import type { HistoryEntry, Term } from '../../../lib/schemas/term.ts'
import type { SettledReport } from '../../../lib/web/correction.tsx'

/** An entry with what it is about, as far as it still exists. */
export type FullEntry = InboxEntry & {
  /** the full name of its term, or its category, if another term has this name */
  meaning: string | null
  /** what an edit changed */
  changes: HistoryEntry['changes'] | null
  proposed: { proposal: Proposal; term: Term } | null
  /** reports that are not settled */
  reported: { disputes: Dispute[]; term: Term } | null
  /** how its report was settled */
  settled: SettledReport | null
  /** whether it is a question about the reader's report that waits for their answer */
  isAsked: boolean
  /** whether the decision that it tells of was undone */
  isUndone: boolean
  /** those of its terms that are still stale */
  staleIds: readonly string[]
  /** the first terms that an import added or changed */
  imported: readonly Pick<Term, 'id' | 'name'>[]
}

type Row = {
  id: string
  meaning: string | null
  changes: HistoryEntry['changes'] | null
  proposal: Proposal | null
  term: JsonText<Term> | null
  disputes: Dispute[] | null
  settled: SettledReport | null
  is_asked: boolean
  is_undone: boolean
  stale_ids: string[]
  imported: Pick<Term, 'id' | 'name'>[]
}

/** Reads a page of a person's inbox with what its entries are about. */
export async function readInbox(
  { db }: Db,
  userId: string,
  onlyUnread: boolean,
  range: ListRange,
): Promise<Slice<FullEntry>> {
  const { items, total } = await listInbox({ db }, userId, onlyUnread, range)
  const ids = items.map(({ id }) => id)
  const rows = await db.many<Row>('web/inbox-contents', { user_id: userId, ids })
  const contents = new Map(rows.map((row) => [row.id, row]))
  return { total, items: items.map((entry) => ({ ...entry, ...toContent(contents.get(entry.id)) })) }
}

function toContent(row: Row | undefined): Omit<FullEntry, keyof InboxEntry> {
  const { meaning = null, changes = null, proposal = null, term: json, disputes, settled = null } = row ?? {}
  const { is_asked: isAsked = false, is_undone: isUndone = false, stale_ids = [], imported = [] } = row ?? {}
  const term = json ? toTerm({ term: json }) : null
  const proposed = proposal && term ? { proposal, term } : null
  const reported = disputes && term ? { disputes, term } : null
  return { meaning, changes, proposed, reported, settled, isAsked, isUndone, staleIds: stale_ids, imported }
}
