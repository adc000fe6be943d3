import * as assert from 'uvu/assert'
import { generator } from './support/random.ts'
import { setStatus } from './support/terms.ts'
import { glossary } from './support/test-service.ts'

// The text says which meaning (contract, section 14).
const test = glossary('which meaning an explained text means', { SERVICE_RATE_LIMIT_PER_MINUTE: '0' })

const pairs = [
  ['PMS', 'Performance Management System', 'Performance Measurement System', 'People'],
  ['AP', 'Accounts Payable', 'Access Point', 'Finance'],
  ['ÄVL', 'Änderungsvorlage Leitung', 'Abnahmeverfahren Labor', 'Werk'],
  ['CDI', 'contrat à durée indéterminée', 'comité de direction informatique', 'RH'],
  ['SLA', 'Service Level Agreement', 'Second Line Analysis', 'Support'],
] as const
const texts = [
  'The FULL (NAME) was late. We wait for the NAME now.',
  'We wait for the NAME. Later, the full  was late, and so was the NAME, says the FULL.',
  'Das NAME (FULL) ist da.\n\nUnser NAME auch.',
  'NAME: what we call the FULL here. Ask about the NAME.',
  'Le FULL, ou NAME, est prêt. Another NAME is not.',
]

test('a meaning whose full name stands in the text comes first for its name in the whole text', async (service) => {
  const as = await service.person()
  for (const [name, usual, other, category] of pairs) {
    const { id } = await service.term(as, { name, full_name: usual, category, definition: `The ${other} of all.` })
    await setStatus(service, id, 'official', 12)
    await service.term(as, { name, full_name: other, definition: 'Another.' })
  }
  const random = generator(3)
  let right = 0
  let asked = 0
  for (const [name, usual, other, category] of pairs)
    for (const text of texts)
      for (const full of [usual, other]) {
        const given = text.replaceAll('NAME', name).replaceAll('FULL', random() < 0.3 ? full.toUpperCase() : full)
        const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text: given, category } })
        const fullNames = new Map(
          body.terms.map((term: { id: string; full_name: string }) => [term.id, term.full_name]),
        )
        const firsts = body.matches
          .filter((match: { text: string }) => match.text === name)
          .map(({ term_ids }: { term_ids: string[] }) => fullNames.get(term_ids[0]))
        assert.ok(firsts.length > 0, given)
        asked += firsts.length
        right += firsts.filter((first: string) => first === full).length
      }
  assert.ok(right >= 0.99 * asked, `${right} of ${asked}`)
  // The twin: without the full name, trust decides.
  const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text: 'The PMS was late.' } })
  assert.is(body.terms.find(({ id }: { id: string }) => id === body.matches[0].term_ids[0]).full_name, pairs[0][1])
})

test('the category of a text decides from two other names on, and never against an official meaning', async (service) => {
  const as = await service.person()
  const add = (name: string, full_name: string, category: string) => service.term(as, { name, full_name, category })
  const manager = await add('PM', 'Product Manager', 'Product')
  const mortem = await add('PM', 'Post-mortem', 'Operations')
  for (const name of ['QZ pod', 'QZ node', 'QZ shard']) await add(name, `a ${name} of ours`, 'Operations')
  await setStatus(service, manager.id, 'community', 5)
  const first = async (text: string) => {
    const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text } })
    return body.matches[0].term_ids[0]
  }
  assert.is(await first('The PM is on holiday. The QZ pod is down.'), manager.id)
  assert.is(await first('The PM is on holiday. The QZ pod and the QZ node are down.'), mortem.id)
  await setStatus(service, manager.id, 'official', 12)
  assert.is(await first('The PM is on holiday. The QZ pod, the QZ node and the QZ shard are down.'), manager.id)
})

test('what texts never mark hides no other term that is called so', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'Change Advisory Panel', in_texts: 'never' })
  const cap = await service.term(as, { name: 'CAP', full_name: 'Change Advisory Panel' })
  const body = { text: 'Ask the change advisory panel.' }
  const { body: explained } = await service.request('POST', '/api/v1/explain', { as, body })
  assert.equal(explained.matches[0].term_ids, [cap.id])
  assert.equal(explained.matches[0].matched, { name: 'Change Advisory Panel', kind: 'full_name' })
})

test.run()
