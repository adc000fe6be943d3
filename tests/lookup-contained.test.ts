import * as assert from 'uvu/assert'
import { type Fields, shelve } from './support/search.ts'
import { read } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = slackGlossary('names in a question')

const sla: Fields = { name: 'SLA', full_name: 'Service Level Agreement' }
const printer: Fields = { name: 'SLA', full_name: 'Stereolithography Apparatus' }

async function lookUp({ request }: TestService, as: Person, q: string) {
  const { status, body } = await request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, { as })
  assert.is(status, 200, q)
  return body
}

/** What a lookup matched, and the full names, or else the names, of the terms that it found. */
async function find(service: TestService, as: Person, q: string) {
  const { match, terms } = await lookUp(service, as, q)
  return [match, ...terms.map(({ name, full_name }: Fields) => full_name ?? name)]
}

test('a name is found in a text of two words or more, in any case', async (service) => {
  const as = await shelve(service, sla, 'CI/CD')
  for (const [q, name] of [
    ['what does SLA mean here?', 'SLA'],
    ['what does sla mean here?', 'SLA'],
    ['hey,SLA?', 'SLA'],
    ['was ist SLA', 'SLA'],
    ['Our slas', 'SLA'],
    ['SLA’s meaning please', 'SLA'],
    ['who knows the service level agreement?', 'SLA'],
    ['is ci/cd a thing', 'CI/CD'],
  ] as const) {
    const { match, terms, total } = await lookUp(service, as, q)
    assert.equal([match, terms.length, total], ['contained', 1, 1], q)
    assert.is(terms[0].name, name, q)
  }
  for (const q of ['SLA-Verletzung', 'x-SLA', 'l’SLA', 'SLA가 뭐예요', 'sla가 뭐예요']) {
    assert.equal(await find(service, as, q), ['contained', 'Service Level Agreement'], q)
  }
  for (const q of ['x-sla', 'SLAB here', 'see https://sla.example/SLA now', 'no name']) {
    assert.equal(await find(service, as, q), ['none'], q)
  }
  assert.equal(await find(service, as, 'what is an SLA?'), ['exact', 'Service Level Agreement'])
})

test('a name in capitals that begins with a sign is found in another case: no English word is spelled so', async (service) => {
  const as = await shelve(service, '.NET', '@HOME')
  for (const [q, name] of [
    ['we use .net here', '.NET'],
    ['.Net developers wanted', '.NET'],
    ['the @home page', '@HOME'],
  ] as const) {
    assert.equal(await find(service, as, q), ['contained', name], q)
  }
  for (const q of [
    'the net core values',
    'so...net effect: none',
    'well ...net of tax',
    'gone. net profit',
    'at home now',
  ]) {
    assert.equal(await find(service, as, q), ['none'], q)
  }
})

test('a name is found among words without spaces between them', async (service) => {
  const as = await shelve(service, { name: 'SLA' }, '契約', 'สวัสดี')
  for (const [q, name] of [
    ['SLAとは', 'SLA'],
    ['什么是SLA', 'SLA'],
    ['SLA是什么意思？', 'SLA'],
    ['契約とは何ですか', '契約'],
    ['「契約」とは', '契約'],
    ['ผมสวัสดีครับ', 'สวัสดี'],
  ] as const) {
    assert.equal(await find(service, as, q), ['contained', name], q)
  }
  assert.equal(await find(service, as, 'SLB是什么意思'), ['none'])
})

test('the meanings come in the order of the names, each once, and say which name they are of', async (service) => {
  const as = await shelve(service, sla, printer, 'SLO')
  await service.term(as, { name: 'Availability', aliases: [{ name: 'uptime', kind: 'discouraged' }] })
  const { terms, total } = await lookUp(service, as, 'uptime, SLO and SLA, or SLO?')
  assert.is(total, 4)
  assert.equal(
    terms.map(({ matched }: { matched: unknown }) => matched),
    [
      { name: 'uptime', kind: 'discouraged' },
      { name: 'SLO', kind: 'name' },
      { name: 'SLA', kind: 'name' },
      { name: 'SLA', kind: 'name' },
    ],
  )
})

test('a full name beside its acronym chooses the meaning', async (service) => {
  const as = await shelve(service, printer, sla, 'SLO')
  for (const q of [
    'SLA (Service Level Agreement)',
    'Service Level Agreement (SLA)',
    'what is the SLA, service level agreement?',
  ]) {
    assert.equal(await find(service, as, q), ['contained', 'Service Level Agreement'], q)
  }
  assert.is((await lookUp(service, as, 'SLA (Some Long Answer)')).total, 2)
})

test('the question can name the category', async (service) => {
  const as = await shelve(service, { ...sla, category: 'Customer support' }, { ...printer, category: 'R&D' })
  const first = async (q: string) => (await find(service, as, q))[1]
  assert.is(await first('what is an SLA in customer support?'), 'Service Level Agreement')
  assert.is(await first('what is an SLA in R&D?'), 'Stereolithography Apparatus')
})

test('a common English word is a name only as it is written, and not among words in capitals', async (service) => {
  const as = await shelve(service, 'IT', 'US', 'GO LIVE')
  for (const [q, name] of [
    ['who runs IT here', 'IT'],
    ['US GDP of today', 'US'],
    ['our US, EU teams', 'US'],
    ['when do we GO LIVE', 'GO LIVE'],
  ] as const) {
    assert.equal(await find(service, as, q), ['contained', name], q)
  }
  for (const q of ['tell us about it', 'when do we go live', 'PLEASE CONTACT US NOW']) {
    assert.equal(await find(service, as, q), ['none'], q)
  }
  const text = 'PLEASE CONTACT US NOW. IT IS WHAT IT IS. Our US, EU and UK teams ask IT.'
  const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text } })
  assert.equal(
    body.matches.map(({ start }: { start: number }) => text.slice(start, start + 4)),
    ['US, ', 'IT.'],
  )
})

test('names that stand in the text as they are written come before all others', async (service) => {
  const as = await shelve(service, sla, 'Customer', 'Goal', 'OWN', 'QZA')
  const answers: Record<string, string[]> = {
    'which customer has the SLA': ['Service Level Agreement', 'Customer'],
    'the customers of qza and of SLAs': ['Service Level Agreement', 'Customer', 'QZA'],
    'whose goal is that': ['Goal'],
    'who owns the SLA': ['Service Level Agreement'],
    'who owns that': [],
  }
  for (const [q, found] of Object.entries(answers)) {
    assert.equal((await find(service, as, q)).slice(1), found, q)
  }
})

test('marks of footnotes and prefixes of mails do not belong to what is looked up', async (service) => {
  const as = await shelve(service, sla, 'RE', 'AW')
  for (const q of ['SLA¹', 'Re: SLA', 'RE: Fwd: SLA?', 'AW: SLA', 'Re[2]: SLA', 'SLA™']) {
    assert.equal(await find(service, as, q), ['exact', 'Service Level Agreement'], q)
  }
  assert.equal(await find(service, as, 'RE: the SLA of today'), ['contained', 'Service Level Agreement'])
  for (const q of ['RE', 'RE:', '(RE)']) assert.equal(await find(service, as, q), ['exact', 'RE'], q)
  assert.equal(await find(service, as, 'Fwd: lunch'), ['none'])
})

test('a search lists what is contained first, and pages and Slack say which name they answer', async (service) => {
  const as = await shelve(service, sla, printer, 'SLO', { name: 'X', definition: 'The SLA here.' })
  const q = 'the SLA here'
  const { body } = await service.request('GET', `/api/v1/terms?${new URLSearchParams({ q })}`, { as })
  assert.equal(
    body.items.map(({ name }: Fields) => name),
    ['SLA', 'SLA', 'X'],
  )
  const headers = { cookie: `user_id=${as.session}` }
  const opened = await service.request('GET', '/t?q=the+SLA+here', { headers })
  assert.is(opened.headers.get('location'), '/t/SLA')
  const both = await service.request('GET', '/t?q=the+SLA+or+SLO+here', { headers })
  assert.is(both.headers.get('location'), '/t/SLA%2C%20SLO')
  const page = await service.request('GET', '/t/SLA%2C%20SLO', { headers })
  assert.match(page.text, /<h1 dir="auto">SLA, SLO<\/h1>.*3 meanings/s)
  await service.colleague('U1')
  assert.match(read(await service.command('U1', 'the SLA or SLO here')), 'Found in your text: *SLA, SLO*')
  assert.not.match(read(await service.command('U1', 'SLA')), 'Found')
})

test('a term whose name contains a name can be added, and the vote for one asks first', async (service) => {
  const as = await shelve(service, sla)
  await service.colleague('U1')
  assert.match(read(await service.command('U1', 'vote SLA breach')), 'Do you want to vote')
  assert.match(read(await service.command('U1', 'add SLA breach -- We were late.')), 'Thank you')
  assert.equal(await find(service, as, 'SLA breach'), ['exact', 'SLA breach'])
})

test('a suggestion is the alias that resembles what was typed', async (service) => {
  const as = await service.person()
  await service.term(as, {
    name: 'SLO',
    full_name: 'Service Level Objective',
    aliases: ['availability goal', { name: 'uptime promise', kind: 'discouraged' }],
  })
  await service.term(as, { name: 'Kubernetes', aliases: ['cluster manager', 'ABQ'] })
  const suggest = async (q: string) => {
    const { match, did_you_mean } = await lookUp(service, as, q)
    return [match, ...did_you_mean]
  }
  assert.equal(await suggest('availabilty gaol'), ['none', 'availability goal'])
  assert.equal(await suggest('availabilit'), ['none', 'availability goal'])
  assert.equal(await suggest('servise levell objektive'), ['none', 'SLO'])
  assert.equal(await suggest('uptyme promice'), ['none', 'SLO'])
  assert.equal(await suggest('kuberntes'), ['none', 'Kubernetes'])
  assert.equal(await suggest('clustr managr'), ['none', 'cluster manager'])
  assert.equal(await suggest('AB'), ['none', 'ABQ'])
})

test.run()
