import * as assert from 'uvu/assert'
import { homeTeam } from './support/slack.ts'
import { buttonsOf, type Sent, type SentButton, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'

const test = slackGlossary('the App Home')

/** The App Home of Ada as it was published last. */
const shown = ({ slack }: SlackTestService) => slack.callsOf('views.publish').at(-1)?.args.view as unknown as Sent

async function open(service: SlackTestService, tab = 'home') {
  await service.event({ type: 'app_home_opened', user: 'U1', channel: 'D1', tab })
  await service.sendAll()
}

async function press(service: SlackTestService, button: SentButton | undefined) {
  const { label, ...action } = button ?? { label: '' }
  await service.interact({
    type: 'block_actions',
    user: { id: 'U1', team_id: homeTeam },
    response_url: undefined,
    view: { type: 'home', id: 'V2' },
    actions: [action],
  })
  await service.sendAll()
}

test('the App Home shows what waits for a person and their terms, and its buttons decide', async (service) => {
  const [ada, bo] = [await service.colleague('U1'), await service.person('viewer', 'bo@example.com')]
  const { id } = await service.term(ada, { name: 'R&D', category: 'Operations' })
  const path = `/api/v1/terms/${id}`
  const body = { version: 1, definition: 'Another.', note: 'Better' }
  await service.request('POST', `${path}/proposals`, { as: bo, body })
  await service.request('POST', `${path}/dispute`, { as: bo, body: { reason: 'Wrong.' } })
  await service.request('PUT', '/api/v1/categories/Operations/follow', { as: ada })
  await service.sql`update terms set is_stale = true`
  await open(service)
  const link = `<http://localhost:8000/terms/${id}|R&amp;D>`
  assert.is(
    textOf(shown(service)),
    [
      '*Waiting for you*',
      `bo@example.com proposed a change to ${link}.\n> Better`,
      `bo@example.com reported a problem with ${link}.\n> Wrong.`,
      `${link} may be out of date. Still right?`,
      `*You own*\n• ${link} _pending, may be out of date_`,
      '*You follow*\n• <http://localhost:8000/?category=Operations|Operations> _category_',
      '<http://localhost:8000/mine|See all in the glossary>',
    ].join('\n'),
  )
  const labels = ['Accept', 'Decline', 'Compare', 'Report was right', 'Update', 'Confirm', 'Update']
  const buttons = buttonsOf(shown(service))
  assert.equal(
    buttons.map(({ label }) => label),
    labels,
  )
  for (const [number, said] of [
    [0, /^Accepted\. The change is part of R&amp;D now\./],
    [3, /^Report accepted\./],
    [5, /^Thank you\. The term is confirmed\./],
    [1, /already decided/],
  ] as const) {
    await press(service, buttons[number])
    assert.match(textOf(shown(service)), said)
  }
  assert.match(textOf(shown(service)), 'All caught up.')
  assert.equal(service.slack.callsOf('chat.postMessage').filter(({ args }) => args.channel === 'U1').length, 2)
  const [term] = await service.sql`select definition, is_stale, open_disputes from terms`
  assert.equal({ ...term }, { definition: 'Another.', is_stale: false, open_disputes: 0 })
})

test('the App Home says which relations of others wait, and which meaning they are about', async (service) => {
  const [ada, bo] = [await service.colleague('U1'), await service.person('viewer', 'bo@example.com')]
  const own = await service.term(ada, { name: 'SLA', full_name: 'Service Level Agreement' })
  await setStatus(service, own.id, 'official', 12)
  const other = await service.term(bo, { name: 'SLA', category: 'Labels' })
  const single = await service.term(bo, { name: 'FRT', full_name: 'First Response Time' })
  const relate = (id: string, kind: string) =>
    service.request('PUT', `/api/v1/terms/${id}/relations/${kind}/${own.id}`, { as: bo })
  await relate(other.id, 'differs_from')
  await relate(single.id, 'broader')
  await open(service)
  const link = `<http://localhost:8000/terms/${own.id}|SLA (Service Level Agreement)>`
  assert.equal(textOf(shown(service)).split('\n').slice(1, 3), [
    `bo@example.com said that SLA (Labels) is not to be confused with ${link}, which does not show it so far.`,
    `bo@example.com said that FRT is part of ${link}, which does not show it so far.`,
  ])
  assert.equal(
    buttonsOf(shown(service)).map(({ label }) => label),
    ['Decide', 'Decide'],
  )
})

test('the App Home says what a disputed term was before', async (service) => {
  const ada = await service.colleague('U1')
  const { id } = await service.term(ada, { name: 'SLA' })
  await setStatus(service, id, 'official', 12)
  const bo = await service.person()
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: bo, body: { reason: 'No.' } })
  await open(service)
  assert.match(textOf(shown(service)), /\|SLA> _Disputed \(was Official, 12 votes\)_/)
})

test('the other tab of the app publishes nothing', async (service) => {
  await service.colleague('U1')
  await open(service, 'messages')
  assert.equal(service.slack.callsOf('views.publish'), [])
})

test.run()
