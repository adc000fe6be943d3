import * as assert from 'uvu/assert'
import { buttonsOf, read, type Sent, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('explanations in Slack')
test.before.each(async (service) => {
  const ada = await service.colleague('U1')
  await service.term(ada, { name: 'SLA', full_name: 'Service Level Agreement' })
  await service.term(ada, {
    name: 'error budget',
    definition: 'What may go wrong.',
    aliases: [{ name: 'failure quota', kind: 'discouraged' }],
  })
})

const shortcut = (text: string | null) => ({
  type: 'message_action',
  callback_id: 'explain_jargon',
  user: { id: 'U1' },
  channel: { id: 'C1' },
  message: { text },
})

const richText = (...elements: object[]) => [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]
const withoutText: Record<string, object> = {
  'rich text': {
    blocks: richText({ type: 'text', text: 'The ' }, { type: 'text', text: 'SLA', style: { bold: true } }),
  },
  'a section': { blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'our *SLA* &amp; so' } }] },
  'a field': { blocks: [{ type: 'section', fields: [{ type: 'plain_text', text: 'our SLA' }] }] },
  'an attachment': { text: ' ', attachments: [{ title: 'Our SLA', fallback: 'none' }] },
  'a shared message': {
    attachments: [{ message_blocks: [{ message: { blocks: richText({ type: 'text', text: 'SLA' }) } }] }],
  },
}
for (const [what, message] of Object.entries(withoutText)) {
  test(`a message whose text is only in ${what} is explained`, async (service) => {
    await service.interact({ ...shortcut(null), message: { text: '', ...message } })
    assert.equal(linked((await service.answers()).at(-1) as Sent), ['SLA'])
  })
}

test('names of emoji are no words', async (service) => {
  await service.interact(shortcut('well done :sla: :SLA:, error budget'))
  assert.equal(linked((await service.answers()).at(-1) as Sent), ['error budget'])
})

/** Uses the shortcut on a message; returns the answer. */
async function explain(service: SlackTestService, text: string | null): Promise<Sent> {
  const answer = await service.interact(shortcut(text))
  assert.equal([answer.status, answer.text], [200, ''])
  const explained = (await service.answers()).at(-1)
  assert.is((explained as { response_type?: string }).response_type, 'ephemeral')
  return explained as Sent
}

/** The names of the terms that an answer links to. */
const linked = (answer: Sent) => [...textOf(answer).matchAll(/\|([^>]+)>/g)].map(([, name]) => name)
const labels = (answer: Sent) => buttonsOf(answer).map(({ label }) => label)

test('the terms in a message are explained in its order, visible only to the reader', async (service) => {
  const answer = await explain(
    service,
    '<@U2> our (SLAs), see <https://sla.example|the page> &amp; the <https://x.example|_Error budget_>! *SLA*',
  )
  assert.is(answer.text, '2 terms in this message')
  assert.equal(linked(answer), ['SLA', 'error budget'])
  assert.match(
    textOf(answer),
    /^\*2 terms in this message\*\n• .*\(Service Level Agreement\).*\n• .*: What may go wrong\. _pending_$/,
  )
  assert.equal(buttonsOf(answer), [])
})

test('the command explains a text', async (service) => {
  const text = read(await service.command('U1', 'explain The SLA and\nthe failure quota &lt;1&gt;'))
  assert.match(text, '*2 terms in this message*')
  assert.match(text, 'Say *error budget*, not “failure quota”.')
})

test('a name of capitals in lower case is called a guess', async (service) => {
  const text = textOf(await explain(service, 'is that in the sla?'))
  assert.match(text, /\*1 term in this message\*\nmaybe SLA, written “sla”:\n• .*\(Service Level Agreement\)/)
})

test('each name has its three best meanings, those of the usual category first', async (service) => {
  const ada = await service.person()
  for (const [i, category] of ['A', 'B', 'C', 'D'].entries()) {
    const { id } = await service.term(ada, { name: 'PM', full_name: `PM of ${category}`, category })
    await service.sql`update terms set vote_count = ${10 - i} where id = ${id}`
  }
  await service.sql`
    insert into slack_channel_categories (channel_id, category_key, uses) values ('C1', 'd', 2)`
  const text = textOf(await explain(service, 'Ask the PM.'))
  assert.equal(text.match(/PM of \w/g), ['PM of D', 'PM of A', 'PM of B'])
  assert.match(text, /\nAnd 1 other meaning$/)
})

test('unknown words have a button each, which opens the form with the name', async (service) => {
  const answer = await explain(service, 'The SLA of the QRX, the ZZTQ and QRX.')
  assert.match(textOf(answer), 'Not in the glossary:')
  assert.equal(labels(answer), ['Add QRX', 'Add ZZTQ'])
  await service.press('U1', buttonsOf(answer)[1])
  const [call] = service.slack.callsOf('views.open')
  assert.match(JSON.stringify(call?.args.view), '"initial_value":"ZZTQ"')
})

test('of many unknown words, the first ten can be added', async (service) => {
  const words = Array.from({ length: 12 }, (_, i) => `QX${String.fromCharCode(65 + i)}Z`)
  const answer = await explain(service, `we met ${words.join(' and then ')}`)
  assert.match(textOf(answer), 'None of the words in this message are in the glossary.')
  assert.match(textOf(answer), 'Not in the glossary (the first 10 of 12):')
  assert.is(labels(answer).length, 10)
})

test('a message without known terms or without text gets a notice', async (service) => {
  for (const text of ['Good morning', '', null]) {
    assert.is(
      textOf(await explain(service, text)),
      '*None of the words in this message are in the glossary.*\nTo add a term, type `add NAME -- definition`',
    )
  }
})

test('of many terms in a message, the first twenty are explained', async (service) => {
  const ada = await service.person()
  const names = Array.from({ length: 23 }, (_, i) => `T${i}`)
  for (const name of names) await service.term(ada, { name })
  const text = textOf(await explain(service, names.join(' ')))
  assert.is(text.match(/^•/gm)?.length, 20)
  assert.match(text, 'And 3 more.')
})

test.run()
