import * as assert from 'uvu/assert'
import { rowsOf } from './support/rows.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('erasing names')

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

/** Stores names that people looked up in vain. */
const wanted = ({ sql }: TestService, ...names: string[]) => sql`
  insert into wanted_names (name_key, name, is_public, last_asked_on) select loose(n), n, false, now() from unnest(${names}::text[]) n`

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
    ['Jane Roe', 'Roe Jane', 'Jane', 'Roe'].map((name) => [name, 1]),
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

test('different texts are counted, each once, wherever they stand, and those that only versions have', async (service) => {
  const { admin, person, preview } = await named(service, 'Jane Roe')
  const { id } = await service.term(person, { definition: 'Ask Jane Roe.' })
  await service.request('PUT', `/api/v1/terms/${id}`, { as: admin, body: { version: 1, definition: 'Ask JANE ROE.' } })
  const proposal = { version: 2, definition: 'Ask no one.', note: 'Jane Roe left.' }
  await service.request('POST', `/api/v1/terms/${id}/proposals`, { as: admin, body: proposal })
  await service.term(person, { definition: 'Ask Jane Roe.' })
  const found: Found[] = await preview()
  assert.equal(
    found.map(({ name, texts }) => [name, texts]),
    [
      ['Jane Roe', 3],
      ['Roe Jane', 0],
      ['Jane', 3],
      ['Roe', 3],
    ],
  )
})

test('a name that people only looked up is shown, and goes if it is ticked', async (service) => {
  const { admin, person, preview, eraseNames } = await named(service, 'Jane Roe')
  const { id } = await service.term(person, { name: 'SLA' })
  const looked = await service.person()
  await wanted(service, 'jane roe salary', 'ROE board')
  await service.sql`insert into learned_names (name_key, term_id, name) values ('janesteam', ${id}, 'jane''s team')`
  await service.request('POST', '/api/v1/wanted/janeroe/notify', { as: looked })
  const found: Found[] = await preview()
  assert.equal(
    found.map(({ name, texts }) => [name, texts]),
    [
      ['Jane Roe', 3],
      ['Roe Jane', 3],
      ['Jane', 3],
      ['Roe', 3],
    ],
  )
  assert.ok(found[0]?.examples.includes("jane's team"))
  assert.is((await eraseNames(['Jane', 'Roe'])).status, 200)
  assert.not.match(await rowsOf(service), /jane|roe board/i)
  assert.is((await service.request('GET', `/api/v1/terms/${id}`, { as: admin })).status, 200)
})

const whole: [name: string, written: string, left: string][] = [
  [
    'Will May',
    'Will May, May Will, Will\u00a0May; will may, WILL MAY and Will.',
    '…, …, …; will may, WILL MAY and Will.',
  ],
  ['Don Will', 'Ask Don Will, Don, or will don.', 'Ask …, Don, or will don.'],
  ['May, Will', 'May, Will and MAY WILL; in may, will may it?', '… and MAY WILL; in may, will may it?'],
]

for (const [name, written, left] of whole) {
  test(`${name} is erased only as it is written, because all of its words are words of any text`, async (service) => {
    const { admin, person, preview, eraseNames } = await named(service, name)
    const { id } = await service.term(person, { definition: written })
    await wanted(service, 'goodwill', 'will may')
    const names = (await preview()).map((found: Found) => found.name)
    assert.ok(names.includes(name) && names.every((each: string) => each.includes(' ')), names.join())
    assert.is((await eraseNames(['Will'])).status, 422)
    const { status, body } = await eraseNames(names)
    assert.equal([status, body.display_name], [200, 'Erased user'])
    assert.is(await definitionOf(service, id), left)
    const kept = await service.sql`select name from wanted_names order by name`
    assert.equal(
      kept.map((row) => row.name),
      names.includes('Will May') ? ['goodwill'] : ['goodwill', 'will may'],
    )
    const history = await service.request('GET', `/api/v1/terms/${id}/history`, { as: admin })
    assert.is(history.body.at(-1).changes.definition.to, left)
  })
}

test('of a person who was erased before, the admin types the names that texts still have', async (service) => {
  const { person, preview, eraseNames } = await named(service, 'Jane Roe')
  const { id } = await service.term(person, { definition: 'Ask Will  May or Jane Roe, jane roe; will may, Will.' })
  assert.is((await eraseNames([])).status, 200)
  assert.equal(await preview(), [])
  for (const name of ['Jane', 'jane roe', ' ', 'Jane\0 Roe', 'J\u200b Roe', `${'x'.repeat(300)} Y`]) {
    const { status, body } = await eraseNames([name])
    assert.equal([status, body.errors[0].path], [422, 'names.0'], name)
  }
  assert.is((await eraseNames(Array.from({ length: 21 }, (_, i) => `Jane Roe${i}`))).status, 422)
  assert.is((await eraseNames([' Will May ', 'Jane  Roe'])).status, 200)
  assert.is(await definitionOf(service, id), 'Ask … or …, …; will may, Will.')
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

test.run()
