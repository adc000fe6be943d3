import postgres from 'postgres'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createDatabase } from './support/databases.ts'

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
const nobody = '00000000-0000-4000-8000-000000000009'

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
const aTerm = insert('terms', {
  name: "'API'",
  definition: "'An interface.'",
  status: "'pending'",
  source: "'user'",
})
const aVote = insert('votes', { term_id: `'${term}'`, user_id: `'${user}'` })
const anEntry = insert('term_history', {
  term_id: `'${term}'`,
  version: '2',
  action: "'updated'",
})
const aToken = insert('api_tokens', {
  name: "'cd'",
  scopes: "'{read}'",
  user_id: `'${user}'`,
  token_hash: "sha256('b')",
})
const anEvent = insert('audit_events', { action: "'auth.login'" })
const aRun = insert('job_runs', { job_type: "'staleness'", trigger: "'manual'" })
const aMessage = insert('outbox_messages', {
  user_id: `'${user}'`,
  kind: "'digest'",
  payload: "'{}'",
})

const [check, missing, unique, reference, immutable] = ['23514', '23502', '23505', '23503', '23001']

const refused: [what: string, state: string | undefined, statements: string[]][] = [
  [
    'a user with an invalid email address, name, role or Slack ID',
    check,
    [
      aUser({ email: "'a@'" }),
      aUser({ email: long(321) }),
      aUser({ display_name: "''" }),
      aUser({ display_name: long(301) }),
      aUser({ role: "'owner'" }),
      aUser({ messaging_user_id: "''" }),
      aUser({ messaging_user_id: long(101) }),
    ],
  ],
  ['a user without an email address', missing, [aUser({ email: 'null' })]],
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
    'a term with text too short or too long, or a status or source that is none',
    check,
    [
      aTerm({ name: "''" }),
      aTerm({ name: long(121) }),
      aTerm({ full_name: "''" }),
      aTerm({ full_name: long(301) }),
      aTerm({ definition: "''" }),
      aTerm({ definition: long(4001) }),
      aTerm({ category: "''" }),
      aTerm({ category: long(81) }),
      aTerm({ status: "'stale'" }),
      aTerm({ status: "'Pending'" }),
      aTerm({ source: "'web'" }),
    ],
  ],
  [
    'a version below 1, or less than no votes',
    check,
    [
      aTerm({ version: '0' }),
      aTerm({ version: '-1' }),
      aTerm({ vote_count: '-1' }),
      'update terms set vote_count = vote_count - 2',
      'update terms set version = 0',
    ],
  ],
  [
    'a term without a name, definition, status or source',
    missing,
    ['name', 'definition', 'status', 'source'].map((column) => aTerm({ [column]: 'null' })),
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
  ['a second vote of a user', unique, [aVote({})]],
  [
    'what refers to a user or term that does not exist',
    reference,
    [
      aVote({ user_id: `'${nobody}'` }),
      aVote({ term_id: `'${nobody}'` }),
      aTerm({ owner_id: `'${nobody}'` }),
      anEntry({ actor_id: `'${nobody}'` }),
      anEvent({ actor_id: `'${nobody}'` }),
      aToken({ user_id: `'${nobody}'` }),
      aMessage({ user_id: `'${nobody}'` }),
    ],
  ],
  ['the end of a user whom votes and events name', reference, ['delete from users']],
  [
    'a history entry of another kind, or with a wrong version, note or changes',
    check,
    [
      anEntry({ action: "'deleted'" }),
      anEntry({ version: '0' }),
      anEntry({ note: "''" }),
      anEntry({ note: long(501) }),
      anEntry({ changes: "'[]'" }),
      anEntry({ changes: "'null'" }),
    ],
  ],
  [
    'an audit event of another kind, target or payload',
    check,
    [
      anEvent({ action: "'term.read'" }),
      anEvent({ target_type: "'vote'" }),
      anEvent({ payload: "'[]'" }),
    ],
  ],
  [
    'a change of history and audit',
    immutable,
    ['term_history', 'audit_events'].flatMap((table) => [
      `update ${table} set created_at = now()`,
      `update ${table} set id = id where false`,
      `delete from ${table}`,
      `truncate ${table}`,
      `truncate ${table} cascade`,
    ]),
  ],
  ['the end of all users, and of audit with them', immutable, ['truncate users cascade']],
  [
    'a token with a wrong name, hash or scope',
    check,
    [
      aToken({ name: "''" }),
      aToken({ name: long(101) }),
      aToken({ token_hash: "'\\x00'" }),
      aToken({ token_hash: "sha512('b')" }),
      aToken({ scopes: "'{}'" }),
      aToken({ scopes: "'{admin}'" }),
      aToken({ scopes: "'{read,write,admin}'" }),
      aToken({ scopes: "'{read,write,read}'" }),
    ],
  ],
  ['the hash of a token twice', unique, [aToken({ token_hash: "sha256('a')" })]],
  [
    'a job run of another kind, or in a state that cannot be',
    check,
    [
      aRun({ job_type: "'backup'" }),
      aRun({ trigger: "'cron'" }),
      aRun({ status: "'stuck'" }),
      aRun({ progress: "'[]'" }),
      aRun({ status: "'failed'", completed_at: 'now()' }),
      aRun({ status: "'completed'" }),
      aRun({ status: "'completed'", completed_at: 'now()', error: "'no'" }),
      aRun({ status: "'running'", completed_at: 'now()' }),
      aRun({ error: "'no'" }),
    ],
  ],
  [
    'two runs of a job at once',
    unique,
    [
      aRun({ job_type: "'discovery'" }),
      aRun({ job_type: "'discovery'", trigger: "'schedule'", status: "'running'" }),
    ],
  ],
  [
    'a message of another kind',
    check,
    [
      aMessage({ kind: "'spam'" }),
      aMessage({ payload: "'[]'" }),
      aMessage({ payload: 'null' }),
      aMessage({ user_id: 'null' }),
      aMessage({ kind: "'inbox'", payload: 'null' }),
      aMessage({ kind: "'webhook'", user_id: 'null' }),
      aMessage({ kind: "'slack.answer'" }),
      aMessage({ term_id: `'${term}'` }),
    ],
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
  anEntry({ note: long(500), changes: `'{"name": {"from": null, "to": "x"}}'` }),
  aToken({ name: long(100), scopes: "'{read,write}'" }),
  aRun({}),
  aRun({ job_type: "'discovery'", status: "'completed'", completed_at: 'now()' }),
  aRun({ job_type: "'discovery'", status: "'failed'", completed_at: 'now()', error: "'no'" }),
  'delete from terms',
]

for (const statement of taken) {
  test(`the database takes ${statement.slice(0, 90)}`, async ({ sql }) => {
    await sql.unsafe(statement)
  })
}

test('a term takes its votes along, and leaves its history', async ({ sql }) => {
  await sql`delete from terms`
  const [row] = await sql`
    select (select count(*)::int from votes) as votes,
      (select count(*)::int from term_history) as entries`
  assert.equal({ ...row }, { votes: 0, entries: 1 })
})

test.run()
