import * as assert from 'uvu/assert'
import { everydayNames } from './support/everyday-names.ts'
import { everydayWords, talkWith } from './support/everyday-words.ts'
import { handbookParagraphs } from './support/handbook-paragraphs.ts'
import { connectAgent, mcpToken } from './support/mcp-client.ts'
import { foreignQuestions, moreQuestions } from './support/more-questions.ts'
import { plainSentences } from './support/plain-sentences.ts'
import { shelve } from './support/search.ts'
import { read, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import type { Person } from './support/test-service.ts'

const test = slackGlossary('sixty ways to ask', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const fullNames: Record<string, string> = {
  QZA: 'Quality Zone Audit',
  GPS: 'Global Parts Store',
  'R&D': 'Research and Development',
  runway: 'Months of Money',
  IT: 'Inventory Transfer',
  US: 'Usage Survey',
  ACT: 'Annual Claims Test',
  AID: 'Audit of Internal Deliveries',
  CARE: 'Customer Answer Rate',
}

/** How people ask for a name, and the name. */
const questions: readonly (readonly [question: string, name: string])[] = [
  ...[
    ...['what does QZA mean here?', 'what is the meaning of QZA', 'QZA definition'],
    ...['full form of QZA', 'what does QZA mean in finance?', 'can you define QZA?'],
    ...['does anyone know what QZA means?', 'hey what does QZA mean?', 'was ist QZA', 'QZA'],
    ...['qza?', 'what is a QZA', "what's QZA again?", 'whats qza', 'define: QZA'],
    ...['meaning of QZA please', 'explain the word QZA to me', 'I keep hearing QZA, what is it?'],
    ...['Hi all, quick question: QZA?', 'sorry, new here... QZA??', 'who knows what a qza is'],
    ...['remind me what QZA stood for', 'QZA stands for?', 'what do the letters QZA stand for'],
    ...['how would you explain QZAs?', 'is QZA the same as an audit?'],
    ...['in our team, what do we call QZA', 'tell me about QZA', 'what the heck is QZA'],
    ...['any idea what "QZA" means?', 'QZA = ?', 'QZA - what is that', '(QZA)', 'QZA 🤔'],
    ...['👋 what’s a QZA', 'WHAT DOES QZA MEAN', 'wofür steht QZA?', 'was bedeutet qza bei uns'],
    ...['que veut dire QZA ?', 'c’est quoi un QZA', '¿qué significa QZA?', 'cosa vuol dire QZA'],
    ...['Q\u200bZA meaning', '\u2068QZA\u2069', 'what is quality zone audit'],
    ...['QZA (Quality Zone Audit)', 'the customer wrote “QZA’s”, why?', 'acronym QZA'],
    ...['lookup qza thanks', 'good morning, could somebody spell out QZA for me?'],
  ].map((question) => [question, 'QZA'] as const),
  ['what are GPSs?', 'GPS'],
  ['where do we store GPSes', 'GPS'],
  ['gps meaning in this company', 'GPS'],
  ['Research & Development', 'R&D'],
  ['who leads research and development?', 'R&D'],
  ['what does R&D do all day', 'R&D'],
  ['how long is our runway', 'runway'],
  ['what do they mean by Runway?', 'runway'],
  ['who runs IT here', 'IT'],
  ['what does it stand for', 'IT'],
]

/** What a surface answers to each question, as text; null if it does not know. */
type Surface = (questions: readonly string[]) => Promise<(string | null)[]>

/** What a surface is asked: REST everything, the others a fifth each, as they ask the same lookup. */
const askedOf = <Question>(surface: string, questions: readonly Question[]) => {
  const share = ['page', 'slack', 'mcp'].indexOf(surface)
  return questions.filter((_, i) => share < 0 || i % 5 === share)
}

const oneByOne =
  (ask: (question: string) => Promise<string | null>): Surface =>
  async (questions) => {
    const answers: (string | null)[] = []
    for (const question of questions) answers.push(await ask(question))
    return answers
  }

async function surfacesOf(service: SlackTestService, as: Person) {
  const headers = { cookie: `user_id=${as.session}` }
  const agent = await connectAgent(service)
  const surfaces: Record<string, Surface> = {
    rest: oneByOne(async (q) => {
      const path = `/api/v1/lookup?${new URLSearchParams({ q })}`
      const { body } = await service.request('GET', path, { as })
      return body.match === 'none' ? null : body.terms[0].full_name
    }),
    page: oneByOne(async (q) => {
      const search = `/t?${new URLSearchParams({ q })}`
      const { headers: sent } = await service.request('GET', search, { headers })
      const location = sent.get('location') ?? ''
      if (!location.startsWith('/t/')) return null
      return (await service.request('GET', location, { headers })).text
    }),
    // Each question in a channel of its own, because the answers come in any order.
    async slack(questions) {
      for (const [i, question] of questions.entries()) {
        const text = `<@UBOT> ${question}`
        await service.event({ type: 'app_mention', user: 'U1', channel: `C${i}`, text }, `Ev${i}`)
        // A person can have a limited number of requests at a time.
        if (i % 8 === 7) await service.ctx.background.settle()
      }
      await service.sendAll()
      const calls = service.slack.callsOf('chat.postEphemeral')
      const answers = new Map(calls.map(({ args }) => [args.channel, textOf(args as never)]))
      return questions.map((_, i) => {
        const answer = answers.get(`C${i}`) ?? ''
        return / is not in the glossary yet/.test(answer) ? null : answer
      })
    },
    mcp: oneByOne(async (name) => {
      const { isError, content } = await agent.callTool({ name: 'get_term', arguments: { name } })
      return isError ? null : JSON.stringify((content as object[])[0])
    }),
  }
  return { surfaces, close: () => agent.close() }
}

async function glossaryOf(service: SlackTestService) {
  const as = await service.colleague('U1')
  for (const [name, full_name] of Object.entries(fullNames)) {
    await service.term(as, { name, full_name, definition: 'As it says.' })
  }
  return as
}

test('at least 59 of 60 are answered rightly on every surface', async (service) => {
  assert.is(questions.length, 60)
  const { surfaces, close } = await surfacesOf(service, await glossaryOf(service))
  for (const [surface, ask] of Object.entries(surfaces)) {
    const some = askedOf(surface, questions)
    const answers = await ask(some.map(([question]) => question))
    const wrong = some.filter(([, name], i) => !answers[i]?.includes(fullNames[name] ?? ''))
    assert.ok(wrong.length <= 1, `${surface}: ${wrong.join(' | ')}`)
  }
  await close()
})

for (const [what, templates] of Object.entries({
  'about more than a meaning': moreQuestions,
  'in fifteen other languages': foreignQuestions,
})) {
  test(`questions ${what} are answered on every surface, though words in them are names`, async (service) => {
    const as = await glossaryOf(service)
    for (const [name, full_name] of everydayNames) await service.term(as, { name, full_name })
    const { surfaces, close } = await surfacesOf(service, as)
    const all = templates.map((template) => template.replace('X', () => 'QZA'))
    for (const [surface, ask] of Object.entries(surfaces)) {
      const asked = askedOf(surface, all)
      const answers = await ask(asked)
      const isRight = (answer: string | null) => firstMeaning(answer) === fullNames.QZA
      const wrong = asked.filter((_, i) => !isRight(answers[i] ?? null))
      assert.ok(wrong.length <= 0.02 * asked.length, `${surface}: ${wrong.join(' | ')}`)
    }
    await close()
  })
}

/** The full name in an answer that comes before all others. */
const firstMeaning = (answer: string | null) =>
  [...Object.values(fullNames), ...everydayNames.map(([, fullName]) => fullName)]
    .map((fullName) => ({ fullName, at: answer?.indexOf(fullName) ?? -1 }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.fullName.length - a.fullName.length)[0]?.fullName

test('of 200 sentences without a known name, none is answered on any surface', async (service) => {
  assert.is(new Set(plainSentences).size, 200)
  const as = await glossaryOf(service)
  for (const [name, full_name] of everydayNames) await service.term(as, { name, full_name })
  const { surfaces, close } = await surfacesOf(service, as)
  for (const [surface, ask] of Object.entries(surfaces)) {
    const asked = askedOf(surface, plainSentences)
    const answers = await ask(asked)
    const answered = asked.filter((_, i) => answers[i] !== null)
    assert.equal(answered, [], surface)
  }
  await close()
})

test('everyday words in talk are not answered as names that are spelled so, on any surface', async (service) => {
  assert.is(new Set(everydayWords).size, 136)
  const as = await service.colleague('U1')
  await shelve(service, ...everydayWords.map((word) => word.toUpperCase()))
  const { surfaces, close } = await surfacesOf(service, as)
  const talk = talkWith(everydayWords)
  for (const [surface, ask] of Object.entries(surfaces)) {
    const asked = askedOf(surface, talk)
    const answers = await ask(asked)
    assert.equal(
      asked.filter((_, i) => answers[i] !== null),
      [],
      surface,
    )
  }
  const { body } = await service.request('GET', '/api/v1/lookup?q=the%20GIFT%20is%20late', { as })
  assert.is(body.terms[0].name, 'GIFT')
  await close()
})

test('in 100 paragraphs, the names in capitals are found, and nothing else', async (service) => {
  const as = await glossaryOf(service)
  for (const [name, full_name] of everydayNames) await service.term(as, { name, full_name })
  assert.ok(new Set(handbookParagraphs).size >= 100)
  const namesIn = (text: string): string[] =>
    text.match(/(?<![\p{L}&])(?:QZA|GPS|R&D|IT|US|ACT|AID|CARE)(?![\p{L}&])/gu) ?? []
  const text = handbookParagraphs.join('\n\n')
  for (const options of [{ loose: true }, { format: 'markdown' }]) {
    const { body } = await service.request('POST', '/api/v1/explain', { as, body: { text, ...options } })
    const found = body.matches.map((match: { text: string }) => match.text)
    assert.equal(found, namesIn(text), JSON.stringify(options))
  }
  const expected = new Set(namesIn(text))
  const page = await service.request('POST', '/explain', {
    headers: { cookie: `user_id=${as.session}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ text }).toString(),
  })
  assert.equal(marksOf(page.text), namesIn(text))
  const inSlack = read(await service.command('U1', `explain ${text.slice(0, 3000)}`))
  for (const [name, fullName] of [...Object.entries(fullNames), ...everydayNames]) {
    const isNamed = namesIn(text.slice(0, 3000)).includes(name)
    assert.is(inSlack.includes(`(${fullName})`), isNamed, name)
  }
  const agent = await connectAgent(service)
  const { structuredContent } = await agent.callTool({ name: 'explain_text', arguments: { text } })
  const { matches } = structuredContent as { matches: { text: string }[] }
  assert.equal(new Set(matches.map((match) => match.text)), expected)
  await agent.close()
})

/** What the page marks in a text. */
function marksOf(html: string) {
  const [, marked = ''] = /<div class="marked-text"[^>]*>(.*?)<\/div>/s.exec(html) ?? []
  return [...marked.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, name = '']) => name.replaceAll('&amp;', '&'))
}

test.run()
