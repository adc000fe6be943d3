import * as assert from 'uvu/assert'
import { glossary } from './support/test-service.ts'

const test = glossary('lookup of stop words')

test('names and definitions of stop words have meanings like others', async (service) => {
  const as = await service.person()
  for (const full_name of [null, 'Or', 'The']) {
    for (const name of ['OF', 'NOR']) {
      await service.term(as, { name, full_name, definition: 'Of the.' })
    }
  }
  for (const name of ['OF', 'NOR', 'nor']) {
    const query = new URLSearchParams({ q: name, text: 'Which of the two?' })
    const { body } = await service.request('GET', `/api/v1/lookup?${query}`, { as })
    const { match, total } = body
    assert.equal([match, total], ['exact', 3], name)
  }
  const { body } = await service.request('GET', '/api/v1/terms?q=OF', { as })
  assert.is(body.total, 3)
  const explained = await service.request('POST', '/api/v1/explain', {
    as,
    body: { text: 'It says NOR.' },
  })
  assert.equal([explained.status, explained.body.matches.length], [200, 1])
})

test.run()
