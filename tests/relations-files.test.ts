import jsonld from 'jsonld'
import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { generator } from './support/random.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('relations in files')

const relate = ({ request }: TestService, as: Person, id: string, kind: string, other: string) =>
  request('PUT', `/api/v1/terms/${id}/relations/${kind}/${other}`, { as })

/** All relations, as names. */
async function relationsOf({ request }: TestService, as: Person) {
  const { body } = await request('GET', '/api/v1/export?format=json&status=all', { as })
  return body.map(
    (term: Record<string, string[]>) =>
      `${term.id}: ${[term.broader, term.differs_from, term.replaced_by].map((names) => `${names}`).join(' | ')}`,
  )
}

async function download(service: TestService, as: Person, format: string) {
  const url = `http://localhost:8000/api/v1/export?status=all&format=${format}`
  const headers = { authorization: `Bearer ${as.session}` }
  const response = await service.app(new Request(url, { headers }), '127.0.0.1')
  return new Uint8Array(await response.arrayBuffer())
}

/** A glossary of terms that partly have the same name, with random relations. */
async function addGraph(service: TestService, as: Person, seed: number) {
  const random = generator(seed)
  const drafts = [
    ...['Alpha', 'Beta; two', 'Gamma (G)', 'Delta', 'Epsilon'].map((name) => ({ name })),
    { name: 'SLA' },
    { name: 'SLA', category: 'Sales' },
    { name: 'SLA', full_name: 'Service Level Agreement' },
    { name: 'SLA', full_name: 'Service Level Agreement', category: 'Sales' },
    { name: 'SLA', full_name: 'Sea Lion Archive', category: 'Sales' },
  ]
  const ids: string[] = []
  for (const draft of drafts) ids.push((await service.term(as, draft)).id)
  for (let n = 0; n < 40; n++) {
    const kind = ['broader', 'differs_from', 'replaced_by'][Math.floor(random() * 3)] ?? ''
    const [one, other] = [random(), random()].map((place) => ids[Math.floor(place * ids.length)])
    await relate(service, as, one ?? '', kind, other ?? '')
  }
  return ids
}

for (const [seed, format, type] of [
  [1, 'json', 'application/json'],
  [2, 'csv', 'text/csv'],
  [3, 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const) {
  test(`a graph goes through ${format} and comes back the same`, async (service) => {
    const as = await service.person('editor')
    const ids = await addGraph(service, as, seed)
    const before = await relationsOf(service, as)
    const content = await download(service, as, format)
    const again = await importFile(service, as, content, { type, match: 'id' })
    assert.is(again.body.totals.unchanged, ids.length)
    for (const id of ids) await service.request('DELETE', `/api/v1/terms/${id}`, { as })
    await service.sql`delete from dropped_relations`
    const { body } = await importFile(service, as, content, { type, match: 'id' })
    assert.equal(body.totals, { created: 10, updated: 0, unchanged: 0, skipped: 0, failed: 0 })
    assert.equal(await relationsOf(service, as), before)
  })
}

test('a graph is the same in SKOS and TBX, but nothing is related to what it is a part of over several levels', async (service) => {
  const as = await service.person('editor')
  const ids = await addGraph(service, as, 4)
  const [a = '', b = '', c = ''] = ids
  for (const id of [a, b, c])
    for (const kind of ['broader', 'differs_from', 'replaced_by'])
      for (const other of [a, b, c])
        await service.request('DELETE', `/api/v1/terms/${id}/relations/${kind}/${other}`, { as })
  await relate(service, as, a, 'broader', b)
  await relate(service, as, b, 'broader', c)
  await relate(service, as, c, 'differs_from', a)
  const said: string[] = []
  const above = new Map<string, string[]>()
  for (const id of ids) {
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
    for (const { kind, term } of body.relations) {
      if (kind !== 'replaces') said.push(`${id} ${kind} ${term.id}`)
      if (kind === 'broader') above.set(id, [...(above.get(id) ?? []), term.id])
    }
  }
  const isBelow = (one: string, other: string): boolean =>
    (above.get(one) ?? []).some((id) => id === other || isBelow(id, other))
  const isPart = (text: string) => {
    const [one = '', kind, other = ''] = text.split(' ')
    return kind === 'differs_from' && (isBelow(one, other) || isBelow(other, one))
  }
  assert.ok(said.some(isPart) && said.some((text) => / differs_from /.test(text) && !isPart(text)))
  const skos = JSON.parse(new TextDecoder().decode(await download(service, as, 'skos')))
  const kinds: Record<string, string> = { related: 'differs_from', isReplacedBy: 'replaced_by' }
  const graph = (await jsonld.toRDF(skos, {})) as unknown as Record<string, { value: string }>[]
  const written = graph.flatMap(({ subject, predicate, object }) => {
    const [, name = ''] = /(?:#|\/)(broader|narrower|related|isReplacedBy)$/.exec(predicate?.value ?? '') ?? []
    const [one, other] = [subject, object].map((node) => node?.value.split('/').at(-1))
    return name ? [`${one} ${kinds[name] ?? name} ${other}`] : []
  })
  assert.equal(written.sort(), said.filter((text) => !isPart(text)).sort())
  const tbx = new TextDecoder().decode(await download(service, as, 'tbx'))
  const references = tbx
    .split('<conceptEntry id="t-')
    .slice(1)
    .flatMap((entry) =>
      [...entry.matchAll(/crossReference target="t-(.{36})"/g)].map(([, to]) => `${entry.slice(0, 36)} ${to}`),
    )
  const pairs = said.flatMap((text) => {
    const [one, kind, other] = text.split(' ')
    return kind === 'replaced_by' ? [`${one} ${other}`, `${other} ${one}`] : [`${one} ${other}`]
  })
  assert.equal(references.sort(), pairs.sort())
})

test('a cell is the whole list, an empty one removes, and an absent column changes nothing', async (service) => {
  const as = await service.person('editor')
  const a = await service.term(as, { name: 'A1' })
  const b = await service.term(as, { name: 'B1' })
  await service.term(as, { name: 'C1' })
  await relate(service, as, a.id, 'differs_from', b.id)
  await relate(service, as, a.id, 'broader', b.id)
  const shown = async () => (await relationsOf(service, as)).map((text: string) => text.slice(38))
  const send = (...rows: string[]) => importFile(service, as, lines(...rows), { on_error: 'stop' })
  assert.is((await send('name,definition', 'A1,What it means here.')).body.totals.unchanged, 1)
  const { body } = await send('name,differs_from,broader', 'A1,C1,B1', 'B1,,')
  assert.equal(body.totals, { created: 0, updated: 2, unchanged: 0, skipped: 0, failed: 0 })
  assert.equal(body.rows[0].changes, { differs_from: { from: ['B1'], to: ['C1'] } })
  assert.equal(await shown(), ['B1 | C1 | ', ' |  | ', ' | A1 | '])
  const term = await service.request('GET', `/api/v1/terms/${a.id}`, { as })
  assert.is(term.body.version, 1)
  const undone = await service.request('DELETE', `/api/v1/imports/${body.import_id}`, { as })
  assert.equal([undone.body.deleted, undone.body.kept], [0, []])
  assert.equal(await shown(), ['B1 | B1 | ', ' | A1 | ', ' |  | '])
  await send('name,differs_from', 'A1,', 'B1,A1')
  assert.equal(await shown(), ['B1 | B1 | ', ' | A1 | ', ' |  | '], 'either row names it')
  await send('name,differs_from,broader', 'A1,,')
  assert.equal(await shown(), [' |  | ', ' |  | ', ' |  | '])
})

test('rows of terms that are related to each other are read after all are stored', async (service) => {
  const as = await service.person('editor')
  const csv = lines('name,definition,broader', 'A1,One.,B1', 'B1,Two.,', 'C1,Three.,"A1;B1"')
  const dry = await importFile(service, as, csv, { dry_run: 'true' })
  assert.equal([dry.status, dry.body.totals.created, dry.body.import_id], [200, 3, null])
  assert.equal((await service.request('GET', '/api/v1/terms', { as })).body.total, 0)
  const { body } = await importFile(service, as, csv)
  assert.is(body.totals.created, 3)
  const shown = (await relationsOf(service, as)).map((text: string) => text.slice(38))
  assert.equal(shown, ['B1 |  | ', ' |  | ', 'A1,B1 |  | '])
})

test('an unknown or ambiguous name, a circle, a term itself and too many make a faulty row that says which', async (service) => {
  const as = await service.person('editor')
  await service.term(as, { name: 'SLA', category: 'Sales' })
  await service.term(as, { name: 'SLA', category: 'Support' })
  const rows = Array.from({ length: 21 }, (_, n) => `N${n},Number ${n}.,,`)
  const many = Array.from({ length: 21 }, (_, n) => `N${n}`).join(';')
  const faults = async (...own: string[]) => {
    const csv = lines('name,definition,broader,replaced_by', ...own, ...rows)
    const { status, body } = await importFile(service, as, csv)
    assert.is(status, 422)
    return body.rows.flatMap(({ row, errors }: { row: number; errors: { path: string; message: string }[] }) =>
      errors.map(({ path, message }) => `${row} ${path} ${message}`),
    )
  }
  const [unknown] = await faults('A1,One.,Nobody,')
  assert.match(unknown, /^2 broader names “Nobody”/)
  assert.match((await faults('A1,One.,SLA,'))[0], /^2 broader names “SLA”.*several/)
  assert.match((await faults('A1,One.,,A1'))[0], /^2 replaced_by .*“A1”.*itself/)
  assert.match((await faults('A1,One.,B1,', 'B1,Two.,A1,'))[0], /^3 broader .*“A1”.*circle/)
  assert.match((await faults(`A1,One.,"${many}",`))[0], /^2 broader .*20/)
  assert.match((await faults('A1,One.,,N1;N2'))[0], /^2 replaced_by/)
  assert.is((await service.request('GET', '/api/v1/terms', { as })).body.total, 2)
  const csv = lines('name,definition,broader', 'A1,One.,Nobody', 'B1,Two.,A1', 'C1,Three.,D1', 'D1,Four.,')
  const { body } = await importFile(service, as, csv, { on_error: 'skip' })
  assert.equal([body.totals.created, body.totals.failed], [2, 2])
})

test('SKOS, TBX and Vale say what a term is a part of, and what replaced it', async (service) => {
  const { request } = service
  const as = await service.person('editor')
  const ids: string[] = []
  for (const name of ['SLA', 'SLO', 'OLD', 'Contract']) ids.push((await service.term(as, { name })).id)
  const [sla = '', slo = '', old = '', contract = ''] = ids
  await relate(service, as, sla, 'differs_from', slo)
  await relate(service, as, sla, 'broader', contract)
  await relate(service, as, old, 'replaced_by', sla)
  const skos = await request('GET', '/api/v1/export?format=skos&status=all', { as })
  const concept = (id: string) => skos.body['@graph'].find((each: { id: string }) => each.id.endsWith(`/terms/${id}`))
  const uri = (id: string) => [`http://localhost:8000/terms/${id}`]
  assert.equal([concept(sla).related, concept(sla).broader], [uri(slo), uri(contract)])
  assert.equal([concept(contract).narrower, concept(old).isReplacedBy], [uri(sla), uri(sla)])
  const tbx = (await request('GET', '/api/v1/export?format=tbx&status=all', { as })).text
  assert.ok(tbx.includes(`<basic:crossReference target="t-${contract}">Contract</basic:crossReference>`))
  assert.ok(/<term>OLD<\/term><min:administrativeStatus>supersededTerm-admn-sts/.test(tbx))
})

test.run()
