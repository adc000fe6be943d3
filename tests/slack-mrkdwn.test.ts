import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  cut,
  escapeText,
  escapeWithin,
  link,
  mentionedIds,
  typedText,
  unescapeText,
  wordsOf,
  writtenText,
} from '../lib/slack/mrkdwn.ts'

const test = suite("Slack's markup")

const texts = [
  '',
  'A promise.',
  '&'.repeat(4000),
  '<!channel> <@U1> <https://evil.example|good>',
  '&amp; &lt;b&gt;',
  `${'&'.repeat(500)}${'a'.repeat(3500)}`,
  `${'a'.repeat(3500)}${'&'.repeat(500)}`,
  '🗂️'.repeat(2000),
  'مرحبا \u202e '.repeat(300),
  'word '.repeat(800),
  'x'.repeat(4000),
  '"\\\n'.repeat(1000),
]
const lengths = [20, 75, 120, 300, 2900]

test('user text cannot contain mentions, links or formatting', () => {
  assert.is(escapeText('<!channel> & <@U1>'), '&lt;!channel&gt; &amp; &lt;@U1&gt;')
})

test('escaped text is unescaped to the original', () => {
  for (const text of texts) assert.is(unescapeText(escapeText(text)), text)
})

test('cut text fits, keeps the beginning and ends with an ellipsis', () => {
  for (const text of texts) {
    for (const most of lengths) {
      const short = cut(text, most)
      assert.ok(short.length <= most)
      assert.ok(short.isWellFormed())
      if (text.length <= most) assert.is(short, text)
      else assert.ok(short.endsWith('…') && text.startsWith(short.slice(0, -1)))
    }
  }
})

test('text is cut between words if that shortens it only a little', () => {
  assert.is(cut('an agreement of two', 18), 'an agreement of…')
  assert.is(cut('a disproportionately long word', 18), 'a disproportionat…')
  assert.is(cut(`${'x'.repeat(9)}🗂️`, 11), `${'x'.repeat(9)}…`)
})

test('escaped text fits after escaping and is never cut inside an escape', () => {
  for (const text of texts) {
    for (const most of lengths) {
      const escaped = escapeWithin(text, most)
      assert.ok(escaped.length <= most)
      const isWhole = escapeText(text).length <= most
      if (isWhole) assert.is(escaped, escapeText(text))
      else assert.ok(escaped.endsWith('…') && escaped.length > most / 3)
      assert.not.match(escaped, /&(?!(amp|lt|gt);)/)
    }
  }
})

test('a link escapes its URL and label', () => {
  assert.is(
    link('https://a.example/?a=1&b=|>', 'A|B <c>'),
    '<https://a.example/?a=1&amp;b=%7C&gt;|A|B &lt;c&gt;>',
  )
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

test('the text of a message is what people read', () => {
  const words = wordsOf(
    '<@U1> the <https://a.example/SLO|SLA> &amp; <#C1|general> <https://b.example>',
  )
  assert.equal(words.split(/\s+/).filter(Boolean), ['the', 'SLA', '&', 'general'])
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
