import * as assert from 'uvu/assert'
import type { ReviewItem } from '../lib/schemas/review.ts'
import { channel, discover, said } from './support/discovery.ts'
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
  const { examples = [], first_seen_at = '', last_seen_at = '', ...seen } = item?.evidence ?? {}
  const full_names = [{ full_name: 'Quarterly Business Review', sightings: 1 }]
  const rest = { full_names, looked_up_by: 0 }
  assert.equal(seen, { sightings: 5, people: 1, channels: ['c2', 'c1'], ...rest })
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
  const page = await service.request('GET', '/review', {
    as: admin,
    headers: { accept: 'text/html' },
  })
  assert.equal(page.text.match(/\d people looked it up/g), ['4 people looked it up'])
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
