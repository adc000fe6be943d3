import * as assert from 'uvu/assert'
import { sendForm } from './support/forms.ts'
import { call, mcpToken } from './support/mcp-client.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('suggestions without a definition', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

/** Suggests a name as discovery does; returns the ID of the term. */
async function suggest({ ctx }: TestService, acronym = 'QBR', full_name: string | null = null) {
  const row = await ctx.db.one<{ id: string }>('jobs/suggest-term', { acronym, full_name })
  return row?.id ?? ''
}

const isSuggested = async ({ request }: TestService, id: string, as: Person) =>
  (await request('GET', `/api/v1/terms/${id}`, { as })).body.status === 'suggested'

test('a suggestion has an empty definition; nothing else can have one', async (service) => {
  const editor = await service.person('editor')
  const id = await suggest(service)
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: editor })
  assert.equal([body.definition, body.status], ['', 'suggested'])
  const term = await service.term(editor)
  const refused = await service.sql`update terms set definition = '' where id = ${term.id}`.catch(
    (error: Error) => error.message,
  )
  assert.match(String(refused), /violates check constraint/)
  for (const edit of [{ definition: '' }, { definition: ' ' }]) {
    const put = { as: editor, body: { version: 1, ...edit } }
    assert.is((await service.request('PUT', `/api/v1/terms/${id}`, put)).status, 422)
  }
})

test('nothing is explained by a term without a definition', async (service) => {
  const ada = await service.person()
  const id = await suggest(service)
  await service.sql`update terms set status = 'pending' where id = ${id}`
  const body = { text: 'Bring the numbers to the QBR.' }
  const { matches, terms, unknown } = (await service.request('POST', '/api/v1/explain', { as: ada, body })).body
  assert.equal([matches, terms, unknown.map(({ text }: { text: string }) => text)], [[], [], ['QBR']])
})

test('a lookup says that nobody has explained the name, and counts as one that found nothing', async (service) => {
  const ada = await service.person()
  const id = await suggest(service)
  const found = await service.request('GET', '/api/v1/lookup?q=qbr', { as: ada })
  assert.equal([found.body.terms[0].id, found.body.terms[0].definition], [id, ''])
  const asked = encodeURIComponent('hey, when is the QBR?')
  const { body } = await service.request('GET', `/api/v1/lookup?q=${asked}`, { as: ada })
  assert.equal([body.match, body.terms[0]?.id], ['contained', id])
  for (const path of ['/t/QBR', '/?q=QBR', `/terms/${id}`]) {
    const { text } = await service.request('GET', path, { as: ada })
    assert.match(text, 'Nobody has explained it yet.', path)
  }
  const { isError, content } = await call(service, 'get_term', { name: 'QBR' })
  const [{ text = '' } = {}] = content as { text?: string }[]
  assert.ok(isError)
  assert.match(text, /Nobody has explained it yet\..*Do not invent a meaning.*\/terms\/[\w-]+\/edit$/)
  await service.ctx.lookups.store()
  const [day] = await service.sql`select answered, unanswered from lookup_days`
  assert.equal({ ...day }, { answered: 0, unanswered: 3 })
})

test('an agent is told the full name that Slack tells, and that nobody has explained it', async (service) => {
  const id = await suggest(service, 'QZS', 'Quality Zone "South"')
  for (const name of ['QZS', 'what is a qzs?', 'quality zone "south"']) {
    const { isError, content } = await call(service, 'get_term', { name })
    const [{ text = '' } = {}] = content as { text?: string }[]
    assert.ok(isError, name)
    assert.match(text, 'Nobody has explained it yet. Its full name may be "Quality Zone \\"South\\"".')
    assert.match(text, new RegExp(`Do not invent a meaning.*/terms/${id}/edit$`))
  }
})

test('only a suggestion with a definition can be accepted', async (service) => {
  const editor = await service.person('editor')
  const id = await suggest(service)
  const accept = async () => {
    const body = { action: 'accept', items: [{ term_id: id }] }
    const { results } = (await service.request('POST', '/api/v1/review/bulk', { as: editor, body })).body
    return [results[0].outcome, await isSuggested(service, id, editor)]
  }
  assert.equal(await accept(), ['refused', true])
  const body = { version: 1, definition: 'Quarterly business review.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as: editor, body })
  assert.equal(await accept(), ['done', false])
})

test('an editor who writes the definition on the page publishes the term, another person does not', async (service) => {
  for (const [role, status] of [
    ['editor', 'pending'],
    ['viewer', 'suggested'],
  ] as const) {
    const person = await service.person(role)
    const id = await suggest(service, role.toUpperCase().slice(0, 6))
    const { headers } = await sendForm(service, person, `/terms/${id}/edit`, {
      version: '1',
      name: role.toUpperCase().slice(0, 6),
      definition: 'Quarterly business review.',
    })
    assert.is(headers.get('location'), `/terms/${id}?done=edited`)
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: person })
    assert.equal([body.definition, body.status], ['Quarterly business review.', status])
  }
})

test('whoever asked for a name is told when someone explains it, not when discovery finds it', async (service) => {
  const [ada, editor] = [await service.person(), await service.person('editor')]
  const told = async () => {
    const { body } = await service.request('GET', '/api/v1/inbox', { as: ada })
    return body.map(({ kind }: { kind: string }) => kind)
  }
  await service.request('POST', '/api/v1/wanted/QBR/notify', { as: ada })
  const id = await suggest(service)
  assert.equal(await told(), [])
  const body = { version: 1, definition: 'Quarterly business review.' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as: editor, body })
  assert.equal(await told(), ['wanted_added'])
})

test.run()
