import * as assert from 'uvu/assert'
import { behindLock, holdAuditEvents } from './support/queue.ts'
import { secondProcess } from './support/second-process.ts'
import { markStale, setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'
import { learnSecret } from './support/wanted.ts'

// Lists of decisions and changes while another person deletes or merges what one of them is about.
const test = glossary('lists of decisions at once')

type Item = Record<string, string>
/** Makes something wait for a decision. Returns its item in a list, its author, and the term that the item is about. */
type Waiting = (service: TestService, editor: Person) => Promise<{ item: Item; term: string; author?: Person }>

const plain: Waiting = async (service, editor) => {
  const { id } = await service.term(editor)
  return { item: { term_id: id }, term: id }
}

const suggested: Waiting = async (service, editor) => {
  const made = await plain(service, editor)
  await setStatus(service, made.term, 'suggested')
  return made
}

const stale: Waiting = async (service, editor) => {
  const made = await plain(service, editor)
  await markStale(service, made.term)
  return made
}

const ownerless: Waiting = async (service, editor) => {
  const made = await plain(service, editor)
  await service.sql`update terms set owner_id = null where id = ${made.term}`
  return made
}

const proposed: Waiting = async (service, editor) => {
  const { id } = await service.term(editor)
  const body = { version: 1, definition: 'Better.' }
  const as = await service.person()
  const answer = await service.request('POST', `/api/v1/terms/${id}/proposals`, { as, body })
  return { item: { proposal_id: answer.body.id }, term: id, author: as }
}

const disputed: Waiting = async (service, editor) => {
  const { id } = await service.term(editor)
  const as = await service.person()
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as, body: { reason: 'No.' } })
  const { body } = await service.request('GET', `/api/v1/terms/${id}/disputes`, { as })
  return { item: { dispute_id: body[0].id }, term: id, author: as }
}

/** Two meanings of a name. */
const duplicate: Waiting = async (service, editor) => {
  const [one, name] = [await service.term(editor), `name ${Math.random()}`]
  await service.request('PUT', `/api/v1/terms/${one.id}`, { as: editor, body: { version: 1, name } })
  const other = await service.term(editor, { name, category: 'Sales' })
  return { item: { term_id: one.id, other_id: other.id }, term: other.id }
}

/** The same the other way round, with a third meaning, which is deleted. */
const group: Waiting = async (service, editor) => {
  const { item } = await duplicate(service, editor)
  const { body } = await service.request('GET', `/api/v1/terms/${item.other_id}`, { as: editor })
  const third = await service.term(editor, { name: body.name, category: 'Law' })
  return { item: { term_id: item.other_id ?? '', other_id: item.term_id ?? '' }, term: third.id }
}

const learned: Waiting = async (service, editor) => {
  const { id, name } = await service.term(editor)
  await learnSecret(service, name)
  const [row] = await service.sql<{ id: string }[]>`select id from learned_names where term_id = ${id}`
  return { item: { learned_id: row?.id ?? '' }, term: id }
}

type List = { path: string; body: (items: Item[]) => object }

const review = (action: string): List => ({ path: '/api/v1/review/bulk', body: (items: Item[]) => ({ action, items }) })
const terms = (body: object): List => ({
  path: '/api/v1/terms/bulk',
  body: (items: Item[]) => ({ ids: items.map(({ term_id }) => term_id), ...body }),
})

const cases: Record<string, { list: List; waiting: Waiting; isKept?: boolean }> = {
  'two meanings': { list: review('dismiss'), waiting: duplicate },
  'two of three meanings': { list: review('dismiss'), waiting: group, isKept: true },
  'accepting a suggestion': { list: review('accept'), waiting: suggested },
  'dismissing a suggestion': { list: review('dismiss'), waiting: suggested },
  'accepting a proposal': { list: review('accept'), waiting: proposed },
  'declining a proposal': { list: review('decline'), waiting: proposed },
  'upholding a report': { list: review('uphold'), waiting: disputed },
  'dismissing a report': { list: review('dismiss'), waiting: disputed },
  'confirming a stale term': { list: review('confirm'), waiting: stale },
  'claiming a term': { list: review('claim'), waiting: ownerless },
  'setting the category': { list: terms({ set: { category: 'Law' } }), waiting: plain },
  'ending the ownership': { list: terms({ set: { owner_id: null } }), waiting: plain },
  'confirming terms': { list: terms({ action: 'confirm' }), waiting: plain },
  'promoting terms': { list: terms({ action: 'promote' }), waiting: plain },
  'deleting terms': { list: terms({ action: 'delete' }), waiting: plain },
}

type Ending = 'deleted' | 'merged'

async function play(service: TestService, name: string, ending: Ending) {
  const { list, waiting, isKept = false } = cases[name] as (typeof cases)[string]
  const editor = await service.person('editor')
  const [doomed, other] = [await waiting(service, editor), await waiting(service, editor)]
  const into = (await service.term(editor)).id
  const { body: term } = await service.request('GET', `/api/v1/terms/${doomed.term}`, { as: editor })
  const second = secondProcess(service)
  const end = () =>
    ending === 'deleted'
      ? second.request('DELETE', `/api/v1/terms/${term.id}`, { as: editor })
      : second.request('POST', `/api/v1/terms/${term.id}/merge`, {
          as: editor,
          body: { into, version: term.version, into_version: 1 },
        })
  const decide = () => service.request('POST', list.path, { as: editor, body: list.body([doomed.item, other.item]) })
  const [ended, decided] = await behindLock(service, holdAuditEvents, [end, decide])
  await second.close()
  assert.ok((ended?.status ?? 500) < 300, ended?.text)
  assert.is(decided?.status, 200, decided?.text)
  const outcomes = decided?.body.results.map(({ outcome }: { outcome: string }) => outcome)
  assert.equal(outcomes, [isKept ? 'done' : 'gone', 'done'])
}

for (const name of Object.keys(cases)) {
  for (const ending of ['deleted', 'merged'] as const) {
    test(`${name}: what is ${ending} at that moment is reported, and the rest is decided`, (service) =>
      play(service, name, ending))
  }
}

for (const [what, waiting, method, pathOf] of [
  ['a proposal', proposed, 'DELETE', ({ proposal_id }: Item) => `proposals/${proposal_id}`],
  ['a report', disputed, 'POST', ({ dispute_id }: Item) => `disputes/${dispute_id}/resolve`],
] as const) {
  test(`a term is deleted of which ${what} is withdrawn at that moment`, async (service) => {
    const editor = await service.person('editor')
    const { item, term, author } = await waiting(service, editor)
    const sent = { ...(author && { as: author }), ...(method === 'POST' && { body: { resolution: 'withdrawn' } }) }
    const answers = await behindLock(service, holdAuditEvents, [
      () => service.request(method, `/api/v1/${pathOf(item)}`, sent),
      () => service.request('DELETE', `/api/v1/terms/${term}`, { as: editor }),
    ])
    const refused = answers.filter(({ status }) => status >= 300)
    assert.equal(
      refused.map(({ text }) => text),
      [],
    )
  })
}

test('a proposal replaces an earlier one that is withdrawn or declined at that moment', async (service) => {
  for (const ending of ['DELETE', 'POST'] as const) {
    const [editor, as] = [await service.person('editor'), await service.person()]
    const { id } = await service.term(editor)
    const path = `/api/v1/terms/${id}/proposals`
    const propose = (definition: string) => service.request('POST', path, { as, body: { version: 1, definition } })
    const { body: earlier } = await propose('Better.')
    const end = () =>
      ending === 'DELETE'
        ? service.request('DELETE', `/api/v1/proposals/${earlier.id}`, { as })
        : service.request('POST', `/api/v1/proposals/${earlier.id}/decline`, { as: editor })
    const [ended, made] = await behindLock(service, holdAuditEvents, [end, () => propose('Best.')])
    assert.equal([ended?.status, made?.status], [ending === 'DELETE' ? 204 : 200, 201])
  }
})

test('a name that people use is not added to a term that is deleted at that moment', async (service) => {
  const editor = await service.person('editor')
  const { item, term } = await learned(service, editor)
  const other = await plain(service, editor)
  const [, decided] = await behindLock(service, holdAuditEvents, [
    () => service.request('DELETE', `/api/v1/terms/${term}`, { as: editor }),
    () =>
      service.request('POST', '/api/v1/review/bulk', {
        as: editor,
        body: { action: 'add', items: [item, other.item] },
      }),
  ])
  assert.equal([decided?.status, decided?.body.results[0].outcome], [200, 'gone'])
})

test('what is left when the database fails is named, unless nothing has been done', async (service) => {
  const editor = await service.person('editor')
  const ids = []
  for (let i = 0; i < 4; i++) ids.push((await service.term(editor)).id)
  await service.sql.unsafe(`
    create function fail() returns trigger language plpgsql as $$
      begin raise exception using errcode = '55P03'; end
    $$;
    create trigger fail before update on terms for each row when (old.id = '${ids[1]}') execute function fail()`)
  const confirm = (...list: (string | undefined)[]) =>
    service.request('POST', '/api/v1/terms/bulk', { as: editor, body: { ids: list, action: 'confirm' } })
  const detail = 'The database has too much to do. Try again in a moment.'
  const { status, body } = await confirm(ids[0], ids[1], ids[2])
  assert.is(status, 200)
  assert.equal(body.results, [
    { term_id: ids[0], outcome: 'done', detail: null },
    { term_id: ids[1], outcome: 'conflict', detail },
    { term_id: ids[2], outcome: 'conflict', detail },
  ])
  assert.is((await confirm(ids[1], ids[3])).status, 503)
})

test.run()
