import * as assert from 'uvu/assert'
import { createGlossary, type Glossary } from '../lib/client/glossary.ts'
import { command } from './support/command.ts'
import { languageClient } from './support/language-client.ts'
import { generator } from './support/random.ts'
import { createText, spelledNames } from './support/spelled-texts.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'
import { weeklySample } from './support/weekly-sample.ts'

const test = glossary('one finder', { SERVICE_RATE_LIMIT_PER_MINUTE: '0' })

/** Terms of every kind: aliases, ways to be marked, several meanings, categories, relations, votes. */
async function addTerms({ term, request, sql }: TestService, as: Person) {
  const marking = ['auto', 'auto', 'auto', 'exact', 'never']
  for (const [i, name] of spelledNames.entries()) await term(as, { name, in_texts: marking[i % 5] })
  const fields = [
    { name: 'SYS', full_name: 'System' },
    { name: 'system', full_name: 'All of it' },
    { name: 'ML', full_name: 'machine learning', aliases: ['Machine-Learning Team', 'learning'] },
    { name: 'SLA', full_name: 'Second Life Avatar', in_texts: 'never' },
    { name: 'SLA', full_name: 'Service Level Agreement', category: 'Legal', definition: 'What we promise about IT.' },
    { name: 'SLA', full_name: 'Stereolithography Apparatus', category: 'Lab', definition: 'A printer with a laser.' },
    { name: 'churn', full_name: 'exactly so', in_texts: 'exact' },
    { name: 'churn', full_name: 'customers who leave', category: 'Sales', definition: 'A rate of customers.' },
    { name: 'Change Advisory Panel', in_texts: 'never' },
    { name: 'CAP', full_name: 'Change Advisory Panel', category: 'IT' },
    { name: 'PM', full_name: 'Product Manager', category: 'Product' },
    { name: 'PM', full_name: 'Post-mortem', category: 'IT', definition: 'What went wrong, without blame.' },
    { name: 'pod', category: 'IT', aliases: [{ name: 'P.O.D.', kind: 'misspelling' }] },
    { name: 'O’Brien rule', aliases: [{ name: "O'Brian rule", kind: 'discouraged' }] },
    { name: 'Service promise', category: 'Sales' },
  ]
  const added: { id: string }[] = []
  for (const each of fields) added.push(await term(as, { definition: 'One of many.', ...each }))
  const [old, next] = [added[1]?.id, added[0]?.id]
  await request('POST', `/api/v1/terms/${old}/relations`, { as, body: { kind: 'replaced_by', term_id: next } })
  await sql`update terms set vote_count = 7, status = 'community' where full_name = 'Post-mortem'`
  await sql`update terms set status = 'official' where full_name = 'Stereolithography Apparatus'`
}

async function copyOf({ request }: TestService, as: Person): Promise<Glossary> {
  const { body } = await request('GET', '/api/v1/export?format=json&status=all', { as })
  return createGlossary(body)
}

const seed = 20_261_126
const texts = weeklySample(Array.from({ length: 500 }, (_, i) => createText(generator(seed + i))))
const formatOf = (i: number) => (i % 3 === 0 ? 'markdown' : 'text')

test('the command marks in generated texts what the service marks, and knows the same meanings first', async (service) => {
  const as = await service.person()
  await addTerms(service, as)
  const copy = await copyOf(service, as)
  let marks = 0
  for (const [i, text] of texts.entries()) {
    const loose = i % 2 === 0
    const answer = await service.request('POST', '/api/v1/explain', { as, body: { text, format: formatOf(i), loose } })
    assert.is(answer.status, 200)
    const { found, unknown } = await copy.explain(text, formatOf(i), { loose, withUnknown: true })
    const marked = found.filter(({ rows }) => rows.length > 0)
    assert.equal(
      marked.map(({ start, end, rows, isGuess }) => ({
        ...{ start, end, text: text.slice(start, end), term_ids: rows.map(({ term_id }) => term_id) },
        ...(rows[0] && rows[0].kind !== 'name' && { matched: { name: rows[0].name, kind: rows[0].kind } }),
        ...(isGuess && { is_guess: true }),
      })),
      answer.body.matches,
      JSON.stringify(text),
    )
    assert.equal(unknown, answer.body.unknown, JSON.stringify(text))
    marks += marked.length
  }
  assert.ok(marks > 2 * texts.length, `${marks} marks`)
})

/** What people type: names as `createText` writes them, alone, in questions, in sentences, and with a typo. */
function createQuestion(random: () => number): string {
  const one = <Each>(of: readonly Each[]) => of[Math.floor(random() * of.length)] as Each
  const more = [
    'service level agreement',
    'learning',
    'SLA (Service Level Agreement)',
    'Servise promise',
    "O'Brien rule",
    'PMs',
  ]
  const name = random() < 0.3 ? one(more) : one(spelledNames)
  const ways = [
    ...[name, name.toLowerCase(), name.toUpperCase(), name.normalize('NFD'), `${name}s`, `${name}'s`, `“${name}”?`],
    ...[`what is ${name}`, `${name} meaning`, `was ist ${name}`, `who owns our ${name} today?`, `${name}とは`],
    ...[`${name.slice(0, 3)}${name.slice(4)}`, `the ${one(spelledNames)} and the ${name}`, `Re: ${name} in IT`],
    ...[name.replace(/[ -]/g, ''), name.replace(/['’]/g, '`'), `please ${name.slice(0, -1)}`],
  ]
  return one(ways).slice(0, 200) || name
}

const questions = Array.from({ length: 200 }, (_, i) => createQuestion(generator(seed - i)))

test('the command answers 200 questions as the service does', async (service) => {
  const as = await service.person()
  await addTerms(service, as)
  const copy = await copyOf(service, as)
  const steps = new Set<string>()
  for (const q of questions) {
    const { status, body } = await service.request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, { as })
    assert.is(status, 200, q)
    const { match, search, ...found } = await copy.lookUp(q)
    // Where nothing is found, the command searches, which is another request of the service.
    const { terms, total } = search ? { terms: [], total: 0 } : found
    type Meaning = { id: string; matched?: object }
    const shown = (list: readonly Meaning[]) => list.map(({ id, matched }) => ({ id, matched }))
    assert.equal(
      { match, total, terms: shown(terms) },
      { match: body.match, total: body.total, terms: shown(body.terms) },
      q,
    )
    steps.add(match)
  }
  for (const step of ['exact', 'alias', 'full_name', 'folded', 'inflected', 'misspelled', 'contained', 'none'])
    assert.ok(steps.has(step), step)
})

test('the language server shows in texts what the service marks', async (service) => {
  const as = await service.person()
  await addTerms(service, as)
  const cli = await command(service, as)
  const client = await languageClient(cli, {})
  try {
    let hovers = 0
    for (const [i, text] of texts.slice(0, 100).entries()) {
      const uri = `file:///${i}.txt`
      client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'plaintext', version: 1, text } })
      const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text } })
      for (const { start, end, term_ids } of body.matches.slice(0, 3)) {
        const before = text.slice(0, start).split(/\r\n?|\n/)
        const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
        const hover = await client.request('textDocument/hover', { textDocument: { uri }, position })
        const ids = [...hover.contents.value.matchAll(/\/terms\/([0-9a-f-]{36})/g)].map(([, id]) => id)
        assert.equal([hover.range.start, ids], [position, term_ids], text.slice(start, end))
        hovers++
      }
    }
    assert.ok(hovers > 200, `${hovers} hovers`)
  } finally {
    client.child.kill()
    await cli.close()
  }
})

test.run()
