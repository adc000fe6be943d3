import { nounOf } from '../glossary/texts.ts'
import type { ContentField } from '../schemas/content.ts'
import { verbOf } from '../schemas/events.ts'
import type { InboxDetail, InboxKind } from '../schemas/inbox.ts'

/** A sentence about a notification; the name of the term, if it is about one, comes between its two parts. */
type Sentence = {
  before: string
  after: string
  /** what someone wrote about it: a reason or a note */
  quote: string | null
}

/**
 * Describes a notification in a sentence, for the inbox, Slack and feeds.
 *
 * @param detail `detail` of the inbox entry
 */
export function describeNotice({ kind, detail }: { kind: InboxKind; detail: InboxDetail }, telling: Telling): Sentence {
  const quote = detail.reason ?? detail.note ?? null
  const [before, after = ''] = wordings[kind](detail, telling)
  return { before, after, quote }
}

/** By whom, to whom and how something is told. */
type Telling = {
  /** the name of whoever did it, in the format of the medium */
  who: string
  actorId: string | null
  readerId: string | null
  /** puts a text that someone has written into the format of the medium */
  write?: (text: string) => string
}

type Wording = (detail: InboxDetail, telling: Telling) => [before: string, after?: string]

const wordings: Record<InboxKind, Wording> = {
  edited: (detail, telling) => describeEdit(detail, telling, 'your term '),
  disputed: (_, { who }) => [`${who} ${verbOf('term.disputed')} your term `],
  dispute_resolved: ({ resolution }, { who }) =>
    resolution === 'upheld'
      ? [`Thank you: ${who} agreed with the problem that you reported with `]
      : [`${who} decided that there is no problem with `, ', which you had reported'],
  proposed: (_, { who }) => [`${who} ${verbOf('proposal.created')} your term `],
  proposal_decided: ({ action }, { who }) => [
    `${who} ${action === 'proposal.accepted' ? 'accepted' : 'declined'} your proposal for `,
  ],
  stale: (detail) => [describeStale(detail)],
  ownership({ action, to }, { who, actorId, readerId }) {
    if (action === 'term.deleted') return [`${who} ${verbOf(action)} your term `]
    if (action === 'term.merged') return [`${who} ${verbOf(action)} your term `, ' into another one']
    if (to === readerId) return [`${who} made you the owner of `]
    if (!to) return [`${who} removed you as the owner of `]
    const became = to === actorId ? 'became' : 'made someone else'
    return [`${who} ${became} the owner of your term `]
  },
  promoted: ({ to }) => ['Your term ', ` is now ${statusWords[to ?? ''] ?? to}`],
  followed: (detail, telling) => describeEdit(detail, telling, ''),
  webhook_disabled: ({ host }) => [
    `The webhook at ${host} was disabled, because its receiver says that it is gone (410)`,
  ],
  asked: ({ dispute_id }, { who }) =>
    dispute_id
      ? [`${who} asks you about the problem that you reported with `]
      : [`${who} asks you what `, ' means, because you used it in Slack'],
  answered: (_, { who }) => [`${who} answered your question about `],
  wanted_added: () => ['', ', which you asked for, has been added'],
}

const statusWords: Record<string, string> = { community: 'a community term' }

function describeEdit(
  { action, fields, from, to, total = 0, accepted_by }: InboxDetail,
  { who, write = (text) => text }: Telling,
  whose: string,
): [string, string?] {
  switch (action) {
    case 'term.created':
    case 'term.deleted':
      return [`${who} ${verbOf(action)} ${whose}`]
    case 'term.dismissed':
      return [`${who} ${verbOf('term.deleted')} ${whose}`]
    case 'term.merged':
      return [`${who} merged another term into ${whose}`]
    case 'term.reverted':
      return [`${who} ${verbOf(action)} ${whose}`, ' to an earlier version']
    case 'term.updated':
      return [
        `${who} changed the ${listOf(fields ?? [])} of ${whose}`,
        accepted_by ? `, accepted by ${write(accepted_by.display_name)}` : '',
      ]
    case 'category.renamed': {
      const names = `“${write(from ?? '')}” to “${write(to ?? '')}”`
      return [`${who} ${verbOf(action)} ${names}, with ${countTerms(total)} that you own or follow`]
    }
    case 'import.completed':
      return [`An import by ${who} added or changed ${countTerms(total)} that you own or follow`]
    case 'import.undone':
      return [`${who} undid an import that had changed ${countTerms(total)} that you own or follow`]
    case 'term.disputed':
      return [`${who} ${verbOf(action)} ${whose}`, `, and it is ${to} now`]
    default:
      return [whose, ` is now ${statusWords[to ?? ''] ?? to}`]
  }
}

const countTerms = (total: number) => `${total} ${total === 1 ? 'term' : 'terms'}`

const listOf = (fields: readonly ContentField[]) => new Intl.ListFormat('en').format(fields.map(nounOf))

/**
 * Describes an entry about stale terms, which names none of them, as there may be many: "3 of your terms may be out of
 * date".
 */
export function describeStale({ total = 0, owned }: InboxDetail): string {
  const whose = owned ? 'of your terms' : `${total === 1 ? 'term' : 'terms'} without an owner`
  return `${total} ${whose} may be out of date`
}
