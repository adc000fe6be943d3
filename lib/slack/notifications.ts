import type { KnownBlock } from '@slack/types'
import type { Context } from '../context.ts'
import type { Outcome, Send } from '../notify/delivery.ts'
import type { Message as Notice, Payloads, Recipient } from '../notify/messages.ts'
import type { User } from '../schemas/user.ts'
import {
  actions,
  button,
  fitting,
  linkButton,
  type Message,
  note,
  row,
  section,
  termUrl,
} from './blocks.ts'
import { type Destination, type SlackClient, SlackError } from './client.ts'
import { escapeText, escapeWithin, link } from './mrkdwn.ts'

type Needs = Pick<Context, 'db' | 'settings' | 'log'> & { slack: SlackClient }

/** Makes what brings the messages of the outbox to Slack. */
export function createSend(needs: Needs): Send {
  return async (notice) => {
    try {
      const { to, message } = await address(needs, notice)
      await needs.slack.post(to, message)
      return { delivered: true }
    } catch (error) {
      if (error instanceof SlackError) return refused(error)
      needs.log.error({ err: error, message_id: notice.id }, 'a message could not be made')
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
  await db.run('users/link-messaging-user', { id: to.id, messaging_user_id })
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
  const actor =
    actor_id === null
      ? undefined
      : await db.one<User & { public_name: string }>('users/find', { id: actor_id })
  const who = actor?.messaging_user_id
    ? `<@${actor.messaging_user_id}>`
    : escapeWithin(actor?.public_name ?? 'Someone', 300)
  const said = reason === null ? 'They gave no reason.' : escapeWithin(reason, 2000)
  const term = link(termUrl(settings.appUrl, term_id), name)
  return {
    text: `${who} disputes your term ${escapeText(name)}. ${said}`,
    blocks: [
      section(`${who} disputes your term ${term}.\n${reason === null ? '' : '> '}${said}`),
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

/** The first of the stale terms, with their buttons: as many as one message can hold. */
function stale(appUrl: string, { terms, total, owned }: Payloads['terms.stale']): Message {
  const whose = owned ? 'of your terms' : `${total === 1 ? 'term' : 'terms'} without an owner`
  const head = `Not confirmed for a long time: ${total} ${whose}. Still right?`
  const entries = terms.map(({ id, name }): KnownBlock[] => [
    section(`*${link(termUrl(appUrl, id), name)}*`),
    row([
      button('Still right', actions.confirm, id),
      linkButton('Edit', `${termUrl(appUrl, id)}/edit`),
      owned
        ? button('Not mine any more', actions.disown, id)
        : button('Take it over', actions.claim, id),
    ]),
  ])
  const all = link(`${appUrl}/?stale=true${owned ? '&owner=me' : ''}`, 'see them all')
  const shown = fitting(entries)
  const rest = total - shown.length
  return {
    text: head,
    blocks: [
      section(head),
      ...shown.flat(),
      ...(rest > 0 ? [note(`And ${rest} more: ${all}`)] : []),
    ],
  }
}
