import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { readAppUrl } from '../lib/app/settings.ts'
import { connect } from '../lib/db/connection.ts'
import { startEmbedded } from '../lib/db/embedded.ts'
import { migrate } from '../lib/db/migrate.ts'
import { hashApiToken } from '../lib/identity/api-tokens.ts'
import { resourceOf } from '../lib/oauth/metadata.ts'
import type { DataSet, DraftTerm } from './data.ts'
import { readParent } from './processor-time.ts'
import type { Resources } from './resources.ts'

/** Server settings that keep maintenance out of the rounds. All others are the service's own, including durability. */
const flags = ['autovacuum=off', 'checkpoint_timeout=1h', 'max_wal_size=4GB']

/**
 * Creates a migrated database on an embedded server, or on the server that BENCH_DATABASE_URL names. `postmaster` is
 * the PID of that server's first process, or null if it is on another machine.
 */
export async function createBenchDatabase(
  resources: Resources,
): Promise<{ url: string; version: string; postmaster: number | null }> {
  const given = process.env.BENCH_DATABASE_URL
  const url = given ? await createDatabase(resources, given) : await startServer(resources)
  await migrate(url)
  return onServer(url, async (sql) => {
    const [row] = await sql<{ version: string; pid: number }[]>`
      select current_setting('server_version') as version, pg_backend_pid() as pid`
    return { url, version: row?.version ?? '', postmaster: await readParent(row?.pid ?? 0) }
  })
}

async function startServer(resources: Resources) {
  const directory = await resources.open(mkdtemp(join(tmpdir(), 'glossary-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  const { url } = await resources.open(startEmbedded(directory, { flags, overTcp: true }), (started) => started.stop())
  return url
}

async function createDatabase(resources: Resources, server: string) {
  const name = `glossary_bench_${randomBytes(6).toString('hex')}`
  await resources.open(
    onServer(server, (sql) => sql.unsafe(`create database ${name}`)),
    () => onServer(server, (sql) => sql.unsafe(`drop database ${name} with (force)`)),
  )
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function onServer<Result>(url: string, work: (sql: Sql) => Promise<Result>) {
  const sql = connect(url)
  try {
    await sql`set statement_timeout = 0`
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * Stores a data set in an empty database and updates the planner's statistics. Only vote counts are stored:
 * storing the votes would take longer than storing the terms.
 *
 * @param tokens an API token for each of the data set's people, who also have an agent with an access token
 */
export async function store(
  url: string,
  { data, batches }: { data: Pick<DataSet, 'people' | 'voters'>; batches: IterableIterator<DraftTerm[]> },
  tokens: readonly string[],
): Promise<void> {
  await onServer(url, async (sql) => {
    await sql`
      insert into users (id, email, display_name)
      select id, 'person-' || position || '@example.com', 'Person ' || position
      from unnest(${[...data.people, ...data.voters]}::uuid[]) with ordinality as p (id, position)`
    await sql`
      insert into api_tokens (name, scopes, user_id, token_hash)
      select 'bench', '{read,write}', user_id, decode(hash, 'hex')
      from unnest(${[...data.people]}::uuid[], ${tokens.map(toHexHash)}::text[]) as t (user_id, hash)`
    const agents = tokens.map(toAgentToken).map(toHexHash)
    await sql`
      with agent as (
        insert into agents (user_id, client_id, name, expires_at)
        select id, 'bench', 'bench', now() + interval '30 days' from unnest(${[...data.people]}::uuid[]) as p (id)
        returning id, user_id
      )
      insert into oauth_state (kind, id_hash, payload, agent_id, expires_at)
      select
        'AccessToken', decode(hash, 'hex'), ${sql.json({ aud: resourceOf({ appUrl: readAppUrl({}) }) })}, a.id, now() + interval '1 day'
      from unnest(${[...data.people]}::uuid[], ${agents}::text[]) as t (user_id, hash)
      join agent a on a.user_id = t.user_id`
    const indexes = await dropIndexes(sql)
    // Two connections share the batches.
    const second = onServer(url, (other) => storeTerms(other, batches))
    await Promise.all([storeTerms(sql, batches), second])
    await sql`set maintenance_work_mem = '1GB'`
    for (const definition of indexes) await sql.unsafe(definition)
    // Otherwise it would be larger than the indexes just built, and the planner would prefer those.
    await sql`reindex index terms_meaning_key`
    await sql`vacuum analyze`
    await sql`checkpoint`
  })
}

const toHexHash = (token: string) => Buffer.from(hashApiToken(token)).toString('hex')

/** Drops the indexes, because building them after the inserts is several times faster. */
async function dropIndexes(sql: Sql) {
  const indexes = await sql<{ indexname: string; indexdef: string }[]>`
    select indexname, indexdef
    from pg_indexes
    where tablename in ('terms', 'name_words') and indexname not in (select conname from pg_constraint)`
  for (const { indexname } of indexes) await sql`drop index ${sql(indexname)}`
  return indexes.map(({ indexdef }) => indexdef)
}

async function storeTerms(sql: Sql, batches: IterableIterator<DraftTerm[]>) {
  for (const batch of batches) {
    await sql`
      insert into terms (
        id, name, full_name, definition, category, status, version, vote_count, owner_id, is_stale,
        last_confirmed_at, source, created_at, updated_at
      )
      select
        id, name, full_name, definition, category, status,
        case status when 'official' then 3 when 'community' then 2 else 1 end, votes, owner,
        age > 180, now() - make_interval(days => age), 'import',
        now() - make_interval(days => 2 * age), now() - make_interval(days => age)
      from jsonb_to_recordset(${batch as never}::jsonb) as t (
        id uuid, name text, full_name text, definition text, category text, status text,
        votes integer, owner uuid, age integer
      )`
  }
}

/** Returns the access token of the agent of whoever has an API token. */
export const toAgentToken = (apiToken: string) => apiToken.slice('glo_'.length)
