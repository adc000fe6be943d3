import type { Sent } from './slack-messages.ts'
import type { SlackTestService } from './slack-service.ts'
import type { Person } from './test-service.ts'

/** Disputes a term through the API. */
export const dispute = (service: SlackTestService, as: Person, id: string, reason?: string) =>
  service.request('POST', `/api/v1/terms/${id}/dispute`, { as, body: reason ? { reason } : {} })

/** Stores a message to a user that one of their terms was disputed. */
export async function disputed(service: SlackTestService, owner: Person, name = 'SLA'): Promise<void> {
  const { id } = await service.term(owner, { name })
  await dispute(service, await service.person(), id)
}

/** The direct messages so far, oldest first: to whom, and the message. */
export const sent = ({ slack }: SlackTestService) =>
  slack.callsOf('chat.postMessage').map(({ args }) => [String(args.channel), args as unknown as Sent] as const)

/** What became of the messages, oldest first; `wait` in seconds. */
export async function messages({ sql }: SlackTestService) {
  const rows = await sql<{ kind: string; attempts: number; error: string | null; state: string; wait: number }[]>`
    select
      kind, attempts, error,
      case
        when delivered_at is not null then 'delivered'
        when failed_at is not null then 'failed'
        else 'waiting'
      end as state,
      extract(epoch from next_attempt_at - clock_timestamp())::float8 as wait
    from outbox_messages order by created_at`
  return rows.map((row) => ({ ...row }))
}
