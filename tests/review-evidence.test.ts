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

  const idOf = (name: string) => idIn(service, admin, name)
  await service.request('POST', `/api/v1/terms/${await idOf('QBR')}/vote`, { as: admin })
  await service.request('POST', `/api/v1/terms/${await idOf('QZX')}/dismiss`, { as: admin })
  assert.not.match((await service.request('GET', '/api/v1/review', { as: admin })).text, /Is the QBR|of this quarter/)
  channel(service, 'C1', [message('The QBR is what we do in QZX.', 0)])
  await discover(service, admin)
  assert.equal(await quotes(service), ['QBR', 'QZX'])
  await pass(service, 25)
  assert.equal(await quotes(service), [])
  channel(service, 'C1', [message('The QBR is what we do in QZX.', 0)])
  await discover(service, admin)
  assert.equal(await quotes(service), [], 'nor what has been said since')
})

/** The acronyms of which a sentence is stored. */
const quotes = async ({ sql }: TestService) =>
  (await sql`select acronym from discovery_sightings where quote is not null order by acronym`).map(
    (row) => row.acronym,
  )

const idIn = async (service: TestService, as: Person, name: string) =>
  (await queue(service, as)).find(({ term }) => term.name === name)?.term.id

/** Lets so many hours pass, and what is old be deleted. */
async function pass({ sql, ctx }: TestService, hours: number) {
  await sql`update discovery_sightings set quote_hidden_at = quote_hidden_at - make_interval(hours => ${hours})`
  await ctx.db.one('jobs/forget-hidden-quotes', { most: 5000 })
}

test('a suggestion that comes back within a day has its sentence again, whatever was decided', async (service) => {
  const admin = await service.person('admin')
  const names = ['QAA', 'QBB', 'QCC', 'QDD']
  channel(service, 'C1', said(...names.flatMap((name) => [`We look at the ${name} each day.`, name, name])))
  await discover(service, admin)
  const before = new Map((await queue(service, admin)).map(({ term, evidence }) => [term.name, { term, evidence }]))
  const post = (path: string, body?: object) => service.request('POST', path, { as: admin, ...(body && { body }) })
  const id = (name: string) => before.get(name)?.term.id ?? ''
  const definition = 'An audit.'
  await service.request('PUT', `/api/v1/terms/${id('QCC')}`, { as: admin, body: { version: 1, full_name: 'Quality' } })
  await post(`/api/v1/terms/${id('QAA')}/dismiss`)
  await post(`/api/v1/terms/${id('QCC')}/dismiss`) // somebody had touched it
  await service.request('PUT', `/api/v1/terms/${id('QBB')}`, { as: admin, body: { version: 1, definition } })
  assert.is((await post('/api/v1/review/bulk', { action: 'accept', items: [{ term_id: id('QBB') }] })).status, 200)
  await post(`/api/v1/terms/${id('QDD')}/dismiss`)
  assert.equal(await queue(service, admin), [])
  assert.equal(await quotes(service), names)
  await discover(service, admin) // the job of the night
  await pass(service, 23)
  for (const name of ['QAA', 'QCC']) await post(`/api/v1/dismissed/${id(name)}/restore`)
  await service.sql`update terms set status = 'suggested' where id = ${id('QBB')}` // as the undo of the queue does
  const after = await queue(service, admin)
  assert.equal(
    after.map(({ term, evidence }) => [term.name, evidence?.quote]).sort(),
    ['QAA', 'QBB', 'QCC'].map((name) => [name, `We look at the ${name} each day.`]),
  )
  await pass(service, 2)
  assert.equal(await quotes(service), ['QAA', 'QBB', 'QCC'])
  await post(`/api/v1/dismissed/${id('QDD')}/restore`)
  assert.is((await queue(service, admin)).find(({ term }) => term.name === 'QDD')?.evidence?.quote, null)
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
