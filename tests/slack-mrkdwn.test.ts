import * as assert from 'uvu/assert'
import { cut, link, mentionedIds, typedText, writtenText } from '../lib/slack/mrkdwn.ts'
import { suite } from './support/suite.ts'

const test = suite("Slack's markup")

test('text is cut between words if that shortens it only a little', () => {
  assert.is(cut('an agreement of two', 18), 'an agreement of…')
  assert.is(cut('a disproportionately long word', 18), 'a disproportionat…')
  assert.is(cut(`${'x'.repeat(9)}🗂️`, 11), `${'x'.repeat(9)}…`)
})

test('a link escapes its URL and label', () => {
  assert.is(link('https://a.example/?a=1&b=|>', 'A|B <c>'), '<https://a.example/?a=1&amp;b=%7C&gt;|A|B &lt;c&gt;>')
  assert.ok(link('https://a.example', '&'.repeat(120)).length < 330)
})

test('typed text is read without the formatting that Slack adds', () => {
  const typed: [sent: string, text: string][] = [
    ['<@U0BOT> SLA', 'SLA'],
    ['SLA <@U0BOT|glossary>', 'SLA'],
    ['add R&amp;D -- see <https://wiki.example/r>', 'add R&D -- see https://wiki.example/r'],
    ['<http://sla.example|sla.example>', 'sla.example'],
    ['<mailto:a@b.example|a@b.example>', 'a@b.example'],
    ['a &lt; b', 'a < b'],
    ['&amp;lt;', '&lt;'],
  ]
  for (const [sent, text] of typed) assert.is(typedText(sent).trim(), text)
})

test('in a definition, links keep their label and URL, and people and channels are named', () => {
  const text =
    'See <https://h.example/x|the page>, <https://h.example/y>, <http://h.example|h.example>, ' +
    '<mailto:a@h.example|a@h.example>. Ask <@U1>, <@U2|bo>, <@U3> in <#C1|general>, <!subteam^S1|@ops> or <!here> &amp; co'
  assert.is(
    writtenText(text, (id) => (id === 'U1' ? 'Ada' : null)),
    'See the page (https://h.example/x), https://h.example/y, h.example, a@h.example. ' +
      'Ask @Ada, @bo,   in #general, @ops or @here & co',
  )
  assert.equal(mentionedIds(text), ['U1', 'U3'])
})

test.run()
