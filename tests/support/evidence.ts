import type { TestService } from './test-service.ts'

/** All rows that a request about terms can touch: the same before and after where it changed nothing. */
export async function everything({ sql }: TestService) {
  const [rows] = await sql`
    select
      (select jsonb_agg(to_jsonb(t) order by t.id) from terms t) as terms,
      (select jsonb_agg(to_jsonb(v) order by v.term_id, v.user_id) from votes v) as votes,
      (select jsonb_agg(to_jsonb(h) order by h.seq) from term_history h) as history,
      (select jsonb_agg(to_jsonb(a) order by a.seq) from audit_events a) as audit,
      (select jsonb_agg(to_jsonb(o) order by o.id) from outbox_messages o) as outbox`
  return { ...rows }
}

/** What the audit tells about a term, oldest first. */
export async function auditOf({ sql }: TestService, id: string): Promise<string[]> {
  const events = await sql<{ action: string }[]>`
    select action from audit_events where target_id = ${id} order by seq`
  return events.map(({ action }) => action)
}

/** What the history tells about a term, oldest first: `1 created`. */
export async function historyOf({ sql }: TestService, id: string): Promise<string[]> {
  const entries = await sql<{ entry: string }[]>`
    select version || ' ' || action as entry from term_history where term_id = ${id} order by seq`
  return entries.map(({ entry }) => entry)
}

/** A term's counted votes and the votes there are; they never differ. */
export async function votesOf({ sql }: TestService, id: string) {
  const [row] = await sql<{ counted: number; cast: number }[]>`
    select
      vote_count as counted,
      (select count(*)::integer from votes v where v.term_id = t.id) as "cast"
    from terms t where id = ${id}`
  return { ...row }
}
