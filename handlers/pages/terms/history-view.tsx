import { changedFields, nounOf, textsOf } from '../../../lib/glossary/texts.ts'
import type { InTexts } from '../../../lib/schemas/content.ts'
import type { Resolution } from '../../../lib/schemas/dispute.ts'
import { verbOf } from '../../../lib/schemas/events.ts'
import { inverseOf, isSaid, relationWords } from '../../../lib/schemas/relations.ts'
import { stateWords } from '../../../lib/schemas/states.ts'
import type { HistoryEntry, Relation, Status, Term } from '../../../lib/schemas/term.ts'
import type { Person } from '../../../lib/schemas/user.ts'
import { resolutionWords } from '../../../lib/web/correction.tsx'
import { excerpt } from '../../../lib/web/parts/excerpt.ts'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { Pager, PastEnd, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { PagePart } from '../../../lib/web/parts/part.tsx'
import { LocalTime, RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { Changes } from '../../../lib/web/parts/word-diff.tsx'
import { describeTranslation, textsOfTranslation } from './translation-words.ts'

type HistoryPageProps = {
  term: Term
  /** whether the reader may edit the term, and so revert it */
  mayEdit: boolean
  items: readonly HistoryEntry[]
  range: { total: number; offset: number; pageSize: number }
}

export function HistoryPage({ term, ...entries }: HistoryPageProps) {
  return (
    <>
      <header class="term-header">
        <p class="label">
          <a href={`/terms/${term.id}`}>{term.name}</a>
        </p>
        <h1>History</h1>
      </header>
      <HistoryPart term={term} {...entries} />
    </>
  )
}

/** One page of a term's history. htmx replaces it, and screen readers announce the new range. */
export function HistoryPart({ term, mayEdit, items, range, isPart }: HistoryPageProps & { isPart?: boolean }) {
  return (
    <PagePart id="history" label="History" says={isPart && rangeOf(range)}>
      <Entries items={items} termId={term.id} hasDates mayRevert={mayEdit} isNewest={range.offset === 0} />
      {items.length === 0 && <PastEnd href={`/terms/${term.id}/history`} />}
      <Pager {...range} address={(offset) => `/terms/${term.id}/history?offset=${offset}`} />
    </PagePart>
  )
}

type EntriesProps = {
  items: readonly HistoryEntry[]
  /** the term that has this history; other entries belong to terms that were merged into it */
  termId: string
  /** shows the date and time of each entry as well as its age */
  hasDates?: boolean
  /** whether the reader may revert the term */
  mayRevert: boolean
  /** whether these are the newest entries, so that the first text among them is the current one */
  isNewest: boolean
}

/** A dot that never begins a line. */
const endOfLine = '\u00a0· '

/** Who did what to a term, and when; the newest first. */
export function Entries({ items, termId, hasDates = false, mayRevert, isNewest }: EntriesProps) {
  const texts = items.filter((entry) => entry.term_id === termId && hasText(entry))
  const current = isNewest ? texts[0] : undefined
  return (
    <ol class="history">
      {items.map((entry) => (
        <li key={entry.id}>
          <p class="history-event">
            <b>{entry.actor?.display_name ?? 'Discovery'}</b> {describeEvent(entry)}
            {entry.accepted_by && `, accepted by ${entry.accepted_by.display_name}`}
            {entry.term_id !== termId && ' (in a term that was merged into this one)'}
            {endOfLine}
            <span class="when">
              <RelativeTime at={entry.created_at} />
            </span>
            {hasDates && (
              <>
                {endOfLine}
                <span class="when">
                  <LocalTime at={entry.created_at} />
                </span>
              </>
            )}
          </p>
          {entry.note && <blockquote dir="auto">{entry.note}</blockquote>}
          <Details {...entry} />
          {mayRevert && texts.includes(entry) && <Revert entry={entry} isCurrent={entry === current} />}
        </li>
      ))}
    </ol>
  )
}

/** The link beside an entry with a text of its own: back to it, or from the current text to the one before. */
export function Revert({ entry, isCurrent }: { entry: HistoryEntry; isCurrent: boolean }) {
  const { term_id, action, version } = entry
  if (isCurrent && action !== 'updated' && action !== 'reverted') return null
  return (
    <p class="screen-only">
      <a href={`/terms/${term_id}/revert?to_version=${isCurrent ? version - 1 : version}`}>
        {isCurrent ? 'Revert this change' : `Revert to version ${version}`}
      </a>
    </p>
  )
}

const hasText = ({ action }: HistoryEntry) => action === 'created' || isEdit(action)

const isEdit = (action: HistoryEntry['action']) => /^(updated|reverted|merged)$/.test(action)

function Details({ action, changes }: HistoryEntry) {
  if (action === 'created') {
    const { definition } = textsOf(changes, 'to')
    return definition ? (
      <p class="excerpt" dir="auto">
        {excerpt(definition)}
      </p>
    ) : null
  }
  if (action === 'translated') return <TranslationChanges changes={changes} />
  if (!isEdit(action)) return null
  const { in_texts: _, ...texts } = changes
  return <Changes from={textsOf(texts, 'from')} to={textsOf(texts, 'to')} />
}

function TranslationChanges({ changes }: Pick<HistoryEntry, 'changes'>) {
  return <Changes from={textsOfTranslation(changes, 'from')} to={textsOfTranslation(changes, 'to')} />
}

/** What happened, as the rest of a sentence that begins with a person's name. */
export function describeEvent({ action, actor, changes }: HistoryEntry): string {
  switch (action) {
    case 'created':
      return changes.name ? `${verbOf('term.created')} the term` : `${verbOf('term.restored')} the suggestion`
    case 'updated':
      return describeEdit(changes)
    case 'reverted':
      return `${verbOf('term.reverted')} the term to an earlier version`
    case 'merged':
      return `${verbOf('term.merged')} ${mergedName(changes)} into this term`
    case 'status_changed':
      return `changed the status from ${statusOf(changes, 'from')} to ${statusOf(changes, 'to')}`
    case 'disputed':
      return `${changes.resolution ? 'opened a report again' : 'reported a problem'}${describeConsequences(changes)}`
    case 'dispute_resolved':
      return `${describeResolution(changes)}${describeConsequences(changes)}`
    case 'related':
    case 'unrelated':
      return describeRelation(action, changes)
    case 'translated':
    case 'translation_removed':
      return describeTranslation(changes)
    case 'confirmed':
      return changes.last_confirmed_at ? 'took back a confirmation' : 'confirmed that the term is up to date'
    case 'claimed':
      return describeOwnerChange(changes.owner, actor)
  }
}

function describeRelation(action: 'related' | 'unrelated', changes: ChangedFields): string {
  const [kind, change] = Object.entries(changes)[0] ?? []
  const other = change?.from ?? change?.to
  const said = kind as Relation['kind']
  const what = isSaid(said)
    ? `it ${relationWords[said].verb} ${other}`
    : `${other} ${relationWords[inverseOf(said)].verb} this term`
  return `${action === 'related' ? 'said' : 'took back'} that ${what}`
}

/** What a report led to; earlier versions did not record it. */
const describeResolution = ({ resolution }: ChangedFields): string =>
  resolutionWords[resolution?.to as Resolution] ?? 'resolved a reported problem'

type ChangedFields = HistoryEntry['changes']

/** Where texts underline a term is no text of its own: it is said in words. */
function describeEdit(changes: ChangedFields): string {
  const fields = changedFields(textsOf(changes, 'from'), textsOf(changes, 'to')).filter((each) => each !== 'in_texts')
  const names = fields.map(nounOf)
  return list([
    ...(names.length > 0 ? [`changed the ${list(names)}`] : []),
    ...(changes.in_texts ? [underlining[changes.in_texts.to as InTexts]] : []),
  ])
}

const underlining: Record<InTexts, string> = {
  never: 'stopped underlining it in texts',
  exact: 'lets texts underline it only as it is written',
  auto: 'lets texts underline it by the usual rules',
}

function mergedName({ merged_term }: ChangedFields) {
  const { name = 'another term', full_name } = Object(merged_term?.to) as Partial<Term>
  return full_name ? `${name} (${full_name})` : name
}

const statusOf = (changes: ChangedFields, side: 'from' | 'to') =>
  stateWords[changes.status?.[side] as Status]?.name.toLowerCase() ?? 'unknown'

function describeConsequences(changes: ChangedFields): string {
  const gained = Number(changes.vote_count?.to ?? 0) - Number(changes.vote_count?.from ?? 0)
  const votes = counted(Math.abs(gained), 'vote')
  const parts = [
    gained !== 0 && `${votes} ${gained < 0 ? 'removed' : 'restored'}`,
    changes.status && `status changed from ${statusOf(changes, 'from')} to ${statusOf(changes, 'to')}`,
  ].filter(Boolean)
  return parts.length > 0 ? `: ${parts.join(', ')}` : ''
}

function describeOwnerChange(owner: ChangedFields[string] | undefined, actor: Person | null): string {
  const [from, to] = [owner?.from, owner?.to] as (Person | null | undefined)[]
  if (!to && from && from.id !== actor?.id) return `removed ${from.display_name} as the owner`
  if (!to) return 'stopped owning the term'
  return from ? `became the owner instead of ${from.display_name}` : 'became the owner'
}

const listed = new Intl.ListFormat('en')
const list = (words: readonly string[]) => listed.format(words)
