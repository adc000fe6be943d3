import * as assert from 'uvu/assert'
import type { InboxEntry } from '../lib/schemas/inbox.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('notices of renamed categories')

async function inbox({ request }: TestService, as: Person) {
  const { body } = await request('GET', '/api/v1/inbox', { as })
  return body.map(({ kind, term, detail }: InboxEntry) => ({ kind, term, ...detail }))
}

const follow = async ({ request }: TestService, as: Person, path: string) =>
  assert.is((await request('PUT', `/api/v1${path}/follow`, { as })).status, 204)

const rename = async ({ request }: TestService, as: Person, from: string, name: string) => {
  const { status } = await request('PATCH', `/api/v1/categories/${from}`, { as, body: { name } })
  assert.is(status, 200)
}

test('each owner and follower is told once, with the number of their terms', async (service) => {
  const [owner, editor] = [await service.person(), await service.person('editor')]
  const { id } = await service.term(owner, { name: 'SLA', category: 'Ops' })
  await service.term(owner, { name: 'SLO', category: 'Ops' })
  await service.term(editor, { name: 'SLI', category: 'Ops' })
  await service.term(editor, { name: 'MTTR', category: 'Operations' })
  const followers: Person[] = []
  for (const path of [`/terms/${id}`, '/categories/Ops', '/categories/Operations']) {
    const follower = await service.person()
    followers.push(follower)
    for (const as of [follower, owner, editor]) await follow(service, as, path)
  }
  await rename(service, editor, 'ops', 'Operations')
  const about = { term: null, action: 'category.renamed', from: 'Ops', to: 'Operations' }
  assert.equal(await inbox(service, owner), [{ kind: 'edited', ...about, total: 3 }])
  const totals = []
  for (const as of followers) {
    const [{ total, ...entry }, ...others] = await inbox(service, as)
    assert.equal([entry, others], [{ kind: 'followed', ...about }, []])
    totals.push(total)
  }
  assert.equal(totals, [1, 3, 3])
  assert.equal(await inbox(service, editor), [])
  const { text } = await service.request('GET', '/inbox', { as: owner })
  assert.match(
    text,
    /renamed the category “Ops” to “Operations”, with 3 terms that you own or follow/,
  )
  assert.match(text, /<a href="\/browse\?category=Operations">Show<\/a>/)
})

test('a name that is spelled so already is told to nobody', async (service) => {
  const [owner, editor] = [await service.person(), await service.person('editor')]
  await service.term(owner, { category: 'Ops' })
  await rename(service, editor, 'ops', 'Ops')
  assert.equal(await inbox(service, owner), [])
})

test('webhooks are told about each term, and that it is part of the renaming', async (service) => {
  const editor = await service.person('editor')
  for (const name of ['SLA', 'SLO']) await service.term(editor, { name, category: 'Ops' })
  await rename(service, editor, 'Ops', 'Operations')
  const events = await service.sql`
    select payload ->> 'part_of' as part_of from audit_events where action = 'term.updated'`
  assert.equal(
    events.map(({ part_of }) => part_of),
    ['category.renamed', 'category.renamed'],
  )
  const admin = await service.person('admin')
  const page = await service.request('GET', '/admin/audit?action=term.updated', { as: admin })
  assert.match(page.text, /Part of.*Category renamed/s)
})

test.run()
