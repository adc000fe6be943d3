import postgres from 'postgres'
import * as assert from 'uvu/assert'
import { bind } from '../lib/db/statements.ts'
import { type Call, callsOf } from './support/statements.ts'
import { suite } from './support/suite.ts'
import { openTestService, send, type TestService } from './support/test-service.ts'

// Planning a list or a search takes PostgreSQL longer than running it.
const test = suite('plans')

let service: TestService
let close: () => Promise<void>

test.before(async () => {
  ;({ service, close } = await openTestService({}))
  await addTerms(service)
})
test.after(() => close())

async function addTerms({ sql }: TestService) {
  await sql`
    insert into terms (name, definition, category, status, source)
    select
      'Term ' || i, 'What the word number ' || i || ' means.', 'Group ' || i % 8,
      (array['suggested', 'pending', 'community', 'official'])[1 + i % 4], 'import'
    from generate_series(1, 5000) as i`
  await sql`analyze terms, term_names, term_counts, name_words`
}

/** Runs a statement as often as PostgreSQL plans it anew, and more. Returns how often it used the plan that it kept. */
async function usesOfKeptPlan({ name, params }: Call): Promise<number> {
  const { text, values } = bind(name, params)
  const connection = postgres(service.databaseUrl, { max: 1 })
  try {
    for (let run = 0; run < 8; run++) {
      await connection.unsafe(text, values as never, { prepare: true })
    }
    const [row] = await connection<{ kept: number }[]>`
      select generic_plans::integer as kept from pg_prepared_statements where statement = ${text}`
    return row?.kept ?? 0
  } finally {
    await connection.end()
  }
}

for (const [what, path, statement] of [
  ['a list', '/api/v1/terms', 'lookup/list-terms'],
  ['a later page', '/api/v1/terms?limit=20&offset=4000', 'lookup/list-terms'],
  ['a list of a status', '/api/v1/terms?status=official', 'lookup/list-terms'],
  ['a search for a name', '/api/v1/terms?q=Term+77', 'lookup/search'],
  ['a search for the beginning of a name', '/api/v1/terms?q=Ter', 'lookup/search'],
  ['a search for words', '/api/v1/terms?q=number+means', 'lookup/search'],
  ['a search within a category', '/api/v1/terms?q=Term+80&category=Group+0', 'lookup/search'],
  ['a lookup', '/api/v1/lookup?q=Term+77', 'lookup/names-by-key'],
  ['the terms that a lookup returns', '/api/v1/lookup?q=Term+77', 'glossary/read-related-terms'],
] as const) {
  test(`PostgreSQL plans ${what} once for all requests`, async () => {
    const as = await service.person()
    const calls = await callsOf(service, async (app) => {
      assert.is((await send(app, 'GET', path, { as })).status, 200)
    })
    const call = calls.find(({ name }) => name === statement)
    assert.ok(call, calls.map(({ name }) => name).join(', '))
    assert.is(await usesOfKeptPlan(call), 3)
  })
}

test.run()
