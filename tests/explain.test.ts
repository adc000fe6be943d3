import * as assert from 'uvu/assert'
import { shelve } from './support/search.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('explain')

type Part = { start: number; end: number; text: string }

async function explain(
  { request }: TestService,
  as: Person,
  text: string,
  options: Record<string, unknown> = {},
) {
  const { status, body } = await request('POST', '/api/v1/explain', {
    as,
    body: { text, ...options },
  })
  assert.is(status, 200, text)
  for (const { start, end, text: part } of [...body.matches, ...body.unknown] as Part[]) {
    assert.is(text.slice(start, end), part)
  }
  return body
}

/** The parts of a text that match. */
async function matched(service: TestService, as: Person, text: string, options = {}) {
  const { matches } = await explain(service, as, text, options)
  return matches.map(({ text: part }: Part) => part)
}

test('names in a text are found with their positions and terms', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement' })
  const answer = await explain(service, as, 'Our SLA is a service level agreement. It is no QRX.')
  assert.equal(answer.matches, [
    { start: 4, end: 7, text: 'SLA', term_ids: [id] },
    {
      start: 13,
      end: 36,
      text: 'service level agreement',
      term_ids: [id],
      matched: { name: 'Service Level Agreement', kind: 'full_name' },
    },
  ])
  assert.is(answer.terms.length, 1)
  assert.equal(answer.unknown, [{ start: 47, end: 50, text: 'QRX' }])
})

test('names are found whatever stands around them', async (service) => {
  const as = await shelve(service, 'SLA', 'SLO')
  const texts = [
    ...[
      'SLA',
      'SLAs',
      "SLA's",
      'SLA’s',
      'SLA-based',
      'pre-SLA',
      '**SLA**',
      '#SLA',
      'SLA—',
      '(SLA)',
    ],
    ...['"SLA"', '“SLA”', 'SLA.', 'SLA?', 'SLA\u0000', '—SLA…', 'an\nSLA\nis', 'SLAs’'],
  ]
  for (const text of texts) {
    assert.equal(await matched(service, as, text), [text.includes('SLAs') ? 'SLAs' : 'SLA'], text)
  }
  assert.equal(await matched(service, as, 'SLA/SLO'), ['SLA', 'SLO'])
  for (const text of ['SLAx', 'xSLA', 'SLA_1', '_SLA', 'SLA1', 'SLA\u0301', 'SLAS', 'sla', 'Sla']) {
    assert.equal(await matched(service, as, text), [], text)
  }
})

test.run()
