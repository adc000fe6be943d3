import * as assert from 'uvu/assert'
import { bearer, cookie, embedKey, wiki } from './support/credentials.ts'
import { sendForm } from './support/forms.ts'
import { call, mcpToken } from './support/mcp-client.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('what texts mark', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const explain = async ({ request }: TestService, as: Person, text: string) => {
  const { body } = await request('POST', '/api/v1/explain', { as, body: { text, loose: true } })
  const parts = (list: { text: string }[]) => list.map((part) => part.text)
  return { marked: parts(body.matches), unknown: parts(body.unknown) }
}

test('a term is marked by the usual rules, only as written, or never, and is known in any case', async (service) => {
  const as = await service.person()
  const aliases = ['Crew Zone']
  await service.term(as, { name: 'Team', aliases, in_texts: 'exact' })
  await service.term(as, { name: 'policy', in_texts: 'exact' })
  await service.term(as, { name: 'QZA', in_texts: 'never' })
  await service.term(as, { name: 'Qzb', in_texts: 'exact' })
  await service.term(as, { name: 'QZC plan', in_texts: 'never' })
  await service.term(as, { name: 'QZC' })
  await service.term(as, { name: 'churn', full_name: 'one' })
  await service.term(as, { name: 'churn', full_name: 'two', in_texts: 'never' })
  for (const [text, ...marked] of [
    ['Our Team, the Teams, the Team’s plan', 'Team', 'Teams', 'Team'],
    ['our team, the teams, a TEAM'],
    ['the Crew Zone and the crew zone', 'Crew Zone'],
    ['policies and Policies and POLICIES', 'policies'],
    ['ask the QZA or qza about QZAs'],
    ['a QZB and a Qzb', 'Qzb'],
    ['the QZC plan of QZC', 'QZC'],
    ['Churn rises', 'Churn'],
  ]) {
    assert.equal(await explain(service, as, text ?? ''), { marked, unknown: [] }, text)
  }
  const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text: 'churn' } })
  assert.equal(
    body.terms.map((term: { full_name: string }) => term.full_name),
    ['one'],
  )
})

test('a lookup finds what texts never mark, and so does a question that contains it', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'QZA', in_texts: 'never' })
  await service.term(as, { name: 'Crew', in_texts: 'exact' })
  for (const [q, match] of [
    ['qza', 'exact'],
    ['has the QZA changed since?', 'contained'],
    ['CREW', 'exact'],
    ['has our crew changed since?', 'contained'],
  ]) {
    const path = `/api/v1/lookup?${new URLSearchParams({ q: q ?? '' })}`
    const { body } = await service.request('GET', path, { as })
    assert.equal([body.match, body.terms.length], [match, 1], q)
  }
})

test('no surface marks what texts never mark', async (service) => {
  const as = await service.person('admin')
  const qza = await service.term(as, { name: 'QZA' })
  const other = await service.term(as, { name: 'other', definition: 'Needs a QZA.' })
  const { key } = await embedKey(service, as)
  const text = 'Ask the QZA.'
  const marks = async () => {
    await service.ctx.names.read()
    const headers = { ...cookie(as), accept: 'text/html' }
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    const page = await service.request('POST', '/explain', {
      headers: { ...form, origin: service.ctx.settings.appUrl },
      body: new URLSearchParams({ text }).toString(),
    })
    const embed = await service.request('POST', '/api/v1/explain', {
      headers: { ...bearer(key), origin: wiki },
      body: { text },
    })
    const { structuredContent } = await call(service, 'explain_text', { text })
    const definition = await service.request('GET', `/terms/${other.id}`, { headers })
    return [
      page.text.includes('id="mark-1"'),
      embed.body.matches.length > 0,
      (structuredContent as { matches: unknown[] }).matches.length > 0,
      definition.text.includes('class="name-link"'),
    ]
  }
  assert.equal(await marks(), [true, true, true, true])
  const edit = { version: 1, in_texts: 'never' }
  await service.request('PUT', `/api/v1/terms/${qza.id}`, { as, body: edit })
  assert.equal(await marks(), [false, false, false, false])
})

test('the usual is not worth a word: not in the history, and null or an empty cell is the usual', async (service) => {
  const as = await service.person('editor')
  const term = await service.term(as, { name: 'QZA', in_texts: 'auto' })
  const { body } = await service.request('GET', `/api/v1/terms/${term.id}/history`, { as })
  assert.not.ok('in_texts' in body[0].changes)
  const put = async (body: object) => (await service.request('PUT', `/api/v1/terms/${term.id}`, { as, body })).body
  assert.is((await put({ version: 1, in_texts: 'never' })).in_texts, 'never')
  assert.is((await put({ version: 2, definition: 'Another.' })).in_texts, 'never')
  const send = (csv: string) =>
    service.request('POST', '/api/v1/import', { headers: { ...cookie(as), 'content-type': 'text/csv' }, as, body: csv })
  await send('name,definition\nQZA,A third.\n')
  const read = async () => (await service.request('GET', `/api/v1/terms/${term.id}`, { as })).body
  assert.equal([(await read()).definition, (await read()).in_texts], ['A third.', 'never'])
  await send('name,definition,in_texts\nQZA,A third.,\n')
  assert.is((await read()).in_texts, 'auto')
  assert.is((await put({ version: 5, in_texts: 'exact' })).in_texts, 'exact')
  assert.is((await put({ version: 6, in_texts: null })).in_texts, 'auto')
})

test('many terms are set, confirmed, promoted or deleted at once, each with one audit event', async (service) => {
  const as = await service.person('editor')
  const { id } = await service.term(as, { name: 'QZA' })
  const { id: gone } = await service.term(as, { name: 'QZB' })
  await service.request('DELETE', `/api/v1/terms/${gone}`, { as })
  const bulk = (body: object) =>
    service.request('POST', '/api/v1/terms/bulk', { as, body: { ids: [id, gone], ...body } })
  for (const body of [
    { set: { in_texts: 'never' } },
    { action: 'confirm' },
    { action: 'promote' },
    { action: 'delete' },
  ]) {
    const { body: answer } = await bulk(body)
    const outcomes = answer.results.map((each: { outcome: string }) => each.outcome)
    assert.equal(outcomes, ['done', 'gone'], JSON.stringify(body))
  }
  const audit = await service.sql`select action from audit_events where target_id = ${id} order by seq`
  assert.equal(
    audit.map(({ action }) => action),
    ['created', 'updated', 'confirmed', 'promoted', 'deleted'].map((verb) => `term.${verb}`),
  )
  for (const body of [{}, { action: 'confirm', set: { in_texts: 'auto' } }, { action: 'vote' }])
    assert.is((await bulk(body)).status, 422)
})

test('whoever may edit a term stops underlining it for everyone after a question, and takes it back', async (service) => {
  const [ada, bob] = [await service.person(), await service.person()]
  const { id } = await service.term(ada, { name: 'QZA' })
  await service.sql`update terms set status = 'official' where id = ${id}`
  const offers = async (as: Person) =>
    (await sendForm(service, as, '/explain', { text: 'Ask the QZA.' })).text.includes('never-mark"')
  assert.equal([await offers(ada), await offers(bob)], [true, false])
  const refused = await sendForm(service, bob, `/terms/${id}/never-mark`)
  assert.is(refused.status, 403)
  const stored = async () => (await service.request('GET', `/api/v1/terms/${id}`, { as: bob })).body
  const asked = await sendForm(service, ada, `/terms/${id}/never-mark`)
  assert.equal([asked.status, (await stored()).version], [200, 1])
  assert.match(asked.text, /no text underlines[\s\S]*QZA[\s\S]*for anyone[\s\S]*name="confirmed" value="true"/)
  await service.sql`update terms set in_texts = 'exact' where id = ${id}`
  const { headers } = await sendForm(service, ada, `/terms/${id}/never-mark`, { confirmed: 'true' })
  assert.is(headers.get('location'), `/terms/${id}?done=unmarked`)
  assert.is((await stored()).in_texts, 'never')
  const page = await service.request('GET', `/terms/${id}?done=unmarked`, { headers: cookie(ada) })
  assert.match(page.text, 'stopped underlining it in texts')
  assert.not.match(page.text, /changed the in texts|>exact</)
  const undo = /action="[^"]*underline"[\s\S]*?<\/form>/.exec(page.text)?.[0] ?? ''
  const fields = [...undo.matchAll(/name="(\w+)" value="(\w+)"/g)].map(([, name, value]) => [name, value])
  assert.equal(Object.fromEntries(fields), { in_texts: 'exact', version: '2' })
  const undone = await sendForm(service, ada, `/terms/${id}/underline`, Object.fromEntries(fields))
  assert.is(undone.headers.get('location'), `/terms/${id}?done=marked`)
  assert.is((await stored()).in_texts, 'exact')
  const others = await service.request('GET', `/terms/${id}?done=unmarked`, { headers: cookie(bob) })
  assert.not.match(others.text, /\/underline"/)
})

test.run()
