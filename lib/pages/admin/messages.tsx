import {
  type MessageKind,
  type MessageState,
  messageStates,
  type OutboxMessage,
} from '../../schemas/admin.ts'
import { addressOf } from '../parts/address.ts'
import { Announcement } from '../parts/announcement.tsx'
import type { Listing } from '../parts/listing.ts'
import { rangeOf } from '../parts/pager.tsx'
import { Records } from '../parts/records.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Admin } from './frame.tsx'
import { slackReason } from './slack-reasons.ts'

type MessagesProps = { messages: Listing<OutboxMessage>; state?: MessageState }

const stateNames: Record<MessageState, string> = {
  failed: 'Failed',
  waiting: 'Waiting',
  delivered: 'Delivered',
}

const kinds: Record<MessageKind, string> = {
  'term.disputed': 'A term of theirs is disputed',
  'term.promoted': 'A term of theirs is promoted',
  'terms.stale': 'Terms may be out of date',
  'slack.answer': 'The answer to a command',
}

const nothing: Record<MessageState | 'all', string> = {
  failed: 'Nothing has failed: every message arrived, or is still on its way.',
  waiting: 'Nothing waits.',
  delivered: 'Nothing has been delivered in the last month.',
  all: 'No message yet. People are told in Slack when their terms are disputed, promoted or go out of date.',
}

const messagesAddress = (state?: MessageState, offset = 0) =>
  addressOf('/admin/messages', { state, offset: offset || undefined })

/** The page of the messages to people. */
export function MessagesPage(props: MessagesProps) {
  return (
    <Admin
      path="/admin/messages"
      lead="What people are told in Slack, and whether it reached them. What fails is tried again for a day."
    >
      <Messages {...props} />
    </Admin>
  )
}

/** The choice of a state and the messages: what htmx swaps. */
export function Messages({ isPart = false, ...props }: MessagesProps & { isPart?: boolean }) {
  const { messages, state } = props
  return (
    <>
      <section
        id="messages"
        aria-label="Notifications"
        hx-target="#messages"
        hx-swap="outerHTML show:none"
      >
        <nav class="choice" aria-label="State" hx-boost="true">
          {[undefined, ...[...messageStates].reverse()].map((each) => (
            <a
              key={each}
              id={`state-${each ?? 'all'}`}
              href={messagesAddress(each)}
              aria-current={each === state ? 'true' : undefined}
            >
              {each ? stateNames[each] : 'All'}
            </a>
          ))}
        </nav>
        <Records
          {...messages}
          address={(offset) => messagesAddress(state, offset)}
          empty={<p>{nothing[state ?? 'all']}</p>}
        >
          {(message) => <MessageRecord key={message.id} {...message} />}
        </Records>
      </section>
      {isPart && (
        <Announcement
          text={messages.items.length > 0 ? rangeOf(messages) : nothing[state ?? 'all']}
        />
      )}
    </>
  )
}

function MessageRecord(message: OutboxMessage) {
  const { kind, state, error, attempts, created_at } = message
  return (
    <li class="record">
      <div>
        <h2>
          {kinds[kind]} <span class={`state ${state}`}>{stateNames[state]}</span>
        </h2>
        <p>
          {message.user_id ? `To ${message.user_name ?? 'somebody without a name'}` : 'To Slack'}
        </p>
        {error && (
          <p>
            {slackReason(error)} <code>{error}</code>
          </p>
        )}
        <p class="facts">
          <span>
            Written <RelativeTime at={created_at} />
          </span>
          <Fate {...message} />
          <span>
            {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
          </span>
        </p>
      </div>
    </li>
  )
}

/** When it arrived, was given up, or is tried again. */
function Fate({ state, delivered_at, failed_at, next_attempt_at }: OutboxMessage) {
  const [what, at] =
    state === 'delivered'
      ? ['Delivered', delivered_at]
      : state === 'failed'
        ? ['Given up', failed_at]
        : ['Next attempt', next_attempt_at]
  return at ? (
    <span>
      {what} <RelativeTime at={at} />
    </span>
  ) : null
}
