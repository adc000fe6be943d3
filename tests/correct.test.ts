import * as assert from 'uvu/assert'
import type { Change } from '../lib/lookup/in-texts/names-to-changes.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('correcting texts')

type Fields = Record<string, unknown> & { name: string }
const misspelled = (...names: string[]) => names.map((name) => ({ name, kind: 'misspelling' }))
const discouraged = (...names: string[]) => names.map((name) => ({ name, kind: 'discouraged' }))

async function add(service: TestService, as: Person, fields: Fields, status = 'community') {
  const { id } = await service.term(as, fields)
  await setStatus(service, id, status as 'community')
  return id as string
}

async function correct({ request }: TestService, as: Person, text: string, options: object = {}) {
  const { status, body } = await request('POST', '/api/v1/correct', { as, body: { text, ...options } })
  assert.is(status, 200, JSON.stringify(body))
  const changes: Change[] = body.changes
  const whole = changes.reduceRight((rest, { start, end, to }) => rest.slice(0, start) + to + rest.slice(end), text)
  assert.is(whole, body.text, 'the changes are all that differs')
  for (const { start, end, from } of changes) assert.is(text.slice(start, end), from)
  return body as { text: string; changes: Change[] }
}

const all = { kinds: ['misspelling', 'discouraged', 'replaced'] }

test('what was written down as a misspelling is replaced as a whole word, with its endings and its capital', async (service) => {
  const as = await service.person()
  const kestrel = await add(service, as, { name: 'Kestrel', aliases: misspelled('Castrol', 'kess trel') })
  await add(service, as, { name: 'service promise', aliases: misspelled('servise promise') })
  await add(service, as, { name: 'supply agency', aliases: discouraged('vendor office') })
  await add(service, as, { name: 'Statement of Work', aliases: misspelled('stakement of work') })
  await add(service, as, { name: 'GPS', aliases: misspelled('gee pee as') })
  const cases: [string, string][] = [
    ['Castrol, a castrol and CASTROL', 'Kestrel, a Kestrel and Kestrel'],
    ['Castrols and Castrol’s, Kess  trel\ntoo', 'Kestrels and Kestrel’s, Kestrel\ntoo'],
    ['Castroled, xcastrol, castrol_id, Castrolol', 'Castroled, xcastrol, castrol_id, Castrolol'],
    ['Castrol-based', 'Kestrel-based'],
    ['Servise promises. Our Servise Promise!', 'Service promises. Our service promise!'],
    ['SERVISE PROMISES', 'Service promises'],
    ['Vendor offices', 'Supply agencies'],
    ['the stakements of work', 'the Statements of Work'],
    ['gee pee ases, two Gee Pee As', 'GPSes, two GPS'],
    ['see castrol.example.com and ann@castrol.com', 'see castrol.example.com and ann@castrol.com'],
    ['A Castrel', 'A Castrel'],
  ]
  for (const [text, expected] of cases) assert.is((await correct(service, as, text, all)).text, expected)
  const { changes } = await correct(service, as, '😀 Ein Castrol ', {})
  assert.equal(changes, [{ start: 7, end: 14, from: 'Castrol', to: 'Kestrel', term_id: kestrel }])
  assert.is(
    (await correct(service, as, '`Castrol` [Castrol](castrol)', { format: 'markdown' })).text,
    '`Castrol` [Kestrel](castrol)',
  )
})

test('discouraged names and replaced terms are replaced if asked for, by what replaces them in the end', async (service) => {
  const as = await service.person('admin')
  const [stop, freeze, pause] = [
    await add(service, as, {
      name: 'Deploy stop',
      full_name: 'No deployments for now',
      aliases: ['ship stop', ...misspelled('deploi stop')],
    }),
    await add(service, as, { name: 'rollout freeze', aliases: discouraged('big freeze') }),
    await add(service, as, { name: 'change pause', aliases: discouraged('deploy stop') }),
  ]
  for (const [from, to] of [
    [stop, freeze],
    [freeze, pause],
  ])
    await service.request('PUT', `/api/v1/terms/${from}/relations/replaced_by/${to}`, { as, body: {} })
  const text = 'Deploy stops, ship stops, No deployments for now, deploi stop, a big freeze.'
  const read = async (...kinds: string[]) => (await correct(service, as, text, { kinds })).text
  assert.is(await read('misspelling'), text.replace('deploi', 'Deploy'))
  assert.is(await read('discouraged'), text.replace('big', 'rollout'))
  assert.is(
    await read('replaced', 'discouraged'),
    'Change pauses, change pauses, change pause, change pause, a change pause.',
  )
  const { changes } = await correct(service, as, text, all)
  assert.equal(new Set(changes.map(({ term_id }) => term_id)), new Set([pause]))
  await setStatus(service, pause ?? '', 'pending')
  assert.is((await correct(service, as, text, { kinds: ['replaced'] })).text, text, 'anybody may edit what replaces it')
})

test('what also means something else stays', async (service) => {
  const as = await service.person()
  await add(service, as, {
    name: 'Kestrel',
    aliases: misspelled('Castrol', 'kest roll', 'Merlins', 'cast-roll', 'Old Oil'),
  })
  await add(service, as, { name: 'Peregrine', aliases: misspelled('kest roll') })
  await add(service, as, { name: 'Castrol', full_name: 'A brand of oil', category: 'Oils' })
  await add(service, as, { name: 'Merlin' })
  await add(service, as, { name: 'cast roll', in_texts: 'never' })
  await add(service, as, { name: 'OIL', full_name: 'Old Oil' })
  const text = 'Castrol, kest roll, Merlins, cast-roll, Old Oil'
  assert.equal(await correct(service, as, text, all), { text, changes: [] })
  assert.is((await correct(service, as, text, { category: 'birds' })).text, text.replace('Castrol', 'Kestrel'))
})

test('only terms count that are trusted, of the category or of none, and that texts may mark', async (service) => {
  const as = await service.person()
  await add(service, as, { name: 'Aaa', aliases: misspelled('qa aa') }, 'pending')
  await add(service, as, { name: 'Bbb', aliases: misspelled('qb bb'), category: 'Birds' }, 'official')
  await add(service, as, { name: 'Ccc', aliases: misspelled('qc cc'), category: 'Oils' })
  await add(service, as, { name: 'Ddd', aliases: misspelled('qd dd'), in_texts: 'never' })
  await add(service, as, { name: 'Eee', aliases: misspelled('qe ee') })
  await add(service, as, { name: 'qe ee oil' }, 'pending')
  const text = 'qa aa, qb bb, qc cc, qd dd, qe ee oil'
  const read = async (options: object) => (await correct(service, as, text, options)).text
  assert.is(await read({}), 'qa aa, Bbb, Ccc, qd dd, Eee oil')
  assert.is(await read({ status: 'pending' }), 'Aaa, Bbb, Ccc, qd dd, qe ee oil')
  assert.is(await read({ status: 'official', category: null }), 'qa aa, Bbb, qc cc, qd dd, qe ee oil')
  assert.is(await read({ category: 'birds' }), 'qa aa, Bbb, qc cc, qd dd, Eee oil')
})

test('correcting again changes nothing, also where a corrected name makes another one wrong', async (service) => {
  const as = await service.person()
  await add(service, as, { name: 'OpenShift', aliases: misspelled('open shaft') })
  await add(service, as, { name: 'Red Hat platform', aliases: discouraged('red openshift') })
  await add(service, as, { name: 'the old one', aliases: discouraged('platform team') })
  const text = 'Red open shafts. A red  open\r\nshaft. Our red open shaft team.'
  const once = await correct(service, as, text, all)
  assert.is(once.text, 'Red Hat platforms. A Red Hat platform. Our Red Hat platform team.')
  assert.equal(await correct(service, as, once.text, all), { text: once.text, changes: [] })
  const [first] = once.changes
  assert.equal([first?.from, first?.to], ['Red open shafts', 'Red Hat platforms'])
})

test('what cannot be corrected is refused', async (service) => {
  const as = await service.person()
  const refused = [
    { text: 'x'.repeat(50_001) },
    { text: 'x', format: 'html' },
    { text: 'x', kinds: [] },
    { text: 'x', kinds: ['alias'] },
    { text: 'x', status: 'all' },
    { text: 5 },
    {},
  ]
  for (const body of refused) assert.is((await service.request('POST', '/api/v1/correct', { as, body })).status, 422)
  assert.equal(await correct(service, as, ''), { text: '', changes: [] })
})

test.run()
