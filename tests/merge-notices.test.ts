import * as assert from 'uvu/assert'
import type { InboxEntry } from '../lib/schemas/inbox.ts'
import type { Term } from '../lib/schemas/term.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('notices of merges')

async function inbox({ request }: TestService, as: Person) {
  const { body } = await request('GET', '/api/v1/inbox', { as })
  return body.map(({ kind, term, detail }: InboxEntry) => [kind, term?.name, detail.action])
}

async function merge({ request }: TestService, as: Person, term: Term, into: Term) {
  const body = { into: into.id, version: 1, into_version: 1 }
  assert.is((await request('POST', `/api/v1/terms/${term.id}/merge`, { as, body })).status, 200)
}

const follow = async ({ request }: TestService, as: Person, path: string) =>
  assert.is((await request('PUT', `/api/v1${path}/follow`, { as })).status, 204)

test('both owners and the followers of both terms and categories are told of a merge, once', async (service) => {
  const [owner, other, ofBoth, editor] = [
    await service.person(),
    await service.person(),
    await service.person(),
    await service.person('editor'),
  ]
  const into = await service.term(owner, { name: 'SLA', category: 'Operations' })
  const term = await service.term(other, { name: 'S.L.A.', category: 'Legal' })
  const paths = [
    ...[`/terms/${into.id}`, `/terms/${term.id}`],
    ...['/categories/Operations', '/categories/Legal'],
  ]
  const followers: Person[] = []
  for (const path of paths) {
    const follower = await service.person()
    followers.push(follower)
    for (const as of [follower, ofBoth, owner, other, editor]) await follow(service, as, path)
  }
  await merge(service, editor, term, into)
  assert.equal(await inbox(service, owner), [['edited', 'SLA', 'term.merged']])
  assert.equal(await inbox(service, other), [['ownership', 'S.L.A.', 'term.merged']])
  for (const as of [...followers, ofBoth]) {
    assert.equal(await inbox(service, as), [['followed', 'SLA', 'term.merged']])
  }
  assert.equal(await inbox(service, editor), [])
  const { text } = await service.request('GET', '/inbox', { as: other })
  assert.match(text, /merged your term <a href="\/terms\/[^"]+">S\.L\.A\.<\/a> into another one/)
})

test('whoever owns both terms gets one entry, and whoever merges their own terms none', async (service) => {
  const [owner, editor] = [await service.person(), await service.person('editor')]
  for (const as of [owner, editor]) {
    const into = await service.term(as, { name: 'SLA', category: as.role })
    await merge(service, editor, await service.term(as), into)
  }
  assert.equal(await inbox(service, owner), [['edited', 'SLA', 'term.merged']])
  assert.equal(await inbox(service, editor), [])
})

test.run()
