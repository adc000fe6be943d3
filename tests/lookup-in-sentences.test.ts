import * as assert from 'uvu/assert'
import { createGlossary } from '../lib/client/glossary.ts'
import { handbookParagraphs } from './support/handbook-paragraphs.ts'
import { plainSentences } from './support/plain-sentences.ts'
import { generator } from './support/random.ts'
import { spelledOtherwise, typoOf } from './support/spelled-otherwise.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

// What is found alone is found in a sentence (contract, section 13, step 7; section 14).
const test = glossary('other spellings in sentences', { SERVICE_RATE_LIMIT_PER_MINUTE: '0' })

const fullNames = [
  ...['Performance Management System', 'Change Advisory Board', 'Accounts Payable Automation', 'Incident Review'],
  ...['Datenschutz Folgenabschätzung', 'Leistungsbeschreibung Rahmenvertrag', 'Comité de direction élargi'],
  ...['Plan de continuité informatique', 'Acuerdo de confidencialidad', 'Codice di condotta fornitori'],
  ...['Verwerkersovereenkomst Leveranciers', 'Plano de carreira técnica'],
]

async function copyOf(service: TestService, as: Person) {
  for (const { name } of spelledOtherwise) await service.term(as, { name })
  for (const [i, full_name] of fullNames.entries()) await service.term(as, { name: `QZ${i}X`, full_name })
  await service.term(as, { name: 'S/A' })
  await service.term(as, { name: '24/7' })
  const { body } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
  return createGlossary(body)
}

const sentences = ['X process', 'who owns X', 'question about X', 'was ist X', 'Xとは', 'cuándo llega el X, por favor']

test('other spellings and typos that are found alone are found in sentences, and talk is still answered by nothing', async (service) => {
  const as = await service.person()
  const copy = await copyOf(service, as)
  const firstOf = async (text: string) => {
    const { terms } = await copy.lookUp(text)
    return terms.slice(0, 2).flatMap(({ name, full_name }) => [name, full_name])
  }
  const random = generator(58)
  const typos = fullNames.flatMap((name) =>
    Array.from({ length: 3 }, () => [typoOf(name, random) ?? name, name] as const),
  )
  const spellings = spelledOtherwise.flatMap(({ name, spellings }) => spellings.map((text) => [text, name] as const))
  const missed: string[] = []
  let asked = 0
  for (const [text, name] of [...spellings, ...typos]) {
    assert.ok((await firstOf(text)).includes(name), text)
    for (const sentence of sentences) {
      asked++
      if (!(await firstOf(sentence.replace('X', text))).includes(name)) missed.push(sentence.replace('X', text))
    }
  }
  assert.ok(missed.length <= 0.02 * asked, `${missed.length} of ${asked}: ${missed.join(' | ')}`)
  const answers = await Promise.all(plainSentences.map((text) => copy.lookUp(text)))
  assert.equal(
    answers.filter(({ match }) => match !== 'none').map(({ asked }) => asked),
    [],
  )
  const marks = await Promise.all(handbookParagraphs.map((text) => copy.explain(text, 'text')))
  assert.equal(
    marks.flatMap(({ found }) => found.filter(({ rows }) => rows.length > 0).map(({ form }) => form)),
    [],
  )
})

test('a sentence is answered over REST, and a mark has the same words with other signs', async (service) => {
  const as = await service.person()
  await copyOf(service, as)
  const lookUp = async (q: string) => {
    const { body } = await service.request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, { as })
    return [body.match, ...body.terms.map((term: { name: string }) => term.name)]
  }
  for (const [q, ...expected] of [
    ['cutoff times', 'contained', 'cut-off'],
    ['PO number', 'contained', 'P.O.'],
    ['our ci cd pipeline', 'contained', 'CI/CD'],
    ['our single sign on is broken', 'contained', 'single sign-on'],
    ['the run book says so', 'contained', 'runbook'],
    ['the incident reveiw of the change advisory bord', 'contained', 'QZ3X', 'QZ1X'],
    // Twins: what is no name, or no other spelling of one.
    ["that's a good idea", 'none'],
    ['my po is late', 'none'],
    ['we sell 24 7 days', 'none'],
    ['a cut. Off we go', 'none'],
    ['we had an incident preview today', 'none'],
  ] as const) {
    assert.equal(await lookUp(q), expected, q)
  }
  const text = 'The cut off, a Cut-Off, a cutoff; PO and po, CI-CD and ci cd, run book; on-call-rota. CONTACT PO NOW.'
  const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text } })
  assert.equal(
    body.matches.map((match: { text: string }) => match.text),
    ['cut off', 'Cut-Off', 'PO', 'CI-CD', 'on-call-rota', 'PO'],
  )
  assert.equal(body.unknown, [])
})

test.run()
