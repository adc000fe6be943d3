import type postgres from 'postgres'
import { issueSession } from '../../lib/identity/sessions.ts'
import type { Term as Shown, Status } from '../../lib/schemas/term.ts'
import type { Role } from '../../lib/schemas/user.ts'
import { secretKey } from '../support/test-service.ts'

// What there is in the glossary, as people's requests find it and as they change it.

export type Content = Pick<
  Shown,
  'name' | 'full_name' | 'definition' | 'category' | 'in_texts' | 'aliases' | 'links' | 'status'
>
export type Person = { id: string; email: string; role: Role; is_active: boolean; generation: number }
/** An open dispute: whether its text has changed since, and the status and the votes that it took. */
export type Dispute = { id: string; by: string; is_answered: boolean; took: Status | null; votes: string[] }
/** An open proposal. */
export type Proposal = { id: string; by: string; changes: Record<string, { from: unknown; to: unknown }> }
export type Term = Content & {
  id: string
  version: number
  voters: string[]
  owner: string | null
  is_stale: boolean
  /** the open ones, oldest first */
  disputes: Dispute[]
  before: { status: Status; votes: number } | null
  needs_correction: boolean
  /** whether the text was edited since the last dispute that took a status and was not upheld */
  is_edited: boolean
  proposals: Proposal[]
  followers: string[]
}

/** What requests name by its ID only, in the order in which it was made. */
const others = {
  merged: 'merged_terms order by id',
  dismissed: 'dismissed_suggestions order by dismissed_at, id',
  imports: 'imports where undone_at is null order by created_at, id',
  tokens: 'api_tokens order by created_at, id',
  agents: 'agents order by created_at, id',
  keys: 'embed_keys order by created_at, id',
  webhooks: 'webhooks order by created_at, id',
  wanted: 'wanted_names order by name_key',
  learned: 'learned_aliases order by name_key, term_id',
  guests: `users where email like '%@guest.example' order by email`,
}
export type World = { people: Person[]; terms: Term[] } & Record<keyof typeof others, string[]>

const list = (items: string) => `coalesce((select json_agg(${items}), '[]')`

/** Everything in one statement, in the order in which it was made, so that the n-th term is the same in each run. */
const statement = `
  select json_build_object(
    'people', ${list(`json_build_object(
      'id', id, 'email', email, 'role', role, 'is_active', is_active, 'generation', session_generation
    ) order by email) from users where display_name like 'model %'`)},
    'terms', ${list(`to_jsonb(term_content(t)) || jsonb_build_object(
      'id', t.id, 'version', t.version, 'owner', t.owner_id, 'is_stale', t.is_stale,
      'needs_correction', t.needs_correction,
      'before', case when t.disputed_status is not null then
        jsonb_build_object('status', t.disputed_status, 'votes', t.disputed_vote_count) end,
      'voters', ${list('v.user_id order by v.user_id) from votes v where v.term_id = t.id')},
      'followers', ${list('f.user_id order by f.user_id) from term_follows f where f.term_id = t.id')},
      'disputes', ${list(`json_build_object(
        'id', d.id, 'by', d.opened_by, 'is_answered', d.corrected_version is not null, 'took', d.status_before,
        'votes', ${list('x.user_id order by x.user_id) from disputed_votes x where x.dispute_id = d.id')}
      ) order by d.opened_at, d.id) from disputes d where d.term_id = t.id and d.resolution is null`)},
      'proposals', ${list(`json_build_object('id', p.id, 'by', p.proposed_by, 'changes', p.changes)
        order by p.proposed_by) from proposals p where p.term_id = t.id and p.status = 'open'`)},
      'is_edited', exists (
        select from term_history h
        where h.term_id = t.id and h.action in ('updated', 'reverted', 'merged') and h.created_at > (
          select max(d.opened_at) from disputes d
          where d.term_id = t.id and d.status_before is not null and d.resolution is distinct from 'upheld'
        )
      )
    ) order by t.created_at, t.id) from terms t`)},
    ${Object.entries(others).map(([key, rows]) => `'${key}', array(select id from ${rows})`)}
  )::text as world`

export async function readWorld(sql: postgres.Sql): Promise<World> {
  const [row] = await sql.unsafe(statement, [], { prepare: true })
  return JSON.parse(row?.world)
}

/** Two admins, three editors, five viewers, and three terms that discovery has suggested. */
export async function beginWorld(sql: postgres.Sql): Promise<void> {
  const roles = [...Array(2).fill('admin'), ...Array(3).fill('editor'), ...Array(5).fill('viewer')]
  const people = roles.map((role, n) => ({
    ...{ email: `${n}@model.example`, display_name: `model ${n}`, role, last_login_at: new Date() },
  }))
  await sql`insert into users ${sql(people)}`
  const drafts = ['QZA', 'QZB', 'SLA'].map((name) => ({
    ...{ name, full_name: `Seen ${name}`, definition: 'Seen.', status: 'suggested', source: 'discovery' },
  }))
  await sql`select from add_terms(${sql.json(drafts)}::jsonb, null)`
}

const sessions = new Map<string, Promise<string>>()

/** Returns the header of a person who has just logged in. */
export async function credentialOf({ id, generation }: Person): Promise<{ authorization: string }> {
  const key = `${id} ${generation}`
  const session = sessions.get(key) ?? issueSession(secretKey, id, new Date(), generation)
  sessions.set(key, session)
  return { authorization: `Bearer ${await session}` }
}
