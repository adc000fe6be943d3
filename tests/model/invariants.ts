import type postgres from 'postgres'
import type { Answer } from '../support/test-service.ts'

// What always holds, whatever happens at once: each statement finds what breaks the rule.

const content = `('name', 'full_name', 'definition', 'category', 'in_texts', 'aliases', 'links', 'status')`
/** What histories say that terms have: the last value of each field since the term began, or came back. */
const life = `
  life as (
    select term_id, max(seq) as seq from term_history where action = 'created' and changes ? 'name' group by term_id
  )`
const replayed = `
  with ${life}
  select distinct on (h.term_id, c.key) h.term_id, c.key, c.value -> 'to' as value
  from life l
  join term_history h on h.term_id = l.term_id and h.seq >= l.seq
  cross join jsonb_each(h.changes) c
  where c.key in ${content}
  order by h.term_id, c.key, h.seq desc`
const related = `
  select r.term_id, r.kind, r.other_id from term_relations r
  union select r.other_id, inverse_kind(r.kind), r.term_id from term_relations r where r.is_agreed`

const rules: Record<string, string> = {
  'vote_count is the number of votes': `
    select id from terms t where vote_count <> (select count(*) from votes v where v.term_id = t.id)`,
  'the history has each version once, and a term its last one': `
    select term_id from term_history h group by term_id
    having count(distinct version) <> max(version)
      or max(version) <> coalesce((select version from terms t where t.id = h.term_id), max(version))`,
  'the history leads to what the term is': `
    select t.id from terms t cross join jsonb_each(term_content(t)) f
    left join (${replayed}) r on r.term_id = t.id and r.key = f.key
    where f.value <> coalesce(r.value, case f.key when 'in_texts' then '"auto"' when 'aliases' then '[]' when 'links' then '[]' else 'null' end::jsonb)`,
  'each change of a field begins where the one before ended': `
    with ${life}
    select term_id from (
      select h.term_id, h.action, c.value -> 'from' as earlier,
        lag(c.value -> 'to') over (partition by h.term_id, c.key order by h.seq) as later
      from life l
      join term_history h on h.term_id = l.term_id and h.seq >= l.seq
      cross join jsonb_each(h.changes) c
      where c.key in ${content}
    ) x where action <> 'created' and later is not null and earlier <> later`,
  'the audit log has what the history has': `
    select h.term_id from (
      select term_id, action, count(*) as n from term_history
      where import_id is null and action in ('updated', 'claimed', 'confirmed') group by 1, 2
    ) h
    where n <> (select count(*) from audit_events e where e.target_id = h.term_id and e.action in ('term.' || h.action, 'term.un' || h.action))`,
  'a term counts its open disputes': `
    select id from terms t where open_disputes <> (
      select count(*) from disputes d where d.term_id = t.id and d.resolution is null)`,
  'a term is protected while a dispute that took its status is open': `
    select term_id from disputes d join terms t on t.id = d.term_id
    where d.resolution is null and d.status_before is not null and t.disputed_status is null`,
  'a term needs a correction while an upheld dispute is about its text': `
    select id from terms t where needs_correction <> exists (
      select from disputes d where d.term_id = t.id and d.resolution = 'upheld' and d.corrected_version is null)`,
  'a translation is outdated if the text is another than at the version that it translates': `
    select x.term_id from translations x join terms t on t.id = x.term_id where is_outdated(t, x.version) <> (
      x.version is null or exists (
        select from (values ('definition', to_jsonb(t.definition)), ('full_name', to_jsonb(t.full_name))) now (key, value)
        where coalesce(now.value, 'null') <> coalesce((
          select h.changes -> now.key -> 'to' from term_history h
          where h.term_id = t.id and h.version <= x.version
            and (h.changes ? now.key or h.action = 'created' and h.changes ? 'name')
          order by h.version desc, h.seq desc limit 1
        ), 'null')))`,
  'nobody who is deactivated owns a term, or has a token or an agent': `
    select u.id from users u where not u.is_active and (
      exists (select from terms t where t.owner_id = u.id)
      or exists (select from api_tokens k where k.user_id = u.id) or exists (select from agents a where a.user_id = u.id))`,
  'nobody is told of what they did': `select id from inbox_entries where user_id = actor_id`,
  'whoever proposed a change or reported a problem is told of the decision of another': `
    select e.id from audit_events e
    left join proposals p on p.id = e.target_id left join disputes d on d.id = e.target_id
    join users u on u.id = coalesce(p.proposed_by, d.opened_by) and u.id <> e.actor_id
    where e.action in ('proposal.accepted', 'proposal.declined', 'dispute.resolved') and not exists (
      select from inbox_entries i where i.user_id = u.id and i.detail ->> (e.target_type || '_id') = e.target_id::text
    ) and not exists (select from audit_events a where a.target_id = u.id and a.action = 'user.deactivated')`,
  'nobody waits for a name that a term has': `
    select r.user_id from wanted_requests r join term_names n on n.loose_key = r.name_key
    join terms t on t.id = n.term_id where t.definition <> ''`,
  'the names in memory are those of the terms': `
    select t.id from terms t where (select count(*) from term_names n where n.term_id = t.id)
      <> (select count(*) from (select distinct kind = 'full_name', fold(name) from names_of(t.name, t.full_name, t.aliases)) n)`,
  'meanings are counted': `
    select gen_random_uuid() from name_meanings m
    where meanings <> (select count(*) from terms t where loose(t.name) = m.loose_key)`,
  'statuses are counted': `
    select gen_random_uuid() from term_counts c group by status
    having sum(total) <> (select count(*) from terms t where t.status = c.status)`,
  'the history of both terms leads to the relations that there are': `
    with last as (
      select distinct on (h.term_id, k.kind, h.other_id) h.term_id, k.kind, h.other_id, h.action
      from term_history h cross join jsonb_object_keys(h.changes) k (kind)
      where h.action in ('related', 'unrelated') order by h.term_id, k.kind, h.other_id, h.seq desc
    ), told as (select term_id, kind, other_id from last where action = 'related' and term_id in (select id from terms)),
    there as (${related})
    (select term_id from told except all select term_id from there) union all (select term_id from there except all select term_id from told)`,
  'no relations close a circle': `
    select r.term_id from term_relations r
    where r.kind <> 'differs_from' and r.is_agreed and r.term_id in (select terms_above(array[r.other_id], r.kind))`,
  'relations are counted': `
    select n.term_id from relation_totals n join terms t on t.id = n.term_id group by n.term_id, n.kind
    having sum(n.total) <> (select count(*) from term_relations r
      where r.is_agreed and r.other_id = n.term_id and inverse_kind(r.kind) = n.kind)`,
}

export const ruleCount = Object.keys(rules).length
const all = Object.entries(rules)
  .map(
    ([rule, statement]) => `select '${rule}' as rule, array(select x::text from (${statement}) as x limit 3) as found`,
  )
  .join(' union all ')

/** Returns the rules that are broken, with what breaks them. */
export async function findBroken(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql.unsafe<{ rule: string; found: string[] }[]>(
    `select * from (${all}) r where cardinality(found) > 0`,
    [],
    { prepare: true },
  )
  return rows.map(({ rule, found }) => `${rule}: ${found}`)
}

/** What the audit log says of a request that is done; where it was done already, an earlier event of the person. */
const recorded: Record<string, string> = {
  'POST /terms': 'term.created',
  'DELETE /terms/:id': 'term.deleted',
  'POST /terms/:id/vote': 'term.voted',
  'POST /terms/:id/merge': 'term.merged',
  'POST /terms/:id/dismiss': 'term.dismissed',
  'POST /terms/:id/proposals': 'proposal.created',
  'POST /proposals/:id/accept': 'proposal.accepted',
  'POST /proposals/:id/decline': 'proposal.declined',
  'POST /disputes/:id/resolve': 'dispute.resolved',
  'POST /tokens': 'token.created',
  'POST /admin/webhooks': 'webhook.created',
}

/** Returns the requests that were answered as done, and have left nothing: no version, or no event in the audit log. */
export async function findLost(
  sql: postgres.Sql,
  requests: readonly { endpoint: string; as: { id: string }; path: string; params: { id?: string } }[],
  answers: readonly Answer[],
): Promise<string[]> {
  const done = requests.flatMap(({ endpoint, as, path, params }, i) => {
    const { status = 0, body } = answers[i] ?? {}
    const action = recorded[endpoint] ?? null
    const ids = [params.id, body?.id].filter(Boolean)
    const version = body?.status ? body.version : null // of a term
    return status >= 200 && status < 300
      ? [{ path: `${endpoint} ${path}`, by: as.id, action, ids, id: body?.id, version }]
      : []
  })
  const lost = await sql<{ path: string }[]>`
    select d.path from jsonb_to_recordset(${sql.json(done)}::jsonb)
      as d (path text, by uuid, action text, ids uuid[], id uuid, version integer)
    where (d.action is not null and not exists (
        select from audit_events e
        where e.actor_id = d.by and e.action::text = d.action and e.target_id = any (d.ids)
        -- A merge gives a term the votes of the other.
        union all
        select from votes v where d.action = 'term.voted' and v.user_id = d.by and v.term_id = any (d.ids)))
      or (d.version is not null and not exists (
        select from term_history h where h.term_id = d.id and h.version = d.version))`
  return lost.map(({ path }) => `answered as done, and not there: ${path}`)
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

/** What a process answers an editor must be what is stored: found names, the queue, old versions, export and import. */
export async function findWrongAnswers(ask: Ask, sql: postgres.Sql, random: () => number): Promise<string[]> {
  const wrong: string[] = []
  const expect = (is: boolean, what: string) => void (is || wrong.push(what))
  const names = await sql<{ name: string; id: string }[]>`
    select name, id from terms where definition <> '' and in_texts = 'auto' order by random() limit 3`
  const text = names.map(({ name }) => `Our ${name} is known.`).join(' ')
  const { body: explained } = await ask('POST', '/api/v1/explain', { text })
  const has = ({ terms }: { terms: { id: string }[] }, id: string) => terms.some((term) => term.id === id)
  for (const { name, id } of names) {
    const { body } = await ask('GET', `/api/v1/lookup?${new URLSearchParams({ q: name })}`)
    expect(has(body, id), `a lookup does not find ${name}`)
    expect(has(explained, id), `a text does not name ${name}`)
  }
  const queue = (await ask('GET', '/api/v1/review?limit=500')).body
  const waiting = {
    disputed: 'open_disputes > 0 or needs_correction',
    suggested: `status = 'suggested'`,
    ownerless: `owner_id is null and status in ('community', 'official')`,
  }
  for (const [kind, condition] of Object.entries(waiting)) {
    const stored = await sql.unsafe(`select id from terms where ${condition}`)
    const listed = new Set(
      queue.flatMap((item: { kind: string; term: { id: string } }) => (item.kind === kind ? [item.term.id] : [])),
    )
    expect(
      stored.length === listed.size && stored.every(({ id }) => listed.has(id)),
      `the queue has other ${kind} terms`,
    )
  }
  const [old] = await sql<{ term_id: string; version: number; definition: string }[]>`
    select h.term_id, h.version, h.changes #>> '{definition,to}' as definition
    from term_history h join terms t on t.id = h.term_id
    where h.changes ? 'definition' order by hashtext(h.id::text || ${String(random())}) limit 1`
  if (old) {
    const { body } = await ask('GET', `/api/v1/terms/${old.term_id}?version=${old.version}`)
    expect(body.definition === old.definition, `version ${old.version} of ${old.term_id} says ${body.definition}`)
  }
  const exported = await ask('GET', '/api/v1/export?format=json&status=all')
  const { status, body } = await ask('POST', '/api/v1/import?match=id&dry_run=true', exported.text)
  const isSame =
    status === 422
      ? exported.text.startsWith('[]')
      : body.totals?.created + body.totals?.updated + body.totals?.failed === 0
  expect(isSame, `an export is not imported as it is: ${JSON.stringify(body.rows?.[0] ?? body)}`)
  return wrong
}
