import * as assert from 'uvu/assert'
import type { ReviewItem } from '../lib/schemas/review.ts'
import { channel, discover, hour, message, said } from './support/discovery.ts'
import { slackGlossary } from './support/slack-service.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = slackGlossary('evidence in the review queue')

const queue = async (service: TestService, as: Person): Promise<ReviewItem[]> =>
  (await service.request('GET', '/api/v1/review', { as })).body

test('a suggestion comes with what discovery saw of it', async (service) => {
  const admin = await service.person('admin')
  channel(service, 'C1', said('QBR', 'QBR'))
  channel(service, 'C2', said('QBR (Quarterly Business Review)', 'QBR', 'QBR'))
  await discover(service, admin)
  const [item] = await queue(service, admin)
  assert.ok(item?.evidence)
  const { examples, first_seen_at, last_seen_at, full_names, ...seen } = item.evidence
  assert.equal([seen.sightings, seen.people, seen.channels, seen.looked_up_by], [5, 1, ['c2', 'c1'], 0])
  assert.equal(full_names, [{ full_name: 'Quarterly Business Review', sightings: 1 }])
  assert.is(examples.length, 3)
  assert.ok(Date.parse(first_seen_at) < Date.parse(last_seen_at))
})

test('a suggestion comes with how many people had looked it up, unless fewer than three did in a week', async (service) => {
  const admin = await service.person('admin')
  const lookedUpBy = async () =>
    (await queue(service, admin)).map(({ term, evidence }) => [term.name, evidence?.looked_up_by])
  const wanted = [
    ['QBR', 4],
    ['GRN', 2],
  ] as const
  for (const [name, people] of wanted) {
    await Promise.all(
      Array.from({ length: people }, async () => {
        const as = await service.person()
        await service.request('GET', `/api/v1/lookup?q=${name}`, { as })
      }),
    )
  }
  await service.ctx.lookups.store()
  channel(service, 'C1', said('QBR', 'QBR', 'QBR', 'GRN', 'GRN', 'GRN'))
  await discover(service, admin)
  assert.equal((await lookedUpBy()).sort(), [
    ['GRN', 0],
    ['QBR', 4],
  ])
  const page = await service.request('GET', '/review', { as: admin, headers: { accept: 'text/html' } })
  assert.equal(page.text.match(/\d people looked it up/g), ['4 people looked it up'])
})

test('a suggestion quotes one sentence of a public channel, without its author, until someone has decided', async (service) => {
  const admin = await service.person('admin')
  const long = `${'We talk and talk about many things '.repeat(8)}before the QZX of this quarter ${'and then about other things '.repeat(8)}`
  channel(service, 'C1', [
    message('QBR!', 1),
    message('<@U7> Is the QBR on Monday? Ask <@U9> about the slides.', 2, 'U7'),
    message('The QBR moved.', 3, 'U8'),
    ...said(long, 'QZX', 'QZX', 'Mail the KRL to ada@example.com today.', 'KRL', 'KRL'),
  ])
  await discover(service, admin)
  const evidence = async () => {
    const items = await queue(service, admin)
    return Object.fromEntries(items.map(({ term, evidence }) => [term.name, evidence]))
  }
  const { QBR, QZX, KRL } = await evidence()
  assert.equal([QBR?.quote, QBR?.quote_channel], ['Is the QBR on Monday?', 'c1'])
  assert.ok(Math.abs(Date.parse(QBR?.quoted_at ?? '') - (Date.now() - 2 * hour * 1000)) < 60_000)
  assert.match(QZX?.quote ?? '', /^….* before the QZX of this quarter .*…$/)
  assert.ok([...(QZX?.quote ?? '')].length <= 200)
  assert.is(KRL?.quote, null)

  const quotes = async () =>
    (await service.sql`select acronym from discovery_sightings where quote is not null`).map(({ acronym }) => acronym)
  assert.equal((await quotes()).sort(), ['QBR', 'QZX'])
  const idOf = async (name: string) => (await queue(service, admin)).find(({ term }) => term.name === name)?.term.id
  await service.request('POST', `/api/v1/terms/${await idOf('QBR')}/vote`, { as: admin })
  await service.request('POST', `/api/v1/terms/${await idOf('QZX')}/dismiss`, { as: admin })
  assert.equal(await quotes(), [])
  channel(service, 'C1', [message('The QBR is what we do in QZX.', 0)])
  await discover(service, admin)
  assert.equal(await quotes(), [])
})

test('suggestions that more people use come first', async (service) => {
  const admin = await service.person('admin')
  const by = (name: string, ...users: string[]) => users.map((user) => message(`The ${name} is here.`, 5, user))
  channel(service, 'C1', [
    ...by('QAA', 'U1', 'U1', 'U1', 'U1'),
    ...by('QBB', 'U1', 'U2', 'U3'),
    ...by('QCC', 'U1', 'U2', 'U2'),
  ])
  await discover(service, admin)
  const items = await queue(service, admin)
  assert.equal(
    items.map(({ term, evidence }) => [term.name, evidence?.people]),
    [
      ['QBB', 3],
      ['QCC', 2],
      ['QAA', 1],
    ],
  )
})

test('the form of a suggestion has the most frequent full name, also if it was seen later', async (service) => {
  const admin = await service.person('admin')
  channel(service, 'C1', said('QBR', 'QBR', 'QBR'))
  await discover(service, admin)
  const [suggested] = await queue(service, admin)
  assert.is(suggested?.term.full_name, null)
  channel(service, 'C2', said('QBR (Quarterly Business Review)', 'Quarterly Business Review (QBR)'))
  await discover(service, admin)
  const headers = { accept: 'text/html' }
  const { text } = await service.request('GET', '/review', { as: admin, headers })
  assert.match(text, /<input[^>]* name="full_name"[^>]* value="Quarterly Business Review"/)
  assert.match(text, '>From 2 messages<')
})

test.run()
