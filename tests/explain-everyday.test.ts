import * as assert from 'uvu/assert'
import { shelve } from './support/search.ts'
import { glossary } from './support/test-service.ts'

// What is an everyday word is no name, unless it is written as one (contract, section 14).
const test = glossary('names that are spelled like everyday words')

test('full names and names that are ordinary words match only as they are written', async (service) => {
  const as = await shelve(
    service,
    ...[
      { name: 'FRQ', full_name: 'Friday' },
      { name: 'JAQ', full_name: 'January' },
      { name: 'ENQ', full_name: 'English' },
      { name: 'GEQ', full_name: 'Germany' },
      { name: 'ONQ', full_name: 'online' },
      { name: 'LAQ', full_name: 'Laptop' },
      { name: 'KUQ', full_name: 'Kubernetes' },
      { name: 'PARTNeR' },
      { name: 'WoW' },
      { name: 'GraphQL' },
      { name: 'Est' },
      { name: 'Que' },
      { name: 'pod' },
    ],
  )
  for (const [text, ...marked] of [
    ['good luck with the match on friday, in January, in English, in Germany'],
    ['A Laptop is online on Friday.'],
    ['our partner said wow; a PARTNeR and WoW', 'PARTNeR', 'WoW'],
    ['graphql and GRAPHQL', 'graphql', 'GRAPHQL'],
    ['la fête est finie, que faire?'],
    ['we are at Est today', 'Est'],
    ['Pod is down, the Pod and the pod', 'Pod', 'Pod', 'pod'],
    ['KUBERNETES and kubernetes', 'KUBERNETES', 'kubernetes'],
    ['the FRQ', 'FRQ'],
  ]) {
    const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text } })
    assert.equal(
      body.matches.map((match: { text: string }) => match.text),
      marked,
      text,
    )
  }
  const talk = `/api/v1/lookup?${new URLSearchParams({ q: 'good luck with the match on friday' })}`
  assert.is((await service.request('GET', talk, { as })).body.match, 'none')
  for (const [q, name] of [
    ['friday', 'FRQ'],
    ['partner', 'PARTNeR'],
    ['est', 'Est'],
  ]) {
    const { body } = await service.request('GET', `/api/v1/lookup?q=${q}`, { as })
    assert.is(body.terms[0]?.name, name, 'alone it is found all the same')
  }
})

test.run()
