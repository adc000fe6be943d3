import * as assert from 'uvu/assert'
import { sent } from './support/outbox.ts'
import { buttonsOf, type Sent, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import type { Answer } from './support/test-service.ts'

// The longest and most unusual texts that the API accepts, in every message of the bot. The Slack server of the
// tests rejects what Slack would refuse or interpret as markup; `post` does the same for responses.
const test = slackGlossary('long and nasty texts in Slack')

/** Texts of a given length. */
const texts: Record<string, (length: number) => string> = {
  'characters that are escaped': (length) => '&'.repeat(length),
  'mentions and links': (length) => '<!channel> <@U1> <https://evil.example|x> *_~`>'.repeat(length),
  emoji: (length) => '🗂️👩‍👩‍👧'.repeat(length),
  'emoji of two UTF-16 units': (length) => '🗂'.repeat(length),
  'right-to-left text': (length) => 'مرحبا بالعالم '.repeat(length),
  'one long word': (length) => 'x'.repeat(length),
  'quotes and backslashes': (length) => '"\\'.repeat(length),
}
const cut = (text: string, length: number) =>
  [...text]
    .slice(0, length)
    .join('')
    .replace(/\u200d$/, '')
    .trim()

/** Nine meanings of one name with texts of the maximum length. */
async function fill(service: SlackTestService, text: (length: number) => string) {
  const owner = await service.colleague('UOWNER')
  const fields = {
    name: `n${cut(text(119), 119)}`, // a name has a letter or a digit
    definition: cut(text(4000), 4000),
    category: cut(text(80), 80),
  }
  for (let i = 0; i < 9; i++) {
    await service.term(owner, { ...fields, full_name: `${i}${cut(text(299), 298)}` })
  }
  return fields
}

for (const [what, text] of Object.entries(texts)) {
  test(`${what}: every message fits and contains them as plain text`, async (service) => {
    const { name, definition } = await fill(service, text)
    await service.colleague('U1')
    const typed = escaped(name)
    const reason = cut(text(500), 500)
    const answers: Answer[] = []
    for (const command of [
      `define ${typed}`,
      `search ${escaped(cut(text(150), 100))}`,
      `explain ${typed} ABQX ${escaped(definition)}`,
      'list',
      'export all',
      `vote ${typed}`,
      `dispute ${typed} -- ${escaped(reason)}`,
      `define ${escaped(`z${cut(text(119), 119)}`)}`,
      `add ${typed} (0${escaped(cut(text(299), 298))}) -- ${escaped(definition)}`,
      `add ${escaped(`y${cut(text(119), 119)}`)} -- ${escaped(definition)}`,
      `token ${escaped(cut(text(100), 100))}`,
      `list ${typed}`,
    ]) {
      answers.push(await service.command('U1', command))
    }
    for (const answer of answers) assert.is(answer.body.response_type, 'ephemeral')
    for (const button of pressable(answers)) await service.press('U1', button)
    await service.interact({
      type: 'message_action',
      callback_id: 'explain_jargon',
      user: { id: 'U1' },
      message: { text: `${typed} ${escaped(definition)}` },
    })
    await service.sql`update terms set vote_count = 2, status = 'pending'`
    for (const button of pressable(answers)) await service.press('U1', button)
    await service.sql`update terms set last_confirmed_at = now() - interval '181 days'`
    const admin = await service.person('admin')
    await service.request('POST', '/api/v1/admin/jobs/staleness/run', { as: admin })
    await service.sendAll()
    assert.equal(service.slack.faults, [])
    assert.equal([...(await service.sql`select error from outbox_messages where failed_at is not null`)], [])
    assert.not.match(JSON.stringify(service.slack.responses), 'Something went wrong on our side')
    const kinds = await service.sql`
      select distinct coalesce(e.kind, m.kind) as kind
      from outbox_messages m
      left join inbox_entries e on e.id = m.inbox_entry_id
      order by 1`
    // Where a text names the term, it is offered once more, and the second vote promotes it.
    assert.equal(
      [...kinds].map(({ kind }) => kind).filter((kind) => kind !== 'promoted'),
      ['disputed', 'slack.answer', 'stale'],
    )
  })
}

test('names that others have chosen are no markup in a message', async (service) => {
  const [owner, bo] = [await service.colleague('UOWNER'), await service.person()]
  const editor = await service.person('editor')
  await service.sql`update users set display_name = '<!channel>' where id = ${editor.id}`
  const { id } = await service.term(owner, { category: '<!here>' })
  const proposal = await service.request('POST', `/api/v1/terms/${id}/proposals`, {
    as: bo,
    body: { version: 1, definition: 'Another promise.' },
  })
  assert.is(proposal.status, 201)
  const accept = `/api/v1/proposals/${proposal.body.id}/accept`
  assert.is((await service.request('POST', accept, { as: editor })).status, 200)
  const rename = `/api/v1/categories/${encodeURIComponent('<!here>')}`
  const body = { name: '<!everyone>' }
  assert.is((await service.request('PATCH', rename, { as: editor, body })).status, 200)
  await service.sendAll()
  assert.equal(service.slack.faults, [])
  const texts = sent(service)
    .map(([, message]) => textOf(message))
    .join('\n')
  assert.match(texts, ', accepted by &lt;!channel&gt;.')
  assert.match(texts, 'the category “&lt;!here&gt;” to “&lt;!everyone&gt;”')
})

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** One button of each kind that was offered. */
function pressable(answers: Answer[]) {
  const buttons = answers.flatMap(({ body }) => buttonsOf(body as Sent))
  return [...new Map(buttons.map((button) => [button.action_id, button])).values()]
}

test.run()
