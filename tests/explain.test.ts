import * as assert from 'uvu/assert'
import { shelve } from './support/search.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('explain')

type Part = { start: number; end: number; text: string }

async function explain({ request }: TestService, as: Person, text: string, options: Record<string, unknown> = {}) {
  const { status, body } = await request('POST', '/api/v1/explain', { as, body: { text, ...options } })
  assert.is(status, 200, text)
  for (const { start, end, text: part } of [...body.matches, ...body.unknown] as Part[]) {
    assert.is(text.slice(start, end), part)
  }
  return body
}

/** The parts of a text that match. */
async function matched(service: TestService, as: Person, text: string, options = {}) {
  const { matches } = await explain(service, as, text, options)
  return matches.map(({ text: part }: Part) => part)
}

test('names in a text are found with their positions and terms', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA', full_name: 'Service Level Agreement' })
  const answer = await explain(service, as, 'Our SLA is a service level agreement. It is no QRX.')
  assert.equal(answer.matches, [
    { start: 4, end: 7, text: 'SLA', term_ids: [id] },
    {
      start: 13,
      end: 36,
      text: 'service level agreement',
      term_ids: [id],
      matched: { name: 'Service Level Agreement', kind: 'full_name' },
    },
  ])
  assert.is(answer.terms.length, 1)
  assert.equal(answer.unknown, [{ start: 47, end: 50, text: 'QRX' }])
})

test('names are found whatever stands around them', async (service) => {
  const as = await shelve(service, 'SLA', 'SLO')
  const texts = [
    ...['SLA', 'SLAs', "SLA's", 'SLA’s', 'SLA-based', 'pre-SLA', '**SLA**', '#SLA', 'SLA—'],
    ...['(SLA)'],
    ...['"SLA"', '“SLA”', 'SLA.', 'SLA?', 'SLA\u0000', '—SLA…', 'an\nSLA\nis', 'SLAs’'],
  ]
  for (const text of texts) {
    assert.equal(await matched(service, as, text), [text.includes('SLAs') ? 'SLAs' : 'SLA'], text)
  }
  assert.equal(await matched(service, as, 'SLA/SLO'), ['SLA', 'SLO'])
  for (const text of ['SLAx', 'xSLA', 'SLA_1', '_SLA', 'SLA1', 'SLA\u0301', 'SLAS', 'sla', 'Sla']) {
    assert.equal(await matched(service, as, text), [], text)
  }
})

test('web and email addresses are skipped, with a scheme or without, unless they are a name', async (service) => {
  const as = await shelve(service, 'zvault', 'ASP.NET', 'Node', 'SLA', 'zvault.io Vault')
  const addresses = [
    ...['www.zvault.com', 'zvault.io/path', 'api.zvault.com', 'zvault.internal', 'x@zvault'],
    ...['WWW.ZVAULT.COM', 'zvault.co.uk', 'https://zvault/a', '//zvault.io/a', 'zvault:8080/a'],
    ...['h.example/zvault', 'localhost:3000/zvault', '10.0.0.1/zvault', 'h.example?q=zvault'],
    ...['h.example/#zvault', 'ssh://git@zvault/a', 'git@zvault:a/b', 'mailto:zvault@h.example'],
    ...['zvault.team@h.example', 'site:zvault.io', 'zvault.example:443', 'zvault-eu.example'],
    ...['bücher-zvault.example', 'https://user:zvault@h.example/', 'zvault.xn--p1ai/a'],
  ]
  for (const address of addresses) {
    for (const text of [address, `See ${address}.`, `(${address})`, `“${address}”`, `${address}’s`]) {
      assert.equal(await matched(service, as, text), [], text)
    }
  }
  const names = {
    ...{ 'The SLA.Then': 'SLA', 'SLA…and': 'SLA', '@zvault': 'zvault', 'zvault@2': 'zvault' },
    ...{ 'zvault/SLAx': 'zvault', 'zvault: see': 'zvault', 'v1.2 zvault': 'zvault' },
    ...{ 'ASP.NET': 'ASP.NET', 'ASP.NET/C#': 'ASP.NET', 'U.S.-zvault': 'zvault' },
    ...{ 'A zvault.io vault.': 'zvault.io vault' },
  }
  for (const [text, name] of Object.entries(names)) {
    assert.equal(await matched(service, as, text), [name], text)
  }
})

test('what cannot be seen in a word, and how its hyphens look, does not matter', async (service) => {
  const as = await shelve(service, 'SLA', 'CI-CD', 'CO₂', 'm²', 'Service Level Agreement')
  for (const sign of '\u00ad\u200b\u2060\u200e\ufe0f\u2068\u2069\ufeff\u200d\u061c\u180e') {
    for (const text of [`S${sign}LA`, `S${sign}L${sign}A`]) {
      assert.equal(await matched(service, as, `An ${text}, e.g.`), [text], JSON.stringify(text))
    }
    const whole = `${sign}SLA${sign}`
    const [found] = await matched(service, as, `An ${whole} and`)
    assert.ok(found && whole.includes(found), JSON.stringify(whole))
  }
  for (const hyphen of '-\u2010\u2011\u2012\u2013\ufe63\uff0d') {
    assert.equal(await matched(service, as, `A CI${hyphen}CD job`), [`CI${hyphen}CD`])
  }
  assert.equal(await matched(service, as, 'SLA¹, SLA² SLA*, SLA† SLA[1] SLA⁽³⁾ CO₂ m²'), [
    ...Array(6).fill('SLA'),
    ...['CO₂', 'm²'],
  ])
  const { unknown } = await explain(service, as, 'QR\u00adX, and QRY¹.')
  assert.equal(
    unknown.map(({ text }: Part) => text),
    ['QR\u00adX', 'QRY'],
  )
})

test('words are found in scripts that put no spaces between them', async (service) => {
  const as = await shelve(service, '注文', '注文管理', 'データベース', 'หมู่บ้าน', '订单', 'SLA')
  const texts: Record<string, string[]> = {
    注文が届く: ['注文'],
    注文管理システムの注文: ['注文管理', '注文'],
    新しいデータベースを作る: ['データベース'],
    SLAが切れた: ['SLA'],
    ในหมู่บ้านนี้: ['หมู่บ้าน'],
    我们的订单已发货: ['订单'],
    データ: [],
  }
  for (const [text, found] of Object.entries(texts)) {
    assert.equal(await matched(service, as, text), found, text)
  }
})

test('the other names in a text, and what is said of each meaning, choose the meaning', async (service) => {
  const as = await shelve(
    service,
    ...[
      { name: 'DR', full_name: 'Disaster Recovery', category: 'Hosting' },
      { name: 'DR', full_name: 'Delivery Report', category: 'Messaging' },
      { name: 'DR', full_name: 'Dynamic Range', definition: 'From dark to bright, as a CMOS has it.' },
      { name: 'RPO', full_name: 'Recovery Point Objective', category: 'hosting' },
      { name: 'RPO', full_name: 'Report of Open Points', category: 'Sales' },
      { name: 'RTO', category: 'Hosting' },
      { name: 'SMSC', category: 'messaging' },
      { name: 'MMSC', category: 'messaging' },
      { name: 'CMOS' },
    ],
  )
  const best = async (text: string) => {
    const { matches, terms } = await explain(service, as, text)
    const { term_ids } = matches.find(({ text: name }: Part) => name === 'DR')
    return terms.find(({ id }: { id: string }) => id === term_ids[0]).full_name
  }
  assert.is(await best('We saw no DR at the SMSC and the MMSC today.'), 'Delivery Report')
  assert.is(await best('The DR is fine, and so are the RPO and the RTO.'), 'Disaster Recovery')
  assert.is(await best('A CMOS with a better DR.'), 'Dynamic Range')
})

test.run()
