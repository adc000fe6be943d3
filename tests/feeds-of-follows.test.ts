import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as assert from 'uvu/assert'
import { apiToken } from './support/credentials.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('the feed of what a person follows')

const call = (service: TestService, as: Person, method: string, path: string, body?: object) =>
  service.request(method, `/api/v1${path}`, { as, body })

async function readFeed(service: TestService, as: Person) {
  const { token } = await apiToken(service, as, ['feed'])
  const path = `/feeds/${token}/atom`
  const { status, headers, text } = await service.request('GET', path)
  assert.equal([status, headers.get('content-type')], [200, 'application/atom+xml; charset=utf-8'])
  return { path, headers, text, url: `http://localhost:8000${path}` }
}

test('the feed of an owner who follows a term has the changes of others', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada, { name: 'SLA' })
  const { id: other } = await service.term(ada, { name: 'NDA' })
  await call(service, ada, 'PUT', `/terms/${id}/follow`)
  for (const each of [id, other]) {
    await call(service, bo, 'PUT', `/terms/${each}`, { version: 1, definition: 'New.' })
  }
  const { text } = await readFeed(service, ada)
  assert.is(text.match(/<entry>/g)?.length, 1)
  assert.match(text, 'changed the definition of SLA')
})

test('the feed has the changes of 30 days to what its owner follows, as Atom', async (service) => {
  const [ada, bo] = [await service.person('viewer', 'a<d>a@example.com'), await service.person()]
  await call(service, bo, 'PUT', '/categories/Operations/follow')
  const { id } = await service.term(ada, { name: 'R&D "\ufffe"', category: 'Operations' })
  await call(service, ada, 'PUT', `/terms/${id}`, { version: 1, definition: 'A <b>\nnew.' })
  const old = await service.term(ada, { name: 'SLO', category: 'Operations' })
  await service.sql`
    update inbox_entries set created_at = now() - interval '31 days' where term_id = ${old.id}`
  const suggested = await service.term(ada, { name: 'OKR', category: 'Operations' })
  await setStatus(service, suggested.id, 'suggested')
  const { text: xml, url } = await readFeed(service, bo)
  assert.is(XMLValidator.validate(xml), true)
  const { feed } = new XMLParser({ ignoreAttributes: false }).parse(xml)
  assert.equal(
    feed.entry.map(({ title }: { title: string }) => title),
    ['a<d>a@example.com changed the definition of R&D "\ufffd"', 'a<d>a@example.com added R&D "\ufffd"'],
  )
  const [entry] = feed.entry
  assert.equal(
    [entry.author.name, entry.link['@_href'], feed.updated],
    ['a<d>a@example.com', `http://localhost:8000/terms/${id}`, entry.updated],
  )
  assert.equal(
    feed.entry.map(({ content }: { content: object }) => content),
    [
      { '#text': '<p dir="auto">Definition: A &lt;b&gt;<br>new. (text replaced)</p>', '@_type': 'html' },
      { '#text': '<p dir="auto">A &lt;b&gt;<br>new.</p>', '@_type': 'html' },
    ],
  )
  assert.match(entry.id, /^urn:uuid:[\da-f-]{36}$/)
  assert.match(entry.updated, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.equal(
    feed.link.map((link: Record<string, string>) => [link['@_rel'], link['@_href']]),
    [
      ['self', url],
      [undefined, 'http://localhost:8000/inbox'],
    ],
  )

  const { text: empty } = await readFeed(service, ada)
  assert.is(XMLValidator.validate(empty), true)
  assert.not.match(empty, /<entry>/)
})

test('a reader of the feed that has the current content gets 304', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  await call(service, bo, 'PUT', '/categories/Operations/follow')
  await service.term(ada, { name: 'SLA', category: 'Operations' })
  const { path, headers } = await readFeed(service, bo)
  const sent = { 'if-none-match': headers.get('etag') ?? '', 'if-modified-since': headers.get('last-modified') ?? '' }
  const read = async (...names: (keyof typeof sent)[]) => {
    const chosen = Object.fromEntries(names.map((name) => [name, sent[name]]))
    return (await service.request('GET', path, { headers: chosen })).status
  }
  assert.match(sent['if-modified-since'], /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/)
  assert.equal([await read('if-none-match'), await read('if-modified-since')], [304, 304])
  const earlier = { 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }
  assert.is((await service.request('GET', path, { headers: earlier })).status, 200)
  await service.sql`update inbox_entries set created_at = now() - interval '1 hour'`
  await service.term(ada, { name: 'SLO', category: 'Operations' })
  await service.sql`
    update inbox_entries set created_at = now() + interval '2 seconds' where term_name = 'SLO'`
  assert.equal(
    [await read('if-none-match'), await read('if-modified-since'), await read('if-none-match', 'if-modified-since')],
    [200, 200, 200],
  )
})

const removals: Record<string, (service: TestService, as: Person, id: string) => Promise<unknown>> = {
  dismissed: (service, as, id) => call(service, as, 'POST', `/terms/${id}/dismiss`),
  deleted: (service, as, id) => call(service, as, 'DELETE', `/terms/${id}`),
  async 'dismissed after an edit'(service, as, id) {
    await call(service, as, 'PUT', `/terms/${id}`, { version: 1, definition: 'New.' })
    await call(service, as, 'POST', `/terms/${id}/dismiss`)
  },
}
for (const [what, remove] of Object.entries(removals)) {
  test(`the feed never names a suggestion that was ${what}`, async (service) => {
    const [editor, bo] = [await service.person('editor'), await service.person()]
    await call(service, bo, 'PUT', '/categories/Operations/follow')
    const { id } = await service.term(editor, { name: 'OKR', category: 'Operations' })
    await service.sql`delete from inbox_entries`
    await setStatus(service, id, 'suggested')
    await remove(service, editor, id)
    const gone = await service.sql`select from terms where id = ${id}`
    assert.is(gone.length, 0)
    assert.not.match((await readFeed(service, bo)).text, 'OKR')
    const kept = await service.term(editor, { name: 'SLO', category: 'Operations' })
    await call(service, editor, 'DELETE', `/terms/${kept.id}`)
    assert.match((await readFeed(service, bo)).text, 'deleted SLO')
  })
}

test.run()
