import * as assert from 'uvu/assert'
import type { App } from '../lib/http/app.ts'
import { cookie } from './support/credentials.ts'
import { shelve } from './support/search.ts'
import { callsOf, statementsOf } from './support/statements.ts'
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
const everyPage = ['review/count-waiting', 'identity/find-actor', 'web/read-reader']
const search = ['lookup/names-by-key', 'lookup/search']
const searchPage = [...search, 'lookup/list-categories', ...everyPage]
const answerPage = [...searchPage, 'lookup/answer-details']
/** A search that finds nothing says whether the reader has asked to be told about the word. */
const failedPage = [...searchPage, 'lookup/find-wanted-requests']
const correction = ['lookup/search', 'lookup/similar-words']
/** The terms that are called so but for one letter come first. */
const corrected = [...correction, 'lookup/names-by-key']

const cases: Record<string, string[]> = {
  '/?q=SLA': answerPage,
  '/?q=what+is+an+SLA': answerPage,
  '/?q=kubernetis': [...failedPage, ...corrected],
  '/?q=zzqqy': [...failedPage, ...correction, 'lookup/similar-names'],
  '/?q=zzqqy&status=official': [...failedPage, ...correction, 'lookup/similar-names'],
  // Names with the corrected spelling are outside the filter.
  '/?q=kubernetis&status=official': [...failedPage, ...corrected, 'lookup/search'],
  // One more search counts what matches without the filter.
  '/?q=ZQ&owner=me': [...failedPage, 'lookup/search', 'lookup/names-by-prefix'],
  '/api/v1/terms?q=SLA': [...search, 'identity/find-actor'],
  '/api/v1/terms?q=kubernetis': [...search, ...corrected, 'identity/find-actor'],
  '/api/v1/terms?q=zzqqy&category=Tools': [...search, ...correction, 'identity/find-actor'],
}

for (const [path, expected] of Object.entries(cases)) {
  test(`${path} looks up once, and corrects the spelling once at most`, async (service) => {
    const as = await stock(service)
    const run = await statementsOf(service, (app) => send(app, 'GET', path, { as }))
    assert.equal(run, expected.toSorted())
  })
}

/** What one key press in the dialog costs, while credentials are cached and names are in memory. */
const keyPresses: Record<string, string[]> = {
  SL: search,
  SLA: search,
  'what is an SLA': search,
  'our SLA is late': search,
  kubernetis: [...search, 'lookup/similar-names'],
  'zzq qy': [...search, 'lookup/similar-names'],
}

for (const [typed, expected] of Object.entries(keyPresses)) {
  test(`typing “${typed}” takes as few statements as it can`, async (service) => {
    const as = await stock(service)
    const { names, credentials } = service.ctx
    await names.read()
    names.setReported(true)
    credentials.setEnabled(true)
    const headers = { ...cookie(as), 'hx-request': 'true', 'hx-target': 'quick-results' }
    const press = (app: App) => send(app, 'GET', `/?${new URLSearchParams({ q: typed })}`, { headers })
    await callsOf(service, press)
    assert.equal(await statementsOf(service, press), expected.toSorted())
  })
}

test.run()
