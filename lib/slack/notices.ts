import type { KnownBlock } from '@slack/types'
import type { Context } from '../context.ts'
import type { Outcome, Send } from '../outbox/delivery.ts'
import type { Message as Notice, Payloads, Recipient } from '../outbox/messages.ts'
import type { User } from '../schemas/user.ts'
import { actions, button, type Message, note, row, section, termUrl } from './blocks.ts'
import { type Destination, type SlackClient, SlackError } from './client.ts'
import { escapeText, link } from './mrkdwn.ts'

type Needs = Pick<Context, 'db' | 'settings'> & { slack: SlackClient }

/** Makes what brings the messages of the outbox to Slack. */
export function createSend(needs: Needs): Send {
  return async (notice) => {
    try {
      const { to, message } = await address(needs, notice)
      await needs.slack.post(to, message)
      return { delivered: true }
    } catch (error) {
      if (error instanceof SlackError) return refused(error)
      return { delivered: false, reason: 'the message could not be made', isFinal: false }
    }
  }
}

const refused = ({ code, isFinal, retryAfter }: SlackError): Outcome => ({
  delivered: false,
  reason: `Slack: ${code}`,
  isFinal,
  ...(retryAfter && { retryAfter }),
})

async function address(needs: Needs, { kind, payload, to }: Notice) {
  if (kind === 'slack.answer') {
    return { to: payload.to as Destination, message: payload.message as Message }
  }
  const channel = to?.messaging_user_id ?? (await lookUp(needs, to))
  return { to: { channel }, message: await write(needs, kind, payload) }
}

/** Somebody who has never used Slack with us is found by their e-mail address, and remembered. */
async function lookUp({ db, slack }: Needs, to: Recipient | null): Promise<string> {
  if (!to) throw new SlackError('user_not_found')
  const messaging_user_id = await slack.findUserIdByEmail(to.email)
  await db.one('users/link-messaging-user', { id: to.id, messaging_user_id })
  return messaging_user_id
}

type Kind = Exclude<keyof Payloads, 'slack.answer'>

async function write(needs: Needs, kind: Kind, payload: Payloads[Kind]): Promise<Message> {
  const { appUrl } = needs.settings
  if (kind === 'term.disputed') {
    return disputed(needs, payload as Payloads['term.disputed'])
  }
  if (kind === 'term.promoted') return promoted(appUrl, payload as Payloads['term.promoted'])
  return stale(appUrl, payload as Payloads['terms.stale'])
}

async function disputed({ db, settings }: Needs, payload: Payloads['term.disputed']) {
  const { term_id, name, actor_id, reason } = payload
  const actor = actor_id === null ? undefined : await db.one<User>('users/find', { id: actor_id })
  const who = actor?.messaging_user_id
    ? `<@${actor.messaging_user_id}>`
    : escapeText(actor?.display_name ?? actor?.email ?? 'Somebody')
  const why = reason === null ? 'They gave no reason.' : `> ${escapeText(reason)}`
  const term = link(termUrl(settings.appUrl, term_id), name)
  return {
    text: `${who} disputes your term ${escapeText(name)}. ${reason === null ? why : escapeText(reason)}`,
    blocks: [
      section(`${who} disputes your term ${term}.\n${why}`),
      note('Its votes start again. Put the definition right, or confirm that it is.'),
      row([button('Still right', actions.confirm, term_id)]),
    ],
  }
}

function promoted(appUrl: string, { term_id, name, status }: Payloads['term.promoted']): Message {
  const what = status === 'official' ? 'official' : 'a community term'
  return {
    text: `Your term ${escapeText(name)} is ${what} now.`,
    blocks: [section(`Your term ${link(termUrl(appUrl, term_id), name)} is *${what}* now.`)],
  }
}

/** One message may hold so many terms with their buttons: Slack takes fifty blocks. */
export const mostStaleTerms = 20

function stale(appUrl: string, { terms, total }: Payloads['terms.stale']): Message {
  const count = total === 1 ? 'One of your terms has' : `${total} of your terms have`
  const head = `${count} not been confirmed for a long time. Still right?`
  const blocks: KnownBlock[] = terms.slice(0, mostStaleTerms).flatMap(({ id, name }) => [
    section(`*${link(termUrl(appUrl, id), name)}*`),
    row([
      button('Still right', actions.confirm, id),
      {
        type: 'button',
        text: { type: 'plain_text', text: 'Edit' },
        action_id: actions.open,
        url: `${termUrl(appUrl, id)}/edit`,
      },
      button('Not mine any more', actions.disown, id),
    ]),
  ])
  const rest = total - Math.min(terms.length, mostStaleTerms)
  const more = `And ${rest} more: ${link(`${appUrl}/?stale=true&owner=me`, 'see them all')}`
  return { text: head, blocks: [section(head), ...blocks, ...(rest > 0 ? [note(more)] : [])] }
}
