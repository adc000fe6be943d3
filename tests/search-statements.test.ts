import * as assert from 'uvu/assert'
import { createGlossary } from '../handlers/app.ts'
import { Database } from '../lib/db/queries.ts'
import type { Params } from '../lib/db/statements.ts'
import { shelve } from './support/search.ts'
import {
  glossary,
  type Person,
  send,
  type TestService,
  withDatabase,
} from './support/test-service.ts'

const test = glossary('statements of a search')

/** A database that notes the name of each statement. */
class NotingDatabase extends Database {
  private readonly db: Database
  private readonly names: string[]

  constructor(db: Database, names: string[]) {
    super()
    this.db = db
    this.names = names
  }

  many<Row>(name: string, params?: Params): Promise<Row[]> {
    this.names.push(name)
    return this.db.many(name, params)
  }

  begin<Result>(work: (tx: Database) => Promise<Result>): Promise<Result> {
    return this.db.begin((tx) => work(new NotingDatabase(tx, this.names)))
  }

  forPerson(person: string, check?: () => void): Database {
    return new NotingDatabase(this.db.forPerson(person, check), this.names)
  }
}

/** The statements that a request runs, sorted by name. */
async function statementsOf(service: TestService, as: Person, path: string) {
  const names: string[] = []
  const app = createGlossary(withDatabase(service.ctx, new NotingDatabase(service.ctx.db, names)))
  const { status } = await send(app, 'GET', path, { as })
  assert.is(status, 200)
  return names.toSorted()
}

const stock = (service: TestService) =>
  shelve(
    service,
    { name: 'SLA', definition: 'A promise.' },
    { name: 'Kubernetes', definition: 'A cluster.' },
    { name: 'Deployment pipeline', definition: 'A way.', category: 'Tools' },
  )

/** Run for every page: who reads it, and what is in its header. */
const everyPage = ['review/count-waiting', 'users/actor', 'users/viewer']
const search = ['lookup/find', 'terms/search']
const searchPage = [...search, 'terms/categories', ...everyPage]
const correction = ['terms/search', 'words/similar']

const cases: Record<string, string[]> = {
  '/?q=SLA': searchPage,
  '/?q=what+is+an+SLA': searchPage,
  '/?q=kubernetis': [...searchPage, ...correction],
  '/?q=zzqqy': [...searchPage, ...correction, 'terms/similar-names'],
  '/?q=zzqqy&status=official': [...searchPage, ...correction, 'terms/similar-names'],
  // Names with the corrected spelling are outside the filter.
  '/?q=kubernetis&status=official': [...searchPage, ...correction, 'terms/search'],
  // One more search counts what matches without the filter.
  '/?q=ZQ&owner=me': [...searchPage, 'terms/search', 'lookup/names-by-prefix'],
  '/api/v1/terms?q=SLA': [...search, 'users/actor'],
  '/api/v1/terms?q=kubernetis': [...search, ...correction, 'users/actor'],
  '/api/v1/terms?q=zzqqy&category=Tools': [...search, ...correction, 'users/actor'],
}

for (const [path, expected] of Object.entries(cases)) {
  test(`${path} looks up once, and corrects the spelling once at most`, async (service) => {
    const as = await stock(service)
    assert.equal(await statementsOf(service, as, path), expected.toSorted())
  })
}

test.run()
