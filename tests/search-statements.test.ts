import * as assert from 'uvu/assert'
import { shelve } from './support/search.ts'
import { statementsOf } from './support/statements.ts'
import { glossary, send, type TestService } from './support/test-service.ts'

const test = glossary('statements of a search')

const stock = (service: TestService) =>
  shelve(
    service,
    { name: 'SLA', definition: 'A promise.' },
    { name: 'Kubernetes', definition: 'A cluster.' },
    { name: 'Deployment pipeline', definition: 'A way.', category: 'Tools' },
  )

/** Run for every page: who reads it, and what is in its header. */
const everyPage = ['review/count-waiting', 'users/actor', 'users/reader']
const search = ['lookup/find', 'terms/search']
const searchPage = [...search, 'terms/categories', ...everyPage]
const answerPage = [...searchPage, 'terms/answer-details']
/** A search that finds nothing says whether the reader has asked to be told about the word. */
const failedPage = [...searchPage, 'wanted/requested']
const correction = ['terms/search', 'words/similar']

const cases: Record<string, string[]> = {
  '/?q=SLA': answerPage,
  '/?q=what+is+an+SLA': answerPage,
  '/?q=kubernetis': [...failedPage, ...correction],
  '/?q=zzqqy': [...failedPage, ...correction, 'terms/similar-names'],
  '/?q=zzqqy&status=official': [...failedPage, ...correction, 'terms/similar-names'],
  // Names with the corrected spelling are outside the filter.
  '/?q=kubernetis&status=official': [...failedPage, ...correction, 'terms/search'],
  // One more search counts what matches without the filter.
  '/?q=ZQ&owner=me': [...failedPage, 'terms/search', 'lookup/names-by-prefix'],
  '/api/v1/terms?q=SLA': [...search, 'users/actor'],
  '/api/v1/terms?q=kubernetis': [...search, ...correction, 'users/actor'],
  '/api/v1/terms?q=zzqqy&category=Tools': [...search, ...correction, 'users/actor'],
}

for (const [path, expected] of Object.entries(cases)) {
  test(`${path} looks up once, and corrects the spelling once at most`, async (service) => {
    const as = await stock(service)
    const run = await statementsOf(service, (app) => send(app, 'GET', path, { as }))
    assert.equal(run, expected.toSorted())
  })
}

test.run()
