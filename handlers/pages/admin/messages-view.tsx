import type { ListedMessage } from '../../../lib/notify/messages.ts'
import { type MessageState, messageStates, type SentKind } from '../../../lib/schemas/admin.ts'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { type Listing, Records, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { PagePart } from '../../../lib/web/parts/part.tsx'
import { Dated } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Admin } from './frame-view.tsx'

type MessagesProps = {
  messages: Listing<ListedMessage>
  state?: MessageState
  /** whether messages are sent; if not, the page does not mention Slack */
  isSlackOn: boolean
}

export const stateNames: Record<MessageState, string> = { failed: 'Failed', waiting: 'Waiting', delivered: 'Delivered' }

const subjects: Record<SentKind, (termName: string) => string> = {
  edited: (termName) => `${termName} was edited`,
  disputed: (termName) => `Problem reported with ${termName}`,
  dispute_resolved: (termName) => `Report about ${termName} resolved`,
  proposed: (termName) => `Change proposed for ${termName}`,
  proposal_decided: (termName) => `Decision about a proposal for ${termName}`,
  stale: () => 'Terms that may be out of date',
  ownership: (termName) => `Change of owner of ${termName}`,
  promoted: (termName) => `${termName} was promoted`,
  followed: (termName) => `${termName} was changed`,
  wanted_added: (termName) => `${termName} was added`,
  asked: (termName) => `Question about ${termName}`,
  answered: (termName) => `Answer about ${termName}`,
  webhook_disabled: () => 'Webhook disabled',
  digest: () => 'Several changes',
  'slack.answer': () => 'Response to a Slack command',
}

/** One message tells of all terms that an import or a renamed category has changed. */
function subjectOf({ kind, term_name }: Pick<ListedMessage, 'kind' | 'term_name'>): string {
  const isOfSeveral = term_name === null && (kind === 'edited' || kind === 'followed')
  return isOfSeveral ? 'Several terms changed' : subjects[kind](term_name ?? 'a term')
}

const emptyTexts: Record<MessageState | 'all', string> = {
  failed: 'No failed messages: all were delivered or are waiting.',
  waiting: 'No messages are waiting.',
  delivered: 'No messages were delivered in the last month.',
  all: 'No messages yet. What the inbox of a user receives is stored here as well.',
}

const messagesUrl = (state?: MessageState, offset = 0) =>
  buildUrl('/admin/messages', { state, offset: offset || undefined })

export function MessagesPage(props: MessagesProps) {
  return (
    <Admin
      path="/admin/messages"
      lead={
        props.isSlackOn
          ? 'Slack messages to users. Failed deliveries are retried for a day.'
          : 'People read these in their inbox.'
      }
    >
      <Messages {...props} />
    </Admin>
  )
}

/** The state filter and the messages, which htmx replaces. */
export function Messages({ isPart = false, ...props }: MessagesProps & { isPart?: boolean }) {
  const { messages, state } = props
  return (
    <PagePart
      id="messages"
      label="Notifications"
      says={isPart && (messages.items.length > 0 ? rangeOf(messages) : emptyTexts[state ?? 'all'])}
    >
      <nav class="tabs" aria-label="State" hx-boost="true">
        {[undefined, ...[...messageStates].reverse()].map((each) => (
          <a
            key={each}
            id={`state-${each ?? 'all'}`}
            href={messagesUrl(each)}
            aria-current={each === state ? 'true' : undefined}
          >
            {each ? stateNames[each] : 'All'}
          </a>
        ))}
      </nav>
      <Records
        {...messages}
        address={(offset) => messagesUrl(state, offset)}
        empty={<p>{emptyTexts[state ?? 'all']}</p>}
      >
        {(message) => <MessageRecord key={message.id} {...message} isSlackOn={props.isSlackOn} />}
      </Records>
    </PagePart>
  )
}

function MessageRecord({ isSlackOn, ...message }: ListedMessage & { isSlackOn: boolean }) {
  const { state, error, attempts, created_at } = message
  return (
    <li class="record">
      <div>
        <h2>
          {subjectOf(message)} <span class={`state ${state}`}>{stateNames[state]}</span>
        </h2>
        <p>{message.user_id ? `To ${message.user_name}` : 'To a Slack channel'}</p>
        {error && (
          <p>
            {slackReason(error)} <code>{error}</code>
          </p>
        )}
        <p class="facts">
          <Dated what="Created" at={created_at} />
          {(isSlackOn || state !== 'waiting') && <DeliveryTime {...message} />}
          <span>{counted(attempts, 'attempt')}</span>
        </p>
      </div>
    </li>
  )
}

/** When the message was delivered, failed for good, or will be sent again. */
export function DeliveryTime({
  state,
  delivered_at,
  failed_at,
  next_attempt_at,
}: Pick<ListedMessage, 'state' | 'delivered_at' | 'failed_at' | 'next_attempt_at'>) {
  const [what, at] =
    state === 'delivered'
      ? ['Delivered', delivered_at]
      : state === 'failed'
        ? ['Failed', failed_at]
        : ['Next attempt', next_attempt_at]
  if (what === 'Next attempt' && at && new Date(at) <= new Date()) return <span>Due now</span>
  return at ? <Dated what={what} at={at} /> : null
}

/** Explanations of Slack's error codes that an admin can act on. */
const reasons: Record<string, string> = {
  account_inactive: 'The bot has been removed from the workspace: install the app again.',
  cannot_dm_bot: 'The user is a bot, and bots cannot receive messages.',
  channel_not_found: 'The conversation does not exist, or the bot is not in it.',
  invalid_auth: 'The bot token is wrong: check SERVICE_SLACK_BOT_TOKEN.',
  missing_scope: 'The app lacks a permission: install it again from the manifest.',
  not_in_channel: 'The bot is not in the channel.',
  ratelimited: 'Slack’s rate limit was reached.',
  timeout: 'Slack did not respond in time.',
  token_revoked: 'The bot token has been revoked: install the app again.',
  unreachable: 'Slack could not be reached.',
  user_disabled: 'The user’s Slack account is deactivated.',
  user_not_found: 'The user is not in Slack.',
  users_not_found: 'No Slack user has this email address.',
}

/**
 * Explains why a message was not delivered.
 *
 * @param reason as stored in the outbox: "Slack: ratelimited"
 * @returns '' if there is no explanation for the reason
 */
function slackReason(reason: string): string {
  const code = /\bSlack: (\w+)$/.exec(reason)?.[1] ?? ''
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? '') : ''
}
