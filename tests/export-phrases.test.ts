import * as assert from 'uvu/assert'
import { readSummary } from '../lib/export/read.ts'
import { toSelection } from '../lib/export/selection.ts'
import type { Alias } from '../lib/schemas/content.ts'
import type { Status } from '../lib/schemas/term.ts'
import { apiToken } from './support/credentials.ts'
import { runToEnd } from './support/process.ts'
import { leastMs, processorMs } from './support/processor-time.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('phrases')

type About = { status?: Status; votes?: number; aliases?: (string | Alias)[]; category?: string }

async function add(service: TestService, as: Person, name: string, about: About = {}): Promise<string> {
  const { status = 'official', votes = 0, ...content } = about
  const { id } = await service.term(as, { name, ...content })
  await setStatus(service, id, status, votes)
  return id
}

const lookUp = ({ sql }: TestService, id: string, daysAgo: number, lookups: number) => sql`
  insert into term_lookups (term_id, day, lookups)
  values (${id}, (now() at time zone 'UTC')::date - ${daysAgo}::integer, ${lookups})`

const read = (service: TestService, as: Person, query: Record<string, string> = {}) =>
  service.request('GET', `/api/v1/export?${new URLSearchParams({ format: 'phrases', ...query })}`, { as })
const lines = async (...args: Parameters<typeof read>) => (await read(...args)).text.split('\n').slice(0, -1)

const heard = (name: string): Alias => ({ name, kind: 'misspelling' })

test('the most trusted come first, then what was looked up in 90 whole days, then votes, then names', async (service) => {
  const as = await service.person()
  await add(service, as, 'Zebu', { status: 'community', votes: 9 })
  await add(service, as, 'Pending', { status: 'pending' })
  const ids: string[] = []
  for (const [name, votes] of [
    ['Badger', 0],
    ['Auk', 0],
    ['Crane', 3],
    ['Dodo', 1],
    ['Eider', 0],
  ] as const)
    ids.push(await add(service, as, name, { votes }))
  const [badger = '', auk = '', , dodo = '', eider = ''] = ids
  await lookUp(service, eider, 1, 2)
  await lookUp(service, eider, 90, 2)
  await lookUp(service, dodo, 45, 3)
  await lookUp(service, auk, 91, 500) // too long ago
  await lookUp(service, badger, 0, 500) // today is not over
  assert.equal(await lines(service, as), ['Eider', 'Dodo', 'Crane', 'Auk', 'Badger', 'Zebu'])
  assert.equal(await lines(service, as, { status: 'pending' }), ['Pending'])
  assert.is((await lines(service, as, { status: 'all' })).at(-1), 'Pending')
})

test('they are names and other names, each once, but no everyday word and nothing too long', async (service) => {
  const as = await service.person()
  const [fits, long] = ['😀x', '😀xy'].map((end) => `QZ ${'x'.repeat(45)}${end}`)
  const discouraged: Alias = { name: 'Castor', kind: 'discouraged' }
  await add(service, as, 'Kestrel', { aliases: ['KSTR', heard('Castrol'), discouraged, heard(`${long}y`)] })
  await add(service, as, 'Kestrel', { category: 'Birds', aliases: ['Windhover', heard('Kess Trel')] })
  await add(service, as, 'account', { aliases: ['Accounts', 'open account', heard('acount')] })
  await add(service, as, fits ?? '', { aliases: [long ?? ''] })
  const names = ['Kestrel', 'KSTR', 'Windhover', 'Accounts', 'open account', fits]
  const sorted = ['Accounts', 'open account', 'Kestrel', 'KSTR', 'Windhover', fits]
  assert.equal([(await lines(service, as)).length, await lines(service, as)], [names.length, sorted])
  const { body, headers } = await read(service, as, { as: 'json' })
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.match(headers.get('content-disposition') ?? '', 'phrases.json')
  assert.equal(body, [
    ...['Accounts', 'open account'].map((write) => ({ write, heard: [] })),
    { write: 'Kestrel', heard: ['Castrol'] },
    { write: 'KSTR', heard: [] },
    { write: 'Kestrel', heard: ['Kess Trel'] },
    ...['Windhover', fits].map((write) => ({ write, heard: [] })),
  ])
})

test('a list is as long as a service takes: names, or characters with the commas between them', async (service) => {
  const as = await service.person()
  await service.sql`
    insert into terms (name, definition, status, source)
    select 'Q' || to_char(n, 'FM0000'), 'x', 'official', 'import' from generate_series(1, 1100) n`
  const count = async (query: Record<string, string>) => (await lines(service, as, query)).length
  assert.equal([await count({}), await count({ limit: '1000' }), await count({ limit: '7' })], [100, 1000, 7])
  const { body } = await read(service, as, { as: 'json' })
  assert.equal([body.length, body[1099]], [1100, { write: 'Q1100', heard: [] }])
  assert.is((await read(service, as, { as: 'json', limit: '3' })).body.length, 3)
  for (const chars of [100, 103, 104, 50_000]) {
    const { text } = await read(service, as, { as: 'prompt', chars: `${chars}`, limit: '1000' })
    const expected = Array.from(
      { length: Math.min(1000, Math.floor((chars + 2) / 7)) },
      (_, i) => `Q${`${i + 1}`.padStart(4, '0')}`,
    )
    assert.equal([text, text.length <= chars], [expected.join(', '), true])
    assert.equal(await lines(service, as, { chars: `${chars}`, limit: '1000' }), expected)
  }
})

test('what phrases do not have is refused, and what other formats do not have', async (service) => {
  const as = await service.person()
  const { token } = await apiToken(service, as, ['feed'])
  const refused: Record<string, string>[] = [{ limit: '1001' }, { limit: '0' }, { chars: '99' }, { chars: '50001' }]
  for (const query of [...refused, { as: 'xml' }, { offset: '1' }]) {
    const { status, body } = await read(service, as, query)
    assert.equal([status, body.errors.map(({ path }: { path: string }) => path)], [422, Object.keys(query)])
  }
  for (const query of ['as=json', 'chars=500'])
    for (const path of [`/api/v1/export?format=words&${query}`, `/feeds/${token}/words?${query}`])
      assert.is((await service.request('GET', path, { as })).status, 422, path)
  const empty = async (style: string) => (await read(service, as, { as: style })).text
  assert.equal([await empty('lines'), await empty('prompt'), JSON.parse(await empty('json'))], ['', '', []])
})

test('export, feed and command have the same list, of one category if wanted', async (service) => {
  const as = await service.person()
  await add(service, as, 'Kestrel', { category: 'Birds', aliases: ['KSTR', heard('Castrol')] })
  await add(service, as, 'Merlin', { category: 'Wizards', status: 'community' })
  await add(service, as, 'Teal', { category: 'Birds', status: 'pending' })
  const { token } = await apiToken(service, as, ['feed'])
  const environment = { SERVICE_DATABASE_URL: service.databaseUrl }
  const queries: Record<string, string>[] = [{}, { as: 'prompt', chars: '100' }, { category: 'birds', limit: '1' }]
  for (const query of [...queries, { as: 'json', category: 'BIRDS', status: 'all' }]) {
    const { text } = await read(service, as, query)
    const feed = await service.request('GET', `/feeds/${token}/phrases?${new URLSearchParams(query)}`)
    const options = Object.entries(query).flatMap(([name, value]) => [`--${name}`, value])
    const command = await runToEnd(environment, 'export', ['--format', 'phrases', ...options])
    assert.equal([feed.text, command.stdout, command.stderr], [text, text, ''])
    assert.match(text, 'Kestrel')
  }
  const wrong = await runToEnd(environment, 'export', ['--format', 'csv', '--limit', '5'])
  assert.equal([wrong.status, wrong.stdout], [1, ''])
})

test('the tag changes with a term and with the day, not with each lookup', async (service) => {
  const as = await service.person()
  const id = await add(service, as, 'Kestrel')
  const tagOf = async (format: string) =>
    (await service.request('GET', `/api/v1/export?format=${format}`, { as })).headers.get('etag')
  const before = await Promise.all([tagOf('phrases'), tagOf('words')])
  await lookUp(service, id, 0, 5)
  assert.is(await tagOf('phrases'), before[0])
  const headers = { 'if-none-match': before[0] ?? '' }
  assert.is((await service.request('GET', '/api/v1/export?format=phrases', { as, headers })).status, 304)
})

for (const [format, isOther] of [
  ['phrases', true],
  ['words', false],
] as const)
  test(`tomorrow, the tag of ${format} is ${isOther ? 'another' : 'the same'}`, async ({ ctx: { db, settings } }) => {
    const inDays = async <Row>(...args: Parameters<typeof db.one>) =>
      ({ ...Object(await db.one(...args)), today: '2999-01-01' }) as Row
    const selection = toSelection({ format }, 'suggested')
    const today = await readSummary({ db, settings }, selection)
    const tomorrow = Object.assign(Object.create(db), { one: inDays })
    const later = await readSummary({ db: tomorrow, settings }, selection)
    assert.is(today.tag !== later.tag, isOther)
  })

test('a list of 10,000 terms is in the order of all, and takes little', async (service) => {
  const as = await service.person()
  await service.sql`
    insert into terms (name, aliases, definition, status, source)
    select 'Q' || to_char(n, 'FM00000'), jsonb_build_array(jsonb_build_object('name', 'heard ' || n, 'kind', 'misspelling')),
      repeat('x', 200), 'official', 'import'
    from generate_series(1, 10000) n`
  await service.sql`
    insert into term_lookups (term_id, day, lookups)
    select id, (now() at time zone 'UTC')::date - d, right(name, 5)::integer from terms, generate_series(1, 9) d`
  const list = async () => {
    const { body } = await read(service, as, { as: 'json' })
    assert.equal([body.length, body[0].write, body[9999]], [10_000, 'Q10000', { write: 'Q00001', heard: ['heard 1'] }])
    assert.is(new Set(body.map(({ write }: { write: string }) => write)).size, 10_000)
  }
  const ms = await leastMs(1500, () => processorMs(list))
  assert.ok(ms < 1500, `${ms}`)
})

test.run()
