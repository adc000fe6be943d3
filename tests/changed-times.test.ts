import * as assert from 'uvu/assert'
import { cookie } from './support/credentials.ts'
import { importFile, lines } from './support/imports.ts'
import { markStale } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

// What changes a text counts as its latest change, however it comes, and nothing else does (contract, section 3).
const test = glossary('when a text has changed')

async function old(service: TestService) {
  const [owner, editor] = [await service.person(), await service.person('editor')]
  const { id } = await service.term(owner, { name: 'SLA', definition: 'What we promise.' })
  await markStale(service, id)
  return { owner, editor, id }
}

const get = async ({ request }: TestService, as: Person, id: string) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body

const edits: Record<string, (service: TestService, editor: Person, id: string) => Promise<unknown>> = {
  'an edit': ({ request }, as, id) =>
    request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 1, full_name: 'Service Level Agreement' } }),
  'an import': (service, as) => importFile(service, as, lines('name,definition', 'SLA,A promise.')),
  'an accepted proposal': async ({ request }, as, id) => {
    const body = { version: 1, definition: 'A promise.' }
    const { body: proposal } = await request('POST', `/api/v1/terms/${id}/proposals`, { as, body })
    return request('POST', `/api/v1/proposals/${proposal.id}/accept`, { as, body: {} })
  },
  'the undoing of an import': async (service, as, id) => {
    const { body } = await importFile(service, as, lines('name,definition', 'SLA,A promise.'))
    await markStale(service, id)
    return service.request('DELETE', `/api/v1/imports/${body.import_id}`, { as })
  },
  'a revert': async ({ request, sql }, as, id) => {
    await request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 1, definition: 'A promise.' } })
    await sql`update terms set is_stale = true, last_confirmed_at = '2020-01-01Z' where id = ${id}`
    return request('POST', `/api/v1/terms/${id}/revert`, { as, body: { version: 2, to_version: 1 } })
  },
}

for (const [what, change] of Object.entries(edits)) {
  test(`${what} of a text is a change, and the term is no longer out of date`, async (service) => {
    const { editor, id } = await old(service)
    await change(service, editor, id)
    const { is_stale, last_confirmed_at } = await get(service, editor, id)
    assert.equal([is_stale, last_confirmed_at > '2024'], [false, true])
  })
}

const others: Record<string, (service: TestService, editor: Person, id: string) => Promise<unknown>> = {
  'another category': ({ request }, as, id) =>
    request('PUT', `/api/v1/terms/${id}`, { as, body: { version: 1, category: 'Operations' } }),
  'imported aliases': (service, as) => importFile(service, as, lines('name,aliases', 'SLA,promise; vow')),
  'a bulk change': ({ request }, as, id) =>
    request('POST', '/api/v1/terms/bulk', { as, body: { ids: [id], set: { in_texts: 'never' } } }),
  'a vote and a promotion': async ({ request }, as, id) => {
    await request('POST', `/api/v1/terms/${id}/vote`, { as })
    return request('POST', `/api/v1/terms/${id}/promote`, { as })
  },
}

for (const [what, change] of Object.entries(others)) {
  test(`${what} leaves the text as old as it is`, async (service) => {
    const { editor, id } = await old(service)
    await change(service, editor, id)
    const { is_stale, last_confirmed_at, version } = await get(service, editor, id)
    assert.equal([is_stale, last_confirmed_at.slice(0, 4), version], [true, '2020', 2])
  })
}

test('pages say when the text was changed or confirmed, whichever was later', async (service) => {
  const { editor, id } = await old(service)
  const said = async () => {
    const texts: string[] = []
    for (const path of ['/?q=SLA', `/terms/${id}`]) {
      const { text } = await service.request('GET', path, { headers: cookie(editor) })
      const [, verb, at] =
        /(Added|Changed|Confirmed|Reverted|added|changed|confirmed)\s*<time[^>]* datetime="(\d{4})/.exec(text) ?? []
      texts.push(`${verb?.toLowerCase()} ${at}`)
    }
    return [...new Set(texts)]
  }
  // As if all of it had happened when the term was last confirmed.
  await service.sql`alter table term_history disable trigger user`
  await service.sql`update term_history set created_at = '2019-01-01Z'`
  assert.equal(await said(), ['confirmed 2020'])
  await service.sql`update term_history set created_at = '2021-01-01Z'`
  assert.equal(await said(), ['added 2021'])
  await importFile(service, editor, lines('name,definition', 'SLA,A promise.'))
  const year = String(new Date().getFullYear())
  assert.equal(await said(), [`changed ${year}`])
  // An import of an earlier version of the service left the time of the confirmation.
  await markStale(service, id)
  await service.sql`update term_history set created_at = '2022-01-01Z' where action = 'updated'`
  assert.equal(await said(), ['changed 2022'])
  await importFile(service, editor, lines('name,aliases', 'SLA,promise'))
  assert.equal(await said(), ['changed 2022'])
  await service.request('POST', `/api/v1/terms/${id}/confirm`, { as: editor })
  assert.equal(await said(), [`confirmed ${year}`])
})

test.run()
