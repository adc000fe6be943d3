import * as assert from 'uvu/assert'
import { leastMs, processorMs } from './support/processor-time.ts'
import { buttonsOf, read, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('what people type to the bot')
test.before.each(async (service) => {
  const ada = await service.colleague('U1')
  service.slack.users.set('UBOT', { name: 'glossary', profile: { is_bot: true } })
  await service.term(ada, { name: 'QZA', full_name: 'Quality Zone Audit' })
  await service.term(ada, { name: 'ARR', full_name: 'Annual Recurring Revenue' })
})

/** The answer to a message that mentions the bot. */
async function answerTo(service: SlackTestService, text: string) {
  const before = service.slack.callsOf('chat.postEphemeral').length
  const event = { type: 'app_mention', user: 'U1', channel: 'C1', text }
  await service.event(event, `Ev${text}`)
  await service.sendAll()
  const [call] = service.slack.callsOf('chat.postEphemeral').slice(before)
  return textOf(call?.args as never)
}

const greetings = [
  '<@UBOT>, what does QZA mean?',
  '<@UBOT>: define QZA',
  'Hey <@UBOT>, what does QZA mean?',
  'hello <@UBOT>! QZA?',
  '<@UBOT> hi there, define QZA',
  '<@UBOT> good morning. QZA',
  'QZA <@UBOT>',
  '<@UBOT> QZA :thinking_face:',
  ':wave: <@UBOT> define QZA :pray::skin-tone-2:',
]

test('a question is answered wherever the bot is mentioned in it', async (service) => {
  for (const text of greetings) {
    assert.match(await answerTo(service, text), '*QZA* (Quality Zone Audit)', text)
  }
})

test('two names in one message are both answered', async (service) => {
  const answer = await answerTo(service, '<@UBOT> what are QZA and ARR?')
  assert.match(answer, 'Found in your text: *QZA, ARR*')
  assert.match(answer, '*QZA* (Quality Zone Audit)')
  assert.match(answer, '*ARR* (Annual Recurring Revenue)')
})

test('a greeting alone gets the help, and one before an unknown name is left out', async (service) => {
  for (const text of ['<@UBOT> hello', 'Hi there <@UBOT>!', '<@UBOT> thanks :pray:', '<@UBOT>']) {
    assert.match(await answerTo(service, text), 'Type one of these after the command')
  }
  const unknown = await answerTo(service, 'hey <@UBOT>, what does QRX mean?')
  assert.match(unknown, '*QRX* is not in the glossary yet.')
  assert.match(await answerTo(service, '<@UBOT> QRX :wave:'), '*QRX* is not in the glossary yet.')
  assert.match(read(await service.command('U1', 'QRX :wave:')), '*QRX* is not in the glossary yet.')
})

test('a definition keeps the links and names the people that were mentioned', async (service) => {
  service.slack.users.set('U2', { name: 'Bo', email: 'bo@example.com' })
  const ada = await service.sql`select display_name from users where messaging_user_id = 'U1'`
  const text = 'add *SLO* -- See <https://h.example/x|the page>, ask <@U1>, <@U2> or <@U9|cy>. :rocket:'
  const definition = `See the page (https://h.example/x), ask @${ada[0]?.display_name}, @Bo or @cy. :rocket:`
  const stored = async () => {
    const [term] = await service.sql`delete from terms where name = 'SLO' returning definition`
    return term?.definition
  }
  await answerTo(service, `hi <@UBOT>, ${text} <@UBOT>`)
  assert.is(await stored(), definition)
  await service.command('U1', text)
  assert.is(await stored(), definition)
})

test('an addition behind another separator asks once, and then adds', async (service) => {
  for (const separator of ['—', ': ', ' - ', '--', ' = ']) {
    const text = `add X (Full X)${separator}first & second\n<https://h.example|third>`
    const asked = await service.command('U1', text.replace('&', '&amp;'))
    assert.match(read(asked), 'Do you want to add this term?')
    assert.equal([...(await service.sql`select from terms where name = 'X'`)], [], separator)
    await service.press('U1', buttonsOf(asked.body)[0])
    const [term] = await service.sql`delete from terms where name = 'X' returning full_name, definition`
    const definition = 'first & second\nthird (https://h.example)'
    assert.equal({ ...term }, { full_name: 'Full X', definition }, separator)
  }
})

test('what other bots understand is not answered with another term', async (service) => {
  for (const text of ['QZX = see QZA', 'delete QZA', 'edit QZA -- new', 'set QZA to ARR']) {
    const answer = read(await service.command('U1', text))
    assert.match(answer, /^I can’t .*; type this instead:/, text)
    assert.not.match(answer, 'Quality Zone Audit', text)
  }
  await service.term(await service.person(), { name: 'Change request' })
  assert.match(read(await service.command('U1', 'change request')), '*Change request*')
})

/** What is to be typed instead, as an answer quotes it. */
const advised = (answer: string) => /type this instead:\n+(?:>|```)?\s*([^\n`]*)/.exec(answer)?.[1]?.trim()

test('what is to be typed instead works: a term that exists is shown, and one that does not is added', async (service) => {
  for (const text of ['define QZA = a zone', 'QZA -- a zone', 'create qza: a zone', 'ARR := revenue']) {
    const answer = read(await service.command('U1', text))
    assert.match(answer, 'I can’t change terms by a command', text)
    assert.match(read(await service.command('U1', advised(answer) ?? '')), /Quality Zone|Annual/, text)
  }
  for (const text of ['define QZB = a zone', 'learn QZB -- a zone', 'QZA (Quartz Zone) = a zone']) {
    const answer = read(await service.command('U1', text))
    assert.match(answer, 'I can’t add terms like that', text)
    assert.match(read(await service.command('U1', advised(answer) ?? '')), /now in the glossary|another meaning/, text)
    await service.sql`delete from terms where name = 'QZB'`
  }
  assert.match(read(await service.command('U1', 'delete QZC')), '*QZC* is not in the glossary yet.')
})

test('help about a command says how to use it', async (service) => {
  const answer = read(await service.command('U1', 'help add'))
  assert.match(answer, 'Usage: `add NAME (Full Name) -- definition`')
  assert.match(answer, '`add SLA (Service Level Agreement)')
})

test('names of emoji are no words', async (service) => {
  await service.term(await service.person(), { name: 'fire', full_name: 'A big one' })
  const answer = await answerTo(service, '<@UBOT> what does :fire: QZA mean here?')
  assert.match(answer, '*QZA* (Quality Zone Audit)')
  assert.not.match(answer, 'A big one')
})

test('a refused addition repeats what was typed', async (service) => {
  const long = `add X -- ${'word & '.repeat(700)}`
  const refused = read(await service.command('U1', long.replaceAll('&', '&amp;')))
  assert.match(refused, 'definition must be 1 to 4000 characters long.')
  assert.is(refused.match(/word/g)?.length, 700)
})

test('a command of spaces, line breaks or emoji takes no longer than another', async (service) => {
  for (const filling of [' ', '\n', ' :wave:']) {
    const text = `add QZA${filling.repeat(40_000 / filling.length)}x`
    const ms = await leastMs(1500, () => processorMs(() => service.command('U1', text)))
    assert.ok(ms < 1500, `${JSON.stringify(filling)}: ${ms} ms`)
  }
})

test.run()
