import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import { notQuick } from './support/quick.ts'
import { rowsOf } from './support/rows.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('erasing')

const email = 'ada.lovelace@example.com'
const client = '203.0.113.77'
const definition = `Ask ${email}.`

/** Records logins of a person. */
const recordLogins = ({ sql }: TestService, { id }: Person, amount: number) => sql`
  insert into audit_events (actor_id, action, target_type, target_id, payload)
  select ${id}, 'auth.login', 'user', ${id}, ${sql.json({ client, method: email })}
  from generate_series(1, ${amount}::integer)`

const erase = ({ request }: TestService, as: Person, { id }: Person) =>
  request('POST', `/api/v1/users/${id}/erase`, { as })

async function assertGone(service: TestService) {
  const rows = await rowsOf(service)
  for (const detail of [email, client]) assert.not.ok(rows.includes(detail), detail)
}

test('a log is erased in parts, because all of it may take longer than a statement can', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person('viewer', email)]
  await recordLogins(service, ada, 10_001)
  assert.is((await erase(service, admin, ada)).status, 200)
  await assertGone(service)
  const [log] = await service.sql`select count(*)::integer as total from audit_events`
  assert.is(log?.total, 10_003, 'with the deactivation and the erasure')
})

test('thousands of definitions that name a person are erased in parts', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person('editor', email)]
  await service.sql`
    insert into terms (name, definition, status, source, owner_id)
    select 'term ' || n, ${definition} || n, 'pending', 'import', ${ada.id} from generate_series(1, 2500) n`
  assert.is((await erase(service, admin, ada)).status, 200)
  await assertGone(service)
  const [terms] = await service.sql`
    select count(*)::integer as total from terms where definition ~ '^Ask …[.][0-9]+$'`
  assert.is(terms?.total, 2500)
})

test('an erasure that fails changes nothing', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person('editor', email)]
  await recordLogins(service, ada, 10)
  await service.term(ada, { definition })
  await service.sql`alter table users add check (email not like '%@erased.invalid')`
  const before = await rowsOf(service)
  assert.is((await erase(service, admin, ada)).status, 500)
  assert.is(await rowsOf(service), before)
})

test('nobody waits while the logs are erased, and what is added then is erased, too', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person('editor', email)]
  const other = await service.person('editor')
  await recordLogins(service, ada, 10)
  const { id } = await service.term(ada, { definition })
  const { release, ended } = await lockLog(service)
  const erasing = erase(service, admin, ada)
  await eventually('the erasure waits', () => isWaiting(service))
  const statuses = []
  for (const [method, path, as, body] of [
    ['POST', `/api/v1/terms/${id}/claim`, other, undefined],
    ['POST', `/api/v1/terms/${id}/vote`, other, undefined],
    ['PUT', `/api/v1/terms/${id}/follow`, ada, undefined],
    ['PATCH', `/api/v1/users/${other.id}/role`, admin, { role: 'viewer' }],
    ['POST', '/api/v1/terms', ada, { name: 'RPO', definition }],
  ] as const) {
    const answer = await service.request(method, path, { as, ...(body && { body }) })
    statuses.push(answer.status)
  }
  release()
  await ended
  assert.equal(statuses, [200, 200, 204, 200, 201])
  assert.is((await erasing).status, 200)
  await assertGone(service)
})

/** Locks the audit log's entries until `release` is called, so that an erasure waits for them. */
async function lockLog({ databaseUrl }: TestService) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let ended: Promise<void> = Promise.resolve()
  await new Promise<void>((locked) => {
    ended = sql.begin(async (tx) => {
      await tx`select from audit_events for update`
      locked()
      await released
    }) as Promise<void>
  })
  return { release, ended: ended.then(() => sql.end()) }
}

async function isWaiting({ sql }: TestService) {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting.length > 0
}

test('an erased account stays deactivated and keeps its role', async (service) => {
  const [admin, ada] = [await service.person('admin'), await service.person()]
  await service.request('POST', `/api/v1/users/${ada.id}/erase`, { as: admin })
  const changes = [
    ['', { is_active: true }],
    ['/role', { role: 'admin' }],
  ] as const
  for (const [path, body] of changes) {
    const url = `/api/v1/users/${ada.id}${path}`
    const answer = await service.request('PATCH', url, { as: admin, body })
    assert.equal([answer.status, answer.body.code], [409, 'erased_account'])
  }
  const [user] = await service.sql`select role, is_active from users where id = ${ada.id}`
  assert.equal(user, { role: 'viewer', is_active: false })
})

test('nobody erases themselves, and unknown users are not found', async (service) => {
  const admin = await service.person('admin')
  const own = await erase(service, admin, admin)
  assert.equal([own.status, own.body.code], [409, 'own_account'])
  const nobody = { ...admin, id: '00000000-0000-4000-8000-000000000000' }
  assert.is((await erase(service, admin, nobody)).status, 404)
})

test('of two admins who erase each other at the same time, one stays', async (service) => {
  const [ada, bo] = [await service.person('admin'), await service.person('admin')]
  await Promise.all([erase(service, ada, bo), erase(service, bo, ada)])
  const admins = await service.sql`select from users where role = 'admin' and is_active`
  assert.is(admins.length, 1)
})

/** Adds a person of a name, and an admin who erases them with some of their names. */
async function named(service: TestService, displayName: string) {
  const [admin, person] = [await service.person('admin'), await service.person('editor')]
  await service.sql`update users set display_name = ${displayName} where id = ${person.id}`
  const path = `/api/v1/users/${person.id}/erase`
  return {
    admin,
    person,
    preview: async () => (await service.request('GET', path, { as: admin })).body.names,
    eraseNames: (names: string[]) => service.request('POST', path, { as: admin, body: { names } }),
  }
}

type Found = { name: string; texts: number; examples: string[] }

const definitionOf = async ({ sql }: TestService, id: string) =>
  (await sql`select definition from terms where id = ${id}`)[0]?.definition

test('no name is replaced unless an admin lists it', async (service) => {
  const { person, preview, eraseNames } = await named(service, 'Jane Roe')
  const definition = 'Ask Jane  Roe, jane\u00a0roe, ROE, JANE or Roe Jane, not Jane or janeroe; a jane.'
  const { id } = await service.term(person, { definition })
  const found: Found[] = await preview()
  assert.equal(
    found.map(({ name, texts }) => [name, texts]),
    ['Jane Roe', 'Roe Jane', 'Jane', 'Roe'].map((name) => [name, 2]), // in the history, too
  )
  assert.match(found[0]?.examples[0] ?? '', 'Ask Jane  Roe')
  assert.is((await eraseNames([])).status, 200)
  assert.is(await definitionOf(service, id), definition)
})

test('names are replaced in any order, case and space, and single words not in lower case', async (service) => {
  const { person, eraseNames } = await named(service, 'Jane Roe')
  const { id } = await service.term(person, {
    definition: 'Ask Jane  Roe, jane\u00a0roe, ROE, JANE or Roe Jane, not Jane or janeroe; a jane.',
  })
  assert.is((await eraseNames(['Jane Roe', 'Roe Jane', 'Jane'])).status, 200)
  assert.is(await definitionOf(service, id), 'Ask …, …, … or …, not … or janeroe; a jane.')
})

test('full names, categories, aliases, notes and versions are erased', async (service) => {
  const { admin, person, eraseNames } = await named(service, 'Jane Roe')
  const first = await service.term(person, {
    ...{ name: 'SLA', full_name: 'Jane Roe Board', category: 'Roe Jane' },
    aliases: ['JRB', 'Roe Jane', 'Jane Roe board'],
  })
  // What the terms would be called is the same without the name.
  await service.term(person, { name: 'SLA', full_name: 'Roe Jane Board', category: 'Jane Roe' })
  const proposal = { version: 1, definition: 'By Jane Roe.', note: 'As Jane Roe says.' }
  const path = `/api/v1/terms/${first.id}/proposals`
  assert.is((await service.request('POST', path, { as: admin, body: proposal })).status, 201)
  const { status, text } = await eraseNames(['Jane Roe', 'Roe Jane'])
  assert.is(status, 200, text)
  const left = (await rowsOf(service)).match(/.{0,200}\b(jane|roe)\b/gi)
  assert.equal(left, null)
  const [term] = await service.sql`select full_name, category, aliases from terms where id = ${first.id}`
  assert.match(`${term?.full_name} ${term?.category}`, /^… Board.* …$/)
  assert.equal(
    term?.aliases.map(({ name }: { name: string }) => name),
    ['JRB', '… board'],
  )
})

/** The name of a person, what a text says, and what is left of it. */
const spelled: [name: string, written: string, left: string][] = [
  ['José García', 'JOSÉ GARCÍA, Jose\u0301 Garci\u0301a, GARCÍA and Josérez.', '…, …, … and Josérez.'],
  ['Ren', 'Ren, RENÉ and Øren.', '…, RENÉ and Øren.'],
  ['Jane Roe', 'Ja\u00adne Roe, Jane\u200b Roe, Ｊａｎｅ Ｒｏｅ; x².', '…, …, …; x2.'],
  ['Jane Poe', 'Jane Poe; x² and a soft\u00ad hyphen.', '…; x² and a soft\u00ad hyphen.'],
  ["Sean O'Brien", 'Ask SEAN O’BRIEN or O’Brien.', 'Ask … or ….'],
  ['Jean-Luc Pi', 'JEAN\u2011LUC and Jean-Lucas.', '… and Jean-Lucas.'],
  ['Doe, Jo (Sales)', 'Jo Doe, DOE and a jo.', '…, … and a jo.'],
  ['山田 太郎', '山田太郎さん', '……さん'],
]

test('names are found however their letters are written, and never within other words', async (service) => {
  for (const [name, written, left] of spelled) {
    const { person, preview, eraseNames } = await named(service, name)
    const { id } = await service.term(person, { definition: written })
    const names = (await preview()).map((found: Found) => found.name)
    assert.is((await eraseNames(names)).status, 200)
    assert.is(await definitionOf(service, id), left)
  }
})

test('addresses are found in links, and not within other addresses; short words are no Slack IDs', async (service) => {
  const { person, eraseNames } = await named(service, 'Ann')
  await service.sql`
    update users set email = 'ann+x@example.com', messaging_user_id = 'UNKNOWN' where id = ${person.id}`
  const { id } = await service.term(person, {
    definition: 'UNKNOWN is unknown: _ANN+X@example.com_, jo.ann+x@example.com, ann+x@\u200bexample.com.',
    links: [{ url: 'https://a.example/?to=bo%2Cann%2Bx%40example.com', label: 'Mail' }],
  })
  assert.is((await eraseNames([])).status, 200)
  const left = 'UNKNOWN is unknown: _…_, jo.ann+x@example.com, ….'
  assert.is(await definitionOf(service, id), left)
  const [term] = await service.sql`select links from terms where id = ${id}`
  assert.is(term?.links[0].url, 'https://a.example/?to=bo%2C…')
})

test('what discovery and channels know goes, too', async (service) => {
  const { person, eraseNames } = await named(service, 'Jane Roe')
  await service.sql`insert into discovery_expansions values ('JR', 'JANE ROE', 1), ('JR', 'Jade Rose', 1)`
  await service.sql`insert into slack_channel_categories values ('C1', 'roe', 1), ('C1', 'team roe', 1)`
  await service.sql`insert into slack_channel_categories values ('C1', 'jane roe', 1)`
  await service.sql`
    insert into dismissed_suggestions
    (id, name, full_name, definition, category, aliases, version, last_confirmed_at, source, created_at, dismissed_by)
    values (gen_random_uuid(), 'JR', 'Jane Roe', '', 'Roe Jane', '[]', 1, now(), 'discovery', now(), ${person.id})`
  assert.is((await eraseNames(['Jane Roe', 'Roe Jane', 'Roe'])).status, 200)
  const rows = await service.sql`
    select full_name as left from discovery_expansions
    union all select category_key from slack_channel_categories
    union all select unnest(array[full_name, category]) from dismissed_suggestions`
  assert.equal(
    rows.map((row) => row.left),
    ['Jade Rose', 'team roe', '…', '…'],
  )
})

for (const displayName of ['of the', 'The', 'what is']) {
  test(`a person who calls themselves "${displayName}" erases no text`, async (service) => {
    const { person, preview, eraseNames } = await named(service, displayName)
    const definition = 'What is the end of the sprint? The Of The.'
    const { id } = await service.term(person, { definition })
    assert.equal(await preview(), [])
    const refused = await eraseNames([displayName])
    assert.is(refused.status, 422)
    assert.is(refused.body.errors[0].path, 'names.0')
    assert.is((await eraseNames([])).status, 200)
    assert.is(await definitionOf(service, id), definition)
  })
}

test('a Slack ID that has not its form, and signs of regular expressions, are no words', async (service) => {
  const { person, preview, eraseNames } = await named(service, 'Al. (x|y) 100%_')
  await service.sql`update users set messaging_user_id = 'word' where id = ${person.id}`
  const definition = 'A word of Alb, x or y, and 100 percent; of Al. (x|y) 100%_ itself.'
  const { id } = await service.term(person, { definition })
  const names = (await preview()).map(({ name }: Found) => name)
  assert.is((await eraseNames(names.slice(0, 1))).status, 200)
  assert.is(await definitionOf(service, id), 'A word of Alb, x or y, and 100 percent; of … itself.')
})

notQuick(test).run()
