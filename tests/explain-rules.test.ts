import * as assert from 'uvu/assert'
import { shelve } from './support/search.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('which words of a text are names')

type Part = { text: string; is_guess?: true }

async function explain({ request }: TestService, as: Person, text: string, options: Record<string, unknown> = {}) {
  const body = { text, ...options }
  const answer = await request('POST', '/api/v1/explain', { as, body })
  assert.is(answer.status, 200, text)
  return answer.body
}

/** The parts of a text that match. */
async function matched(service: TestService, as: Person, text: string, options = {}) {
  const { matches } = await explain(service, as, text, options)
  return matches.map(({ text: part }: Part) => part)
}

test('a common word in capitals is no name where the words beside it are in capitals, too', async (service) => {
  const as = await shelve(service, 'IT', 'US', 'OR', 'ALL', 'SLA', 'CAN', 'ACT')
  const emphatic = [
    ...['PLEASE CONTACT US NOW', 'IT IS WHAT IT IS', 'IT’S NOT US', 'JOIN US!', 'CALL US, PLEASE'],
    ...['BUY IT OR LOSE IT', 'THIS IS FOR ALL OF US', 'YES WE CAN', 'HELP US, OR ACT NOW'],
  ]
  for (const text of emphatic) assert.equal(await matched(service, as, text), [], text)
  const names: Record<string, string[]> = {
    'Ask IT about it': ['IT'],
    'the IT SLA': ['IT', 'SLA'],
    'US and Canada': ['US'],
    'the US, UK and EU': ['US'],
    'CHECK THE SLA NOW': ['SLA'],
    IT: ['IT'],
  }
  for (const [text, found] of Object.entries(names)) {
    assert.equal(await matched(service, as, text), found, text)
  }
})

test('names of three capitals are guessed in lower case, unless a word is spelled so', async (service) => {
  const as = await shelve(service, 'SLA', 'CI/CD', 'IT', 'US', 'AID', 'ACE', 'APP', 'MIT', 'QA1', 'Sev', {
    name: 'SEV',
    full_name: 'Site Event',
  })
  const guesses = async (text: string, options = { loose: true }) => {
    const { matches } = await explain(service, as, text, options)
    return matches.map(({ text: part, is_guess }: Part & { is_guess?: true }) => (is_guess ? `maybe ${part}` : part))
  }
  const texts: Record<string, string[]> = {
    'our sla, two slas, the sla’s end': ['maybe sla', 'maybe slas', 'maybe sla'],
    'The SLA is an sla, no Sla, no sLA.': ['SLA', 'maybe sla'],
    'a ci/cd job': ['maybe ci/cd'],
    'give it to us': [],
    'first aid by an ace': [],
    'two aces, aids and a qa1': [],
    'gehst du mit dieser app': [],
    'a sev': ['sev'],
    'slated for isla_sla': [],
  }
  for (const [text, found] of Object.entries(texts)) {
    assert.equal(await guesses(text), found, text)
  }
  assert.equal(await guesses('our sla', { loose: false }), [])
  const { terms } = await explain(service, as, 'a sev', { loose: true })
  assert.equal(
    terms.map(({ name }: { name: string }) => name),
    ['Sev'],
  )
})

test('a full name that is one English word never matches', async (service) => {
  const as = await shelve(
    service,
    { name: 'SYS', full_name: 'System' },
    { name: 'K8s', full_name: 'Kubernetes' },
    { name: 'DB', full_name: 'Database Systems' },
    { name: 'FU', full_name: 'Follow-up' },
  )
  await service.term(as, { name: 'Gift', full_name: 'Donation', aliases: ['Present'] })
  const texts: Record<string, string[]> = {
    'The System of systems, a donation and a follow-up.': [],
    'Our Kubernetes, database systems and SYS': ['Kubernetes', 'database systems', 'SYS'],
    'a gift or a present': ['gift', 'present'],
  }
  for (const [text, found] of Object.entries(texts)) {
    assert.equal(await matched(service, as, text), found, text)
  }
  const { body } = await service.request('GET', '/api/v1/lookup?q=systems', { as })
  assert.is(body.terms[0].name, 'SYS')
})

/** What is known, and what is found of it in each text. */
const texts: Record<string, [stock: string[], found: Record<string, string[]>]> = {
  'a function word is a name only as it is written, and not at the beginning of a sentence': [
    ['In', 'Of', 'Up', 'runway', 'Churn'],
    {
      'Most of it is up in the air.': [],
      'The In and Of columns, and what is Up': ['In', 'Of', 'Up'],
      'In short: no.\nOf course! “Up it goes.” \n- In lists, too\n> Of quotes': [],
      'Our Runway, the CHURN and churn': ['Runway', 'CHURN', 'churn'],
    },
  ],
  'a part of a word matches only as it is written': [
    ['SLA', 'LL', 'Day', 'AND', 'Input', 'Runway', 'CI-CD'],
    {
      "SLA-Verletzung, l’SLA, l'SLA, SLA/SLO, non-SLAs": ['SLA', 'SLA', 'SLA', 'SLA', 'SLAs'],
      'day-to-day, I’ll, and/or, input/output, post-runway, mid\u2011day': [],
      'The Day-rate, the runway’s end, day’s and ci-cd': ['Day', 'runway', 'day'],
    },
  ],
  'a word ends where Latin letters meet Hangul or Kana, and a mail has its prefixes': [
    ['SLA', 'K8s', '팀', 'RE'],
    {
      'SLA가 뭐예요? K8s는요': ['SLA', 'K8s'],
      'SLAが切れた。SLAデータ': ['SLA', 'SLA'],
      '팀이 SLAB가': [],
      'RE: SLA\nRe: Fwd: SLA': ['SLA', 'SLA'],
      'The RE of SLA': ['RE', 'SLA'],
    },
  ],
}

for (const [what, [stock, found]] of Object.entries(texts)) {
  test(what, async (service) => {
    const as = await shelve(service, ...stock)
    for (const [text, names] of Object.entries(found)) {
      assert.equal(await matched(service, as, text), names, text)
    }
  })
}

test('a part of a word is no guess', async (service) => {
  const as = await shelve(service, 'SLA', 'CI-CD')
  assert.equal(await matched(service, as, 'an sla-like ci-cd job', { loose: true }), ['ci-cd'])
})

test.run()
