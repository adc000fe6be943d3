import type { Sent } from './slack-messages.ts'
import type { SlackWorld } from './slack-world.ts'
import type { Person } from './world.ts'

/** Disputes a term through the API. */
export const dispute = (world: SlackWorld, as: Person, id: string, reason?: string) =>
  world.request('POST', `/api/v1/terms/${id}/dispute`, { as, body: reason ? { reason } : {} })

/** Stores a message for somebody: of the dispute of a term of theirs. */
export async function disputed(world: SlackWorld, owner: Person, name = 'SLA'): Promise<void> {
  const { id } = await world.term(owner, { name })
  await dispute(world, await world.person(), id)
}

/** The direct messages so far, oldest first: to whom, and the message. */
export const sent = ({ slack }: SlackWorld) =>
  slack
    .callsOf('chat.postMessage')
    .map(({ args }) => [String(args.channel), args as unknown as Sent] as const)

/** What became of the messages, oldest first; `wait` in seconds. */
export async function messages({ sql }: SlackWorld) {
  const rows = await sql<
    { kind: string; attempts: number; error: string | null; state: string; wait: number }[]
  >`
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
