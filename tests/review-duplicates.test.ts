import * as assert from 'uvu/assert'
import { sendForm } from './support/forms.ts'
import { callsOf, rowsRead } from './support/statements.ts'
import { glossary, type Person, send, type TestService } from './support/test-service.ts'

// Duplicates are grouped by name, and cost only those who see them (contract, section 16).
const test = glossary('duplicates in the review queue')

async function duplicates({ request }: TestService, as: Person, query = '') {
  const path = `/api/v1/review?kind=duplicate${query}`
  const { body, headers } = await request('GET', path, { as })
  type Item = { term: { id: string; name: string }; other: { id: string } }
  return { items: body as Item[], total: Number(headers.get('x-total-count')) }
}

const addMeanings = ({ sql }: TestService, names: number, meanings: number) => sql`
  insert into terms (name, full_name, definition, status, source)
  select 'Name ' || n, 'Meaning ' || m, 'One of many.', 'pending', 'import'
  from generate_series(1, ${names}::integer) as n, generate_series(1, ${meanings}::integer) as m`

const pairs: [string, object, object, boolean][] = [
  ['the same name', { name: 'AB' }, { name: 'ab', category: 'Sales' }, true],
  ['an alias', { name: 'AB' }, { name: 'Alpha Beta', aliases: ['ab'] }, true],
  ['the same aliases', { name: 'X', aliases: ['ab'] }, { name: 'Y', aliases: ['AB'] }, true],
  ['close full names', { name: 'AB', full_name: 'Alpha Beta' }, { name: 'AB', full_name: 'Alpha-Betas' }, true],
  [
    'different full names',
    { name: 'AB', full_name: 'Amazon Builder' },
    { name: 'AB', full_name: 'Alternative Work Beginner' },
    false,
  ],
  ['a common misspelling', { name: 'AB', aliases: [{ name: 'ba', kind: 'misspelling' }] }, { name: 'BA' }, false],
  ['different names', { name: 'AB' }, { name: 'AC' }, false],
]

test('duplicates have the same name or alias, and no full names or close ones', async (service) => {
  const editor = await service.person('editor')
  for (const [what, one, other, isDuplicate] of pairs) {
    for (const fields of [one, other]) await service.term(editor, fields)
    assert.is((await duplicates(service, editor)).total, Number(isDuplicate), what)
    await service.sql`delete from terms`
  }
})

test('40 names with 50 meanings each are 40 items', async (service) => {
  const editor = await service.person('editor')
  await addMeanings(service, 40, 50)
  const { items, total } = await duplicates(service, editor)
  assert.equal([items.length, total], [40, 40])
  assert.is(new Set(items.map(({ term }) => term.name)).size, 40)
})

test('names that are equal without punctuation are one group, and two names of two terms one item', async (service) => {
  const editor = await service.person('editor')
  await service.term(editor, { name: 'CI/CD', aliases: ['build chain'] })
  await service.term(editor, { name: 'cicd', aliases: ['Build Chain'] })
  assert.is((await duplicates(service, editor)).total, 1)
  for (const name of ['A/B', 'AB']) await service.term(editor, { name })
  assert.is((await duplicates(service, editor)).total, 2)
})

test('one decision settles all meanings of a name until there is another one, and undoing it brings them back', async (service) => {
  const editor = await service.person('editor')
  const add = (name: string, category: string) => service.term(editor, { name, category })
  for (const category of 'ABCDEFGHIJKL') await add('SLA', category)
  for (const category of 'AB') await add('MRR', category)
  const { items } = await duplicates(service, editor)
  const group = items.find(({ term }) => term.name === 'SLA')
  const [term_id = '', other_id = ''] = [group?.term.id, group?.other.id]
  const decide = async () => {
    const body = { action: 'dismiss', items: [{ term_id, other_id }] }
    const decided = await service.request('POST', '/api/v1/review/bulk', { as: editor, body })
    return decided.body.results[0].outcome
  }
  const names = async () => (await duplicates(service, editor)).items.map(({ term }) => term.name)
  assert.is(await decide(), 'done')
  assert.equal(await names(), ['MRR'])
  assert.is(await decide(), 'gone')

  const undone = { action: 'dismiss', item: `duplicate.${term_id}.${other_id}.SLA` }
  assert.is((await sendForm(service, editor, '/review/undo', undone)).status, 303)
  assert.equal((await names()).sort(), ['MRR', 'SLA'])
  assert.is(await decide(), 'done')
  assert.equal(await names(), ['MRR'])

  await add('SLA', 'M')
  assert.equal((await names()).sort(), ['MRR', 'SLA'])
})

test('a category and an owner see the pairs of a group that concern them', async (service) => {
  const [editor, owner] = [await service.person('editor'), await service.person()]
  for (const category of ['A', 'B', 'C']) await service.term(editor, { name: 'AB', category })
  const { id } = await service.term(owner, { name: 'AB', category: 'D' })
  const concerns = async (as: Person, query = '') => {
    const { items } = await duplicates(service, as, query)
    return items.length === 1 && [items[0]?.term.id, items[0]?.other.id].includes(id)
  }
  assert.ok(await concerns(owner))
  assert.ok(await concerns(editor, '&category=d'))
})

test('names are read only for those who see duplicates, and only if these are asked for', async (service) => {
  await addMeanings(service, 5, 10)
  await service.sql`analyze terms, term_names` // else the plan depends on how large the tables once were
  const [editor, viewer] = [await service.person('editor'), await service.person()]
  const namesRead = async (as: Person, path: string) => {
    const calls = await callsOf(service, (app) => send(app, 'GET', path, { as }))
    const list = calls.filter(({ name }) => name === 'review/list-queue')
    assert.is(list.length, 1)
    return rowsRead(service, list[0] as (typeof list)[number], 'term_names')
  }
  assert.ok((await namesRead(editor, '/api/v1/review')) >= 50)
  // A join can read a row before it finds that nothing can match.
  assert.ok((await namesRead(editor, '/api/v1/review?kind=stale')) <= 2)
  assert.ok((await namesRead(viewer, '/api/v1/review')) <= 2)
})

test.run()
