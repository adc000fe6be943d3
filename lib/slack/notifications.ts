import type { KnownBlock } from '@slack/types'
import type { Context } from '../context.ts'
import { fieldNames } from '../glossary/texts.ts'
import { isEditor } from '../identity/actor.ts'
import type { DeliveryOutcome, Send } from '../notify/delivery.ts'
import type { DisputeNotice, Notice, Payloads, ProposalNotice, Recipient, StoredMessage } from '../notify/messages.ts'
import { describeNotice, describeStale } from '../notify/sentences.ts'
import { readProposal } from '../review/proposals.ts'
import type { Alias, TextField } from '../schemas/content.ts'
import { verbOf } from '../schemas/events.ts'
import type { InboxDetail } from '../schemas/inbox.ts'
import type { Proposal } from '../schemas/proposal.ts'
import type { User } from '../schemas/user.ts'
import { actions, button, fitting, linkButton, type Message, note, row, section, sections, termUrl } from './blocks.ts'
import type { Destination, SlackClient } from './client.ts'
import { escapeText, escapeWithin, link } from './mrkdwn.ts'
import { SlackError } from './slack-error.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'log'> & { slack: SlackClient }

/** Creates the function that sends stored messages through Slack. */
export function createSend(needs: Needs): Send {
  return async (notification) => {
    try {
      const { to, message } = await compose(needs, notification)
      await needs.slack.post(to, message)
      return { delivered: true }
    } catch (error) {
      if (error instanceof SlackError) return toOutcome(error)
      needs.log.error({ err: error, message_id: notification.id }, 'a message could not be sent')
      return { delivered: false, reason: 'the message could not be sent', isFinal: false }
    }
  }
}

const toOutcome = ({ code, isFinal, retryAfter }: SlackError): DeliveryOutcome => ({
  delivered: false,
  reason: `Slack: ${code}`,
  isFinal,
  ...(retryAfter && { retryAfter }),
})

async function compose(needs: Needs, { kind, payload, to }: StoredMessage) {
  if (kind === 'slack.answer') {
    return { to: payload.to as Destination, message: payload.message as Message }
  }
  const channel = to?.messaging_user_id ?? (await findSlackId(needs, to))
  const message = await (kind === 'digest' ? digest(needs, payload, to) : notice(needs, payload, to))
  return { to: { channel }, message }
}

/** Finds a user who has never used the bot by their email address, and stores their Slack id. */
async function findSlackId({ db, slack }: Needs, to: Recipient | null): Promise<string> {
  if (!to) throw new SlackError('user_not_found')
  const messaging_user_id = await slack.findUserIdByEmail(to.email)
  await db.run('slack/link-user', { id: to.id, messaging_user_id })
  return messaging_user_id
}

/** Some notices have buttons; the others are a sentence. */
function notice(needs: Needs, entry: Notice, to: Recipient | null): Message | Promise<Message> {
  if (entry.kind === 'disputed') return disputed(needs, entry, to)
  if (entry.kind === 'proposed') return proposed(needs, entry)
  if (entry.kind === 'stale') return stale(needs.settings.appUrl, entry.detail)
  return sentence(needs, entry, to)
}

async function disputed(
  { db, settings }: Needs,
  { term_id, name, actor_id, detail: { reason, dispute_id } }: DisputeNotice,
  to: Recipient | null,
): Promise<Message> {
  const owner = to ? await db.one<User>('identity/find-user', { id: to.id }) : undefined
  const who = await nameOf(db, actor_id)
  const why = reason ? escapeWithin(reason, 2000) : 'They gave no reason.'
  const term = link(termUrl(settings.appUrl, term_id), name)
  return {
    text: `${who} ${verbOf('term.disputed')} your term ${escapeText(name)}. ${why}`,
    blocks: [
      section(`${who} ${verbOf('term.disputed')} your term ${term}.\n${reason ? '> ' : ''}${why}`),
      note('Its votes were reset. If the report is right, correct the definition.'),
      row([
        linkButton('Update', `${termUrl(settings.appUrl, term_id)}/edit`),
        button('Report was right', actions.uphold, dispute_id),
        ...(owner && isEditor(owner) ? [button('Report was wrong', actions.dismiss, dispute_id)] : []),
      ]),
    ],
  }
}

/** Mentions a person who is known in Slack, and names others. */
async function nameOf(db: Needs['db'], id: string | null): Promise<string> {
  const user = id === null ? undefined : await db.one<User & { public_name: string }>('identity/find-user', { id })
  return user?.messaging_user_id ? `<@${user.messaging_user_id}>` : escapeWithin(user?.public_name ?? 'Someone', 300)
}

const quoted = (note?: string | null) => (note ? `\n> ${escapeWithin(note, 2000)}` : '')

async function proposed(
  { db, settings: { appUrl } }: Needs,
  { term_id, name, actor_id, detail: { note, proposal_id } }: ProposalNotice,
): Promise<Message> {
  const [who, { changes }] = await Promise.all([nameOf(db, actor_id), readProposal({ db }, proposal_id)])
  const url = termUrl(appUrl, term_id)
  return {
    text: `${who} ${verbOf('proposal.created')} your term ${escapeText(name)}.`,
    blocks: [
      section(`${who} ${verbOf('proposal.created')} your term ${link(url, name)}.${quoted(note)}`),
      ...describeChanges(changes).map(section),
      row([
        button('Accept', actions.accept, proposal_id),
        button('Decline', actions.decline, proposal_id),
        linkButton('Compare', `${appUrl}/proposals/${proposal_id}`),
      ]),
    ],
  }
}

/** Shows the proposed texts, field by field. The page shows which words changed. */
function describeChanges(changes: Proposal['changes']): string[] {
  return Object.entries(changes).map(([field, { to }]) => {
    const names = Array.isArray(to) ? to.map(({ name }: Alias) => name).join('; ') : to
    const text = names ? escapeWithin(String(names), 1000) : '_(empty)_'
    return `*${fieldNames[field as TextField]}*\n${text}`
  })
}

async function sentence(
  { db, settings: { appUrl } }: Needs,
  { kind, term_id, name, actor_id, detail }: Notice,
  to: Recipient | null,
): Promise<Message> {
  const who = await nameOf(db, actor_id)
  const { before, after, quote } = describeNotice(
    { kind, detail },
    { who, actorId: actor_id, readerId: to?.id ?? null, write: escapeText },
  )
  return {
    text: `${before}${escapeText(name ?? '')}${after}.`,
    blocks: [section(`${before}${subject(appUrl, term_id, name)}${after}.${quoted(quote)}`)],
  }
}

/** The name of the term that a sentence is about, as a link; empty if it is about several. */
const subject = (appUrl: string, term_id: string | null, name: string | null) =>
  term_id === null || name === null ? '' : link(termUrl(appUrl, term_id), name, 120)

/**
 * Lists changes of followed terms, or notices that were too many for a message each; as many as fit into one message.
 */
async function digest(
  { db, settings: { appUrl } }: Needs,
  { entries, total }: Payloads['digest'],
  to: Recipient | null,
): Promise<Message> {
  const lines = await Promise.all(
    entries.map(async ({ kind = 'followed', term_id, name, actor_id, detail }) => {
      const who = await nameOf(db, actor_id)
      const { before, after } = describeNotice(
        { kind, detail },
        { who, actorId: actor_id, readerId: to?.id ?? null, write: escapeText },
      )
      return `• ${before}${subject(appUrl, term_id, name)}${after}`
    }),
  )
  const head = entries.some(({ kind }) => kind)
    ? `${total} new entries in your inbox`
    : `${total} ${total === 1 ? 'change' : 'changes'} to what you follow`
  const rest = total - lines.length
  const inbox = link(`${appUrl}/inbox`, rest > 0 ? `And ${rest} more in your inbox` : 'Inbox')
  return { text: head, blocks: [section(`*${head}*`), ...sections(lines), note(inbox)] }
}

/** Lists stale terms with their buttons, as many as fit into one message. */
function stale(appUrl: string, detail: InboxDetail): Message {
  const { terms = [], total = 0, owned } = detail
  const head = `${describeStale(detail)}. Still right?`
  const entries = terms.map(({ id, name }): KnownBlock[] => [
    section(`*${link(termUrl(appUrl, id), name)}*`),
    row([
      button('Confirm', actions.confirm, id),
      linkButton('Update', `${termUrl(appUrl, id)}/edit`),
      owned ? button('Give up ownership', actions.disown, id) : button('Take ownership', actions.claim, id),
    ]),
  ])
  const all = link(`${appUrl}/browse?stale=true${owned ? '&owner=me' : ''}`, 'see all')
  const shown = fitting(entries)
  const rest = total - shown.length
  return {
    text: head,
    blocks: [section(head), ...shown.flat(), ...(rest > 0 ? [note(`And ${rest} more: ${all}`)] : [])],
  }
}
