import type { ListedDelivery } from '../../../lib/notify/webhooks.ts'
import type { Problem } from '../../../lib/problem.ts'
import { labelOf } from '../../../lib/schemas/events.ts'
import type { NewWebhook, Webhook } from '../../../lib/schemas/webhook.ts'
import { NewSecret } from '../../../lib/web/parts/copying.tsx'
import { ActionButton, Confirmation, Field, Refusal, Submit } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { type Listing, Records, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { HeadedPart, PagePart } from '../../../lib/web/parts/part.tsx'
import { Dated, RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { Admin } from './frame-view.tsx'
import { DeliveryTime, stateNames } from './messages-view.tsx'

type WebhooksProps = {
  webhooks: Listing<Webhook>
  /** all that there are */
  events: readonly string[]
  /** the new webhook; this is the only time its secret is shown */
  created?: NewWebhook
  /** the form as it was sent, if it was rejected */
  typed?: URLSearchParams
  problem?: Problem
}

export function WebhooksPage({ webhooks, events, created, ...form }: WebhooksProps) {
  return (
    <Admin
      path="/admin/webhooks"
      lead="Tell other programs when something changes. Each change is posted to their URL as JSON, signed as Standard Webhooks defines."
    >
      {created && (
        <NewSecret
          id="secret"
          label={`Secret for ${new URL(created.url).host}`}
          secret={created.secret}
          what="the secret"
        >
          The receiver needs it to verify signatures. Copy it now; you won’t see it again.
        </NewSecret>
      )}
      <section class="part">
        <h2>{webhooks.total > 0 ? 'Webhooks' : 'No webhooks yet'}</h2>
        <Webhooks webhooks={webhooks} events={events} />
      </section>
      <CreateWebhook events={events} {...form} />
    </Admin>
  )
}

/** The list of webhooks, which htmx replaces. */
export function Webhooks({
  webhooks,
  events,
  isPart = false,
}: Pick<WebhooksProps, 'webhooks' | 'events'> & { isPart?: boolean }) {
  return (
    <PagePart id="webhooks" toTop says={isPart && rangeOf(webhooks)}>
      <Records
        {...webhooks}
        address="/admin/webhooks"
        empty={<p>Create one below, with the URL of the program that receives the events.</p>}
      >
        {(webhook) => <WebhookRecord key={webhook.id} webhook={webhook} all={events} />}
      </Records>
    </PagePart>
  )
}

function WebhookRecord({ webhook, all }: { webhook: Webhook; all: readonly string[] }) {
  const { id, url, events, created_by, created_at, disabled_at } = webhook
  return (
    <li class="record">
      <div>
        <h3>
          <a href={`/admin/webhooks/${id}`}>{url}</a>
        </h3>
        <p>{describeEvents(events, all)}</p>
        <p class="facts">
          <Dated what={`Created by ${created_by.display_name}`} at={created_at} />
          {disabled_at && <span class="bad">Disabled</span>}
        </p>
      </div>
    </li>
  )
}

function describeEvents(events: readonly string[], all: readonly string[]): string {
  if (all.every((event) => events.includes(event))) return 'All events'
  return events.map(labelOf).join(', ')
}

function CreateWebhook({ events, typed, problem }: Pick<WebhooksProps, 'events' | 'typed' | 'problem'>) {
  const chosen = typed?.getAll('events') ?? events
  const errors = problem?.members.errors
  const fault = errors?.find(({ path }) => path.startsWith('events'))
  return (
    <section class="part">
      <h2>New webhook</h2>
      <form class="stack" method="post" action="/admin/webhooks">
        {problem && <Refusal problem={problem} values={typed} />}
        <Field
          name="url"
          label="URL"
          hint="Where the events are sent, such as https://example.com/hook."
          {...(errors && { errors })}
        >
          {(props) => (
            <input {...props} type="url" required maxlength={2000} autocomplete="off" value={typed?.get('url') ?? ''} />
          )}
        </Field>
        <fieldset class="choices" aria-describedby={fault && 'events-fault'}>
          <legend>Events</legend>
          {events.map((event) => (
            <label key={event}>
              <input type="checkbox" name="events" value={event} checked={chosen.includes(event)} />
              <span>{labelOf(event)}</span>
            </label>
          ))}
          {fault && (
            <p class="fault" id="events-fault">
              Choose at least one event.
            </p>
          )}
        </fieldset>
        <Submit>Create webhook</Submit>
      </form>
    </section>
  )
}

type WebhookProps = { webhook: Webhook; deliveries: Listing<ListedDelivery> }

/**
 * The page of a webhook: what it is told about, and what came of it.
 *
 * @param all the events that there are
 */
export function WebhookPage({ webhook, all, deliveries }: WebhookProps & { all: readonly string[] }) {
  const { id, url, events, created_by, created_at, disabled_at } = webhook
  return (
    <Admin path="/admin/webhooks" lead={<code>{url}</code>}>
      <HeadedPart heading="Events">
        <p>{describeEvents(events, all)}</p>
        {disabled_at && (
          <p class="bad">
            Disabled <RelativeTime at={disabled_at} />: the receiver said that it is gone (410). A test event that it
            accepts enables the webhook again.
          </p>
        )}
        <p class="facts">
          <Dated what={`Created by ${created_by.display_name}`} at={created_at} />
        </p>
        <div class="button-row">
          <ActionButton action={`/admin/webhooks/${id}/test`}>Send test event</ActionButton>
          <Confirmation label="Delete" about={url} action={`/admin/webhooks/${id}/delete`} verb="Delete webhook">
            <p>Nothing more is sent, not even what still waits. You cannot undo this.</p>
          </Confirmation>
        </div>
      </HeadedPart>
      <section class="part">
        <h2>Deliveries</h2>
        <Deliveries webhook={webhook} deliveries={deliveries} />
      </section>
    </Admin>
  )
}

/** The deliveries, which htmx replaces every second while one of them is waiting for its first attempt. */
export function Deliveries({ webhook: { id }, deliveries, isPart = false }: WebhookProps & { isPart?: boolean }) {
  const address = (offset: number) => buildUrl(`/admin/webhooks/${id}`, { offset: offset || undefined })
  const isUnderWay = deliveries.items.some(({ state, attempts }) => state === 'waiting' && attempts === 0)
  return (
    <PagePart
      id="deliveries"
      says={isPart && !isUnderWay && announcementOf(deliveries)}
      {...(isUnderWay && { 'hx-get': address(deliveries.offset), 'hx-trigger': 'every 1s' })}
    >
      {isUnderWay && (
        <p class="without-js">
          <a href={address(deliveries.offset)}>Refresh deliveries</a>
        </p>
      )}
      <Records {...deliveries} address={address} empty={<p>Nothing was sent in the last month.</p>}>
        {(delivery) => <DeliveryRecord key={delivery.id} {...delivery} />}
      </Records>
    </PagePart>
  )
}

function announcementOf(deliveries: WebhookProps['deliveries']): string {
  const [latest] = deliveries.items
  return latest && deliveries.offset === 0
    ? `${labelOf(latest.type)}: ${stateNames[latest.state]}`
    : rangeOf(deliveries)
}

function DeliveryRecord(delivery: ListedDelivery) {
  const { id, type, term_name, state, error, attempts, created_at } = delivery
  return (
    <li class="record">
      <div>
        <h3>
          {labelOf(type)}
          {term_name && `: ${term_name}`} <span class={`state ${state}`}>{stateNames[state]}</span>
        </h3>
        {error && <p>Last attempt: {error}.</p>}
        <p class="facts">
          <Dated what="Created" at={created_at} />
          <DeliveryTime {...delivery} />
          <span>{counted(attempts, 'attempt')}</span>
        </p>
        <p class="fine">
          <code>{id}</code>
        </p>
      </div>
    </li>
  )
}
