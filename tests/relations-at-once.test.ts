import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { generator } from './support/random.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

// Relations that many people and files change at the same time (contract, sections 18 to 20).
const test = glossary('relations at once', { SERVICE_RATE_LIMIT: '0' })

type Send = (method: string, path: string, body?: object) => Promise<number>

/** Whatever changes terms and their relations, as editors do it, in a random order. */
function changesOf(
  send: Send,
  importRows: (rows: string[]) => Promise<number>,
  ids: string[],
  names: string[],
  seed: number,
) {
  const random = generator(seed)
  const any = <Each>(list: readonly Each[]) => list[Math.floor(random() * list.length)] as Each
  const kinds = ['broader', 'differs_from', 'replaced_by']
  const relation = () => `/api/v1/terms/${any(ids)}/relations/${any(kinds)}/${any(ids)}`
  const row = () => `${any(names)},"${any(names)};${any(names)}",${any(names)}`
  const changes = [
    () => send('PUT', relation()),
    () => send('DELETE', relation()),
    () => send('PUT', `${relation()}/refusal`),
    () => send('POST', `/api/v1/terms/${any(ids)}/vote`),
    () => send('POST', `/api/v1/terms/${any(ids)}/claim`),
    () => importRows([row(), row(), row()]),
    () => send('POST', `/api/v1/terms/${any(ids)}/merge`, { into: any(ids), version: 1, into_version: 1 }),
    () => send('DELETE', `/api/v1/terms/${any(ids)}`),
  ]
  // Most of what happens is small.
  return Array.from({ length: 24 }, () => any([...changes.slice(0, 6), ...changes.slice(0, 6), ...changes]))
}

/** Adds terms, and changes them in all ways at once. Returns the statuses. */
async function round(service: TestService, people: readonly Person[], number: number): Promise<number[]> {
  const names = Array.from({ length: 6 }, (_, n) => `Round ${number} ${n}`)
  const ids: string[] = []
  for (const name of names) ids.push((await service.term(people[0] as Person, { name })).id)
  const imports: string[] = []
  let turn = 0
  const next = () => people[turn++ % people.length] as Person
  const send: Send = async (method, path, body) =>
    (await service.request(method, path, { as: next(), ...(body && { body }) })).status
  const importRows = async (rows: string[]) => {
    const { status, body } = await importFile(service, next(), lines('name,broader,differs_from', ...rows))
    if (body.import_id) imports.push(body.import_id)
    return status
  }
  const changes = changesOf(send, importRows, ids, names, number)
  const statuses = await Promise.all(changes.map((change) => change()))
  const undone = imports.map((id) => service.request('DELETE', `/api/v1/imports/${id}`, { as: people[0] as Person }))
  const more = changesOf(send, importRows, ids, names, number + 1000).map((change) => change())
  for (const { status } of await Promise.all(undone)) statuses.push(status)
  return [...statuses, ...(await Promise.all(more))]
}

test('imports, undos, merges, deletions and single relations of the same terms wait for each other, and none fails', async (service) => {
  const people = await Promise.all(Array.from({ length: 4 }, () => service.person('editor')))
  const statuses = new Map<number, number>()
  for (let number = 0; number < 10; number++)
    for (const status of await round(service, people, number)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const unexpected = [...statuses].filter(([status]) => ![200, 204, 403, 404, 409, 410, 422].includes(status))
  assert.equal(unexpected, [])
  assert.ok((statuses.get(200) ?? 0) > 50 && (statuses.get(204) ?? 0) > 100, JSON.stringify([...statuses]))
  await assertSound(service)
})

/** What holds of relations, whatever has happened. */
async function assertSound({ sql }: TestService) {
  const orphans = await sql`
    select from term_relations r
    where (select count(*) from terms t where t.id in (r.term_id, r.other_id)) < 2`
  assert.is(orphans.length, 0, 'both terms are there')
  const totals = await sql`
    select coalesce(c.id, n.term_id), coalesce(c.kind, n.kind), c.count, n.sum
    from (
      select other_id as id, inverse_kind(kind) as kind, count(*)::integer from term_relations where is_agreed
      group by 1, 2
    ) as c
    full join (select term_id, kind, sum(total)::integer from relation_totals group by 1, 2) as n
      on n.term_id = c.id and n.kind = c.kind
    where coalesce(c.count, 0) <> coalesce(n.sum, 0)`
  assert.equal([...totals], [], 'what others say is counted')
  const ranks = await sql`
    select from term_relations r join terms t on t.id = r.term_id
    where (r.trust, r.vote_count, r.name_key) is distinct from (trust(t.status), t.vote_count, t.name_key)`
  assert.is(ranks.length, 0, 'relations are ranked as their terms')
  const circles = await sql`
    select from term_relations r
    where r.is_agreed and r.kind <> 'differs_from' and r.term_id in (select terms_above(array[r.other_id], r.kind))`
  assert.is(circles.length, 0, 'there is no circle')
  const full = await sql`select from terms t where (select count(*) from own_relations(t.id)) > 20`
  assert.is(full.length, 0, 'no term says more than 20')
}

test('of 30 people who say something of one term at once, 20 can, and nobody fails', async (service) => {
  const { request } = service
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'Hub' })
  const others = await Promise.all(Array.from({ length: 30 }, (_, n) => service.term(as, { name: `N${n}` })))
  const answers = await Promise.all(
    others.map((other, n) =>
      request('PUT', `/api/v1/terms/${n % 2 ? id : other.id}/relations/differs_from/${n % 2 ? other.id : id}`, { as }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  assert.equal(
    [204, 409].map((each) => statuses.filter((status) => status === each).length),
    [20, 10],
  )
  await assertSound(service)
})

test('two who say the same of each other at once say it once', async (service) => {
  const as = await service.person('editor')
  for (let n = 0; n < 10; n++) {
    const [one, other] = await Promise.all([service.term(as), service.term(as)])
    const say = (id: string, to: string) =>
      service.request('PUT', `/api/v1/terms/${id}/relations/differs_from/${to}`, { as })
    const answers = await Promise.all([say(one.id, other.id), say(other.id, one.id)])
    assert.equal(
      answers.map(({ status }) => status),
      [204, 204],
    )
  }
  assert.is((await service.sql`select from term_relations`).length, 10)
})

test.run()
