import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { createDatabase } from './support/databases.ts'
import { suite } from './support/suite.ts'

type TestService = { sql: postgres.Sql; drop(): Promise<void> }

const test = suite<TestService>('schema')

test.before.each(async (service) => {
  const { url, drop } = await createDatabase()
  Object.assign(service, { drop, sql: postgres(url, { max: 1, onnotice() {} }) })
  await service.sql.unsafe(rows)
})

test.after.each(async ({ sql, drop }) => {
  await sql.end()
  await drop()
})

const user = '00000000-0000-4000-8000-000000000001'
const term = '00000000-0000-4000-8000-000000000002'

/** What every test finds: a row of each table. */
const rows = `
  insert into users (id, email, messaging_user_id) values ('${user}', 'Ünal@Example.com', 'U1');
  insert into terms (id, name, full_name, definition, category, status, source, vote_count)
    values ('${term}', 'Äpfel', null, 'Fruit.', null, 'pending', 'user', 1);
  insert into votes (term_id, user_id) values ('${term}', '${user}');
  insert into term_history (term_id, version, action) values ('${term}', 1, 'created');
  insert into audit_events (action, actor_id) values ('term.created', '${user}');
  insert into api_tokens (name, scopes, user_id, token_hash)
    values ('ci', '{read}', '${user}', sha256('a'));
  insert into job_runs (job_type, trigger) values ('discovery', 'manual');
  insert into outbox_messages (user_id, kind, payload) values ('${user}', 'digest', '{}');
`

/** An INSERT of a row that is right, but for what differs: column to SQL expression. */
type Row = Record<string, string>
const insert = (table: string, right: Row) => (different: Row) => {
  const row = { ...right, ...different }
  const columns = Object.keys(row)
  return `insert into ${table} (${columns}) values (${columns.map((column) => row[column])})`
}
const long = (count: number) => `repeat('ß', ${count})`

const aUser = insert('users', { email: "'ada@example.com'" })
const aTerm = insert('terms', { name: "'API'", definition: "'An interface.'", status: "'pending'", source: "'user'" })
const aRun = insert('job_runs', { job_type: "'staleness'", trigger: "'manual'" })
const [unique, reference, immutable] = ['23505', '23503', '23001']

/**
 * What a list of constraints, as docs/schema.sql has it, does not tell: what counts as the same, and what triggers
 * refuse.
 */
const refused: [what: string, state: string | undefined, statements: string[]][] = [
  [
    'a duplicate email address or Slack ID, ignoring case',
    unique,
    [
      aUser({ email: "'ünal@example.COM'" }),
      aUser({ email: "'u\u0308nal@example.com'" }),
      aUser({ messaging_user_id: "'U1'" }),
    ],
  ],
  [
    'a meaning twice, whatever its case and Unicode form',
    unique,
    [
      aTerm({ name: "'äPFEL'" }),
      aTerm({ name: "'A\u0308pfel'" }),
      `${aTerm({ name: "'ΣΊΓΜΑ'", category: "'É'" })}; ${aTerm({ name: "'σίγμα'", category: "'é'" })}`,
      `${aTerm({ full_name: "'Ðb'" })}; ${aTerm({ name: "'api'", full_name: "'ðB'" })}`,
      `${aTerm({ name: "'x'" })}; update terms set name = 'ÄPFEL' where name = 'x'`,
    ],
  ],
  ['the end of a user whom votes and events name', reference, ['delete from users']],
  [
    'a change of history and audit',
    immutable,
    ['term_history', 'audit_events'].flatMap((table) => [
      `update ${table} set created_at = now()`,
      `update ${table} set id = id where false`,
      `delete from ${table}`,
      `truncate ${table}`,
      `truncate ${table} cascade`,
      `merge into ${table} h using users u on u.id = h.actor_id when matched then delete`,
    ]),
  ],
  ['the end of all users, and of audit with them', immutable, ['truncate users cascade']],
  [
    'a history entry in place of another',
    immutable,
    [
      `insert into term_history (id, term_id, version, action)
        select id, term_id, version, action from term_history on conflict (id) do update set note = 'forged'`,
    ],
  ],
  [
    'two runs of a job at once',
    unique,
    [aRun({ job_type: "'discovery'" }), aRun({ job_type: "'discovery'", trigger: "'schedule'", status: "'running'" })],
  ],
]

for (const [what, state, statements] of refused) {
  test(`the database refuses ${what}`, async ({ sql }) => {
    for (const statement of statements) {
      const error = await sql
        .begin((tx) => tx.unsafe(statement))
        .then(
          () => null,
          (error: postgres.PostgresError) => error,
        )
      assert.is(error?.code, state, statement)
    }
  })
}

const taken: string[] = [
  aUser({ email: long(320), display_name: long(300), messaging_user_id: long(100) }),
  aTerm({ name: long(120), full_name: long(300), definition: long(4000), category: long(80) }),
  aTerm({ name: "'Äpfel'", full_name: "'Fruit'" }),
  aTerm({ name: "'Äpfel'", category: "'Food'" }),
  aTerm({ name: "'Apfel'" }),
  aRun({}),
  aRun({ job_type: "'discovery'", status: "'completed'", completed_at: 'now()' }),
]

test('the database takes what only resembles these, and the longest texts', async ({ sql }) => {
  for (const statement of taken) await sql.unsafe(statement)
})

// With one, PostgreSQL computes all generated columns with each vote, and locks the term as if its key changed.
test('terms have no trigger before an update', async ({ sql }) => {
  const triggers = await sql`
    select tgname from pg_trigger where tgrelid = 'terms'::regclass and not tgisinternal and tgtype::integer & 18 = 18`
  assert.equal([...triggers], [])
})

test('a term takes its votes along, and leaves its history', async ({ sql }) => {
  await sql`delete from terms`
  const [row] = await sql`
    select (select count(*)::int from votes) as votes,
      (select count(*)::int from term_history) as entries`
  assert.equal({ ...row }, { votes: 0, entries: 1 })
})

test.run()
