import * as assert from 'uvu/assert'
import { storeDigests } from '../lib/notify/follows.ts'
import { openContext } from '../lib/service.ts'
import { sent } from './support/outbox.ts'
import { type Sent, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import type { Person } from './support/test-service.ts'

const env = { SERVICE_DIGEST_HOUR: '8', SERVICE_TIMEZONE: 'Europe/Berlin' }
const test = slackGlossary('the digest of followed terms', env)

/** Sets the clock of the service, and the time of the changes so far that nobody has dated yet. */
async function changedAt({ sql }: SlackTestService, at: string) {
  await sql`update inbox_entries set created_at = ${at}::timestamptz - (now() - created_at) where created_at > now() - interval '1 hour'`
}

async function digest(service: SlackTestService, at: string) {
  service.clock.now = new Date(at)
  const stored = await storeDigests(service.ctx)
  await service.sendAll()
  return stored
}

async function followed(service: SlackTestService) {
  const [ada, bo] = [await service.person('viewer', 'ada@example.com'), await service.colleague('U2')]
  const follow = (as: Person, path: string) => service.request('PUT', `/api/v1/${path}/follow`, { as })
  await follow(bo, 'categories/Operations')
  const { id } = await service.term(ada, { name: 'R&D', category: 'Operations' })
  return { ada, bo, id }
}

const edit = (service: SlackTestService, as: Person, id: string, version: number) =>
  service.request('PUT', `/api/v1/terms/${id}`, { as, body: { version, definition: `Version ${version + 1}` } })

test('a follower gets one message a day at the hour of the settings, and never the same twice', async (service) => {
  const { ada, id } = await followed(service)
  await edit(service, ada, id, 1)
  await changedAt(service, '2026-03-28T20:00:00Z')
  // Clocks go forward in the night: eight o’clock is 06:00 UTC.
  assert.is(await digest(service, '2026-03-29T05:59:00Z'), 0)
  assert.is(await digest(service, '2026-03-29T06:02:00Z'), 1)
  assert.is(await digest(service, '2026-03-29T06:07:00Z'), 0)
  const [[to, message], ...more] = sent(service) as [[string, Sent]]
  assert.equal([to, message.text, more], ['U2', '2 changes to what you follow', []])
  const link = `<http://localhost:8000/terms/${id}|R&amp;D>`
  assert.is(
    textOf(message),
    [
      '*2 changes to what you follow*',
      `• ada@example.com changed the definition of ${link}`,
      `• ada@example.com added ${link}`,
      '<http://localhost:8000/inbox|Inbox>',
    ].join('\n'),
  )
  await edit(service, ada, id, 2)
  await changedAt(service, '2026-03-29T07:00:00Z')
  assert.is(await digest(service, '2026-03-29T22:00:00Z'), 0)
  assert.is(await digest(service, '2026-03-30T07:00:00Z'), 1)
  assert.is(sent(service).length, 2)
})

test('a digest and the feed say which of several meanings has changed', async (service) => {
  const { ada, bo } = await followed(service)
  await service.term(ada, { name: 'R&D', full_name: 'Rest and Digest', category: 'Operations' })
  await changedAt(service, '2026-03-28T20:00:00Z')
  await digest(service, '2026-03-29T06:02:00Z')
  const [[, message]] = sent(service) as [[string, Sent]]
  assert.match(textOf(message), /\|R&amp;D \(Rest and Digest\)>.*\|R&amp;D \(Operations\)>/s)
  const feed = await service.request('POST', '/api/v1/tokens', { as: bo, body: { name: 'f', scopes: ['feed'] } })
  service.clock.now = new Date()
  await service.sql`update inbox_entries set created_at = now()`
  const { text } = await service.request('GET', `/feeds/${feed.body.token}/atom`)
  assert.match(text, 'R&amp;D (Rest and Digest)', text)
})

test('two processes store one message', async (service) => {
  const { ada, id } = await followed(service)
  for (let version = 1; version <= 25; version++) await edit(service, ada, id, version)
  await changedAt(service, '2026-03-28T20:00:00Z')
  service.clock.now = new Date('2026-03-29T06:02:00Z')
  const { Response, settings, log, now } = service.ctx
  const other = openContext(service.databaseUrl, settings, log, { Response })
  const stored = await Promise.all(
    [service.ctx, { ...other.context, now }, service.ctx].map((ctx) => storeDigests(ctx)),
  )
  await other.close(Promise.resolve())
  assert.equal(stored.sort(), [0, 0, 1])
  await service.sendAll()
  const [, message] = sent(service)[0] ?? []
  assert.match(message ? textOf(message) : '', 'And 6 more in your inbox')
})

test('changes that were read, are old or are told in a message of their own are left out', async (service) => {
  const { ada, bo, id } = await followed(service)
  await service.request('POST', '/api/v1/inbox/read', { as: bo, body: { all: true } })
  await edit(service, ada, id, 1)
  await changedAt(service, '2026-03-21T05:00:00Z')
  const own = await service.term(bo, { name: 'SLO', category: 'Operations' })
  await edit(service, ada, own.id, 1)
  await changedAt(service, '2026-03-28T20:00:00Z')
  assert.is(await digest(service, '2026-03-29T06:02:00Z'), 0)
  assert.equal(
    sent(service).map(([, { text }]) => text),
    ['ada@example.com changed the definition of your term SLO.'],
  )
})

test.run()
