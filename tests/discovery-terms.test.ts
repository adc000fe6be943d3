import * as assert from 'uvu/assert'
import type { ReviewItem } from '../lib/schemas/review.ts'
import { channel, discover, said, suggested } from './support/discovery.ts'
import { slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('terms that discovery suggests')

test('a suggestion is recorded in history and audit log without an actor', async (service) => {
  const admin = await service.person('admin')
  channel(service, 'C1', said('QBR (quarterly business review)', 'QBR', 'QBR'))
  await discover(service, admin)
  const [{ id }] = await suggested(service, admin)
  const history = await service.request('GET', `/api/v1/terms/${id}/history`, { as: admin })
  const to = (value: string) => ({ from: null, to: value })
  assert.equal(
    history.body.map(({ action, actor, changes }: Record<string, unknown>) => [...[action, actor, changes]]),
    [['created', null, { name: to('QBR'), full_name: to('quarterly business review'), status: to('suggested') }]],
  )
  const audit = await service.request('GET', `/api/v1/admin/audit?target_id=${id}`, { as: admin })
  assert.equal(
    audit.body.map(({ action, actor_id }: Record<string, unknown>) => [action, actor_id]),
    [['term.created', null]],
  )
})

test('aliases of any kind are known, full names are not', async (service) => {
  const admin = await service.person('admin')
  await service.term(admin, {
    name: 'Uptime',
    full_name: 'QBR',
    aliases: ['UPX', { name: 'upq', kind: 'misspelling' }, { name: 'PRM', kind: 'discouraged' }],
  })
  channel(service, 'C1', said(...Array(3).fill('UPX UPQ PRM QBR')))
  await discover(service, admin)
  const terms = await suggested(service, admin)
  assert.equal(
    terms.map(({ name }: { name: string }) => name),
    ['QBR'],
  )
})

test('an acronym that became an alias in the meantime is not suggested', async (service) => {
  await service.term(await service.person(), { name: 'Uptime', aliases: ['UPX'] })
  const suggest = (acronym: string) => service.ctx.db.one('jobs/suggest-term', { acronym, full_name: null })
  assert.is(await suggest('UPX'), undefined)
  assert.ok(await suggest('UPZ'))
})

test('the most frequent of several full names is used, and the queue lists all', async (service) => {
  const admin = await service.person('admin')
  const texts = [
    ...['PRC (Price Review Committee)', 'Press Release Calendar (PRC)'],
    ...['the press-release calendar (PRC)', 'Press release calendars (PRCs)'],
    ...['PRC (Press Release Calendar)', 'PTX (Premium Ticket Exchange)'],
    ...['PTX (Partner Training Exam)', 'PTX?'],
  ]
  channel(service, 'C1', said(...texts))
  await discover(service, admin)
  const { body } = await service.request('GET', '/api/v1/review?kind=suggested', { as: admin })
  const found = body.map(({ term, evidence }: ReviewItem) => [term.full_name, evidence?.full_names])
  assert.equal(found.sort(), [
    [
      'Partner Training Exam',
      [
        { full_name: 'Partner Training Exam', sightings: 1 },
        { full_name: 'Premium Ticket Exchange', sightings: 1 },
      ],
    ],
    [
      'Press Release Calendar',
      [
        { full_name: 'Press Release Calendar', sightings: 4 },
        { full_name: 'Price Review Committee', sightings: 1 },
      ],
    ],
  ])
})

test('a full name with invisible characters is not used', async (service) => {
  const admin = await service.person('admin')
  const texts = ['QBR (quarterly\u202e business review)', 'QBR', 'QBR (quiet\u200b break room)']
  channel(service, 'C1', said(...texts))
  await discover(service, admin)
  const [term] = await suggested(service, admin)
  assert.equal([term.name, term.full_name], ['QBR', null])
})

test.run()
