import * as assert from 'uvu/assert'
import { channel, discover, said, suggested } from './support/discovery.ts'
import { importFile, lines } from './support/imports.ts'
import { slackGlossary } from './support/slack-service.ts'

// Names have a letter or a digit, whichever way they come (contract, section 18).
const test = slackGlossary('names without a letter or a digit')

const names = ['!', '?!', '+=*~^', '…', '„“', '🦄', '❤️ 👍🏽', '_']
const definition = 'What it means.'

test('requests with one are refused', async ({ request, person, term, sql }) => {
  const as = await person('editor')
  const { id, version } = await term(as)
  for (const name of names) {
    for (const fields of [{ name }, { aliases: [name] }, { aliases: [{ name, kind: 'misspelling' }] }]) {
      const sent = [
        request('POST', '/api/v1/terms', { as, body: { name: 'A', definition, ...fields } }),
        request('PUT', `/api/v1/terms/${id}`, { as, body: { version, ...fields } }),
        request('POST', `/api/v1/terms/${id}/proposals`, { as, body: { version, ...fields } }),
      ]
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      assert.equal(statuses, [422, 422, 422], JSON.stringify(fields))
    }
  }
  assert.equal((await sql`select from terms`).length, 1)
  assert.equal((await sql`select from proposals`).length, 0)
})

test('rows of files with one are faulty', async (service) => {
  const as = await service.person('editor')
  for (const name of names) {
    for (const row of [`"${name}",${definition},`, `A,${definition},"${name}"`]) {
      const { status, text } = await importFile(service, as, lines('name,definition,aliases', row))
      assert.is(status, 422, row)
      assert.match(text, 'letter or a digit', row)
    }
  }
})

test('the form in Slack shows an error', async (service) => {
  await service.colleague('U1')
  const submit = (fields: Record<string, string>) => {
    const entries = Object.entries({ name: 'A', definition, ...fields })
    const values = Object.fromEntries(entries.map(([id, value]) => [id, { [id]: { value } }]))
    return service.interact({
      type: 'view_submission',
      user: { id: 'U1' },
      response_url: undefined,
      view: { callback_id: 'add_term', state: { values } },
    })
  }
  for (const name of names) {
    for (const field of ['name', 'aliases', 'misspellings', 'discouraged']) {
      const { body } = await submit({ [field]: name })
      assert.equal(Object.keys(body.errors ?? {}), [field], `${field} ${name}`)
    }
  }
  assert.equal((await service.sql`select from terms`).length, 0)
})

test('discovery suggests none', async (service) => {
  const admin = await service.person('admin')
  const messages = names.flatMap((name) => [`${name} (what it means)`, `*${name}*: what it means`])
  channel(service, 'C1', said(...messages, ...messages, 'QBR (quarterly business review)', 'QBR', 'QBR'))
  await discover(service, admin)
  const found = (await suggested(service, admin)).map(({ name }: { name: string }) => name)
  assert.equal(found, ['QBR'])
})

test.run()
