import * as assert from 'uvu/assert'
import { connectAgent, mcpToken } from './support/mcp-client.ts'
import { type Fields, names, shelve } from './support/search.ts'
import { read } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = slackGlossary('misspelled names', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const stock: Fields[] = [
  { name: 'CDF', full_name: 'Communications Data Formatter' },
  { name: 'COM', full_name: 'Communications' },
  { name: 'SER', full_name: 'Serial' },
  { name: 'SN', full_name: 'Serial Number' },
  { name: 'FLU', full_name: 'Fluid' },
  { name: 'FLS', full_name: 'Fluid Line Space' },
  { name: 'Data Center' },
  { name: 'Release train' },
  { name: 'SSN', full_name: 'Serial Signaling #2' },
]

async function lookUp({ request }: TestService, as: Person, q: string) {
  const { body } = await request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, { as })
  return body
}

test('a text of two words or more is a name but for one letter', async (service) => {
  const as = await shelve(service, ...stock)
  const misspelled: Record<string, string> = {
    'Communications Data Farmatter': 'CDF',
    'comunications data formatter': 'CDF',
    'what is a Communications Data Formater?': 'CDF',
    ...Object.fromEntries(
      ['Ormatter', 'formattter', 'fprmatter', 'ofrmatter', 'formattre'].map((each) => [
        `Communications Data ${each}`,
        'CDF',
      ]),
    ),
    'Serial Numbre': 'SN',
    'Flud Line Space': 'FLS',
    'fluid line spce': 'FLS',
    'Datta Center': 'Data Center',
    'relaese train': 'Release train',
    'serial signalng #2': 'SSN',
    // As if the word before it had a letter too few, which has five.
    'Fluid ine Space': 'FLS',
  }
  for (const [q, name] of Object.entries(misspelled)) {
    const { match, terms, total, did_you_mean } = await lookUp(service, as, q)
    assert.equal([match, terms[0]?.name, total, did_you_mean], ['misspelled', name, 1, []], q)
    assert.ok(terms[0].matched, q)
  }
  const others = ['Dtaa Center', 'Communications Dta Farmatter', 'release brawn', 'Serial X']
  for (const q of [...others, 'Fluid Line Spcea', 'Fluid Line Spa']) {
    assert.is.not((await lookUp(service, as, q)).match, 'misspelled', q)
  }
  assert.is((await lookUp(service, as, 'Serial Number')).match, 'full_name')
})

test('a name of one word is suggested, the terms first that are called so as a whole', async (service) => {
  const as = await shelve(service, ...stock)
  for (const [q, name] of [
    ['Flud', 'FLU'],
    ['Fluide', 'FLU'],
    ['serail', 'SER'],
    ['comunications', 'COM'],
  ] as const) {
    const { match, did_you_mean } = await lookUp(service, as, q)
    assert.equal([match, did_you_mean[0]], ['none', name], q)
  }
  const { match, terms, did_you_mean } = await lookUp(service, as, 'the CDF of the relaese train')
  assert.equal([match, terms[0].name], ['contained', 'CDF'])
  assert.not.ok(did_you_mean.includes('CDF'))
  const other = await lookUp(service, as, 'CDF Release trayn')
  const names = other.terms.map((term: { name: string }) => term.name)
  assert.equal([other.match, names, other.did_you_mean], ['contained', ['CDF', 'Release train'], []])
})

test('every surface says what it answers', async (service) => {
  const as = await shelve(service, ...stock)
  const q = 'Serial Nunber'
  const headers = { cookie: `user_id=${as.session}` }
  const opened = await service.request('GET', `/t?${new URLSearchParams({ q })}`, { headers })
  assert.is(opened.headers.get('location'), '/t/Serial%20Number')
  const { text } = await service.request('GET', `/?${new URLSearchParams({ q })}`, { headers })
  assert.match(text, 'Spelled a little differently: <b>Serial Number</b>')
  assert.equal(await names(service, as, q), ['SN'])
  await service.colleague('U1')
  assert.match(read(await service.command('U1', q)), 'Spelled a little differently: *Serial Number*')
  const agent = await connectAgent(service)
  const { structuredContent } = await agent.callTool({ name: 'get_term', arguments: { name: q } })
  assert.equal((structuredContent as { matched: object }).matched, { name: 'Serial Number', kind: 'full_name' })
  await agent.close()
})

test('while a name is typed, what begins with the text comes before what is in it', async (service) => {
  const as = await shelve(service, ...stock, 'Serial', 'Data', 'IN', 'FILE', 'DOC')
  for (const [name, full_name] of [
    ['ISP', 'Insertion Point'],
    ['FSS', 'FileSystem Services'],
    ['FSY', 'File System'],
    ['DCS', 'DOCSIS Cable'],
    ['KCL', 'Kyoto Climate'],
    ['DTA', 'Data Tables and Applications'],
  ] as const)
    await service.term(as, { name, full_name })
  await service.term(as, { name: 'Timetable', aliases: ['Data Table of Trains'] })
  for (const [typed, first] of [
    ['Serial', 'Serial'],
    ['Serial N', 'SN'],
    ['Serial Num', 'SN'],
    ['Serial Numbe', 'SN'],
    ['Serial Number', 'SN'],
    ['Data S', 'Data'],
    ['Data C', 'Data Center'],
    ['Data Ta', 'Timetable'],
    ['Communications Dat', 'CDF'],
    ['Ins', 'ISP'],
    ['INs', 'IN'],
    ['ins', 'IN'],
    ['FileS', 'FSS'],
    ['FileSystem S', 'FSS'],
    ['DOCS', 'DCS'],
    ['DOCs', 'DOC'],
    ['Ky', 'KCL'],
    ['Kyo', 'KCL'],
    ['Data Tables a', 'DTA'],
    ['Data Tables an', 'DTA'],
    ['Data Tables and', 'DTA'],
    ['Data Tables and A', 'DTA'],
  ] as const) {
    assert.is((await names(service, as, typed))[0], first, typed)
  }
  assert.equal(await names(service, as, 'Data Tab'), ['Timetable', 'DTA', 'Data'])
})

test('exact singulars come before names that only fold alike', async (service) => {
  const as = await shelve(service, 'S/N', 'SNS', 'RO', 'ROS', 'AD', 'Ads', 'C', 'C#', 'GPS', 'PIN')
  const answers: Record<string, string[]> = {
    'S/Ns': ['inflected', 'S/N'],
    "ROs'": ['inflected', 'RO'],
    ROs: ['inflected', 'RO'],
    "RO's": ['inflected', 'RO'],
    'what are ROs?': ['inflected', 'RO'],
    ROS: ['exact', 'ROS'],
    ros: ['exact', 'ROS'],
    SNs: ['exact', 'SNS'],
    ADs: ['inflected', 'AD'],
    Ads: ['exact', 'Ads'],
    GPSs: ['inflected', 'GPS'],
    'c #': ['exact', 'C#'],
    'what is c #?': ['exact', 'C#'],
    c: ['exact', 'C'],
  }
  for (const [q, [match, name]] of Object.entries(answers)) {
    const body = await lookUp(service, as, q)
    assert.equal([body.match, body.terms[0]?.name], [match, name], q)
  }
})

test.run()
