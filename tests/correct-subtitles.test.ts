import * as assert from 'uvu/assert'
import { toSpoken } from '../lib/lookup/in-texts/subtitles-to-spoken.ts'
import { growthOf, maxGrowth } from './support/growth.ts'
import { longestShare } from './support/longest-turn.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('correcting subtitles')

async function open(service: TestService) {
  const as = await service.person()
  const aliases = [
    { name: 'Castrol', kind: 'misspelling' },
    { name: 'open shaft', kind: 'misspelling' },
  ]
  const { id } = await service.term(as, { name: 'R&D <lab>', aliases })
  await setStatus(service, id, 'official')
  return async (text: string, format: string) => {
    const { status, body } = await service.request('POST', '/api/v1/correct', { as, body: { text, format } })
    assert.is(status, 200)
    return body.text as string
  }
}

/** Where the name is said, a dot stands here for it; what else looks like it is none. */
const vtt = `\ufeffWEBVTT Castrol open shaft
Kind: Castrol

STYLE
::cue(Castrol) { color: open shaft }

REGION
id:Castrol

NOTE Castrol
open shaft

1 Castrol
00:01.000 --> 00:02.000 position:Castrol%
<v Castrol>· is &Castrol; and <c.Castrol>·</c>
·,  · \t

NOTE
00:03.000 --> 00:04.000
Castrol

00:00:05.000 --> 00:00:06.000
Castrol: ·: and Ann:
- Castrol Ann Lee: ·
>> castrol: ·
Last year we said so, with all of us: ·
00:07.000 --> 00:08.000
·

Castrol of no cue
`

for (const [name, toLines] of Object.entries({
  LF: (text: string) => text,
  CRLF: (text: string) => text.replaceAll('\n', '\r\n'),
  CR: (text: string) => text.replaceAll('\n', '\r'),
}))
  test(`of WebVTT with ${name}, only what is said changes`, async (service) => {
    const correct = await open(service)
    const [wrong, right] = ['Castrol', 'R&amp;D &lt;lab&gt;'].map((said) => toLines(vtt).replaceAll('·', said))
    assert.is(await correct(wrong ?? '', 'vtt'), right)
    assert.is(await correct(right ?? '', 'vtt'), right)
  })

test('a name over two lines of a cue is one, over two cues it is none', async (service) => {
  const correct = await open(service)
  const cue = (n: number, text: string) => `${n}\n00:00:0${n},000 --> 00:00:0${n},900\n${text}\n`
  const text = `${cue(1, 'an open\nshaft and open')}\n${cue(2, 'shaft')}`
  assert.is(await correct(text, 'srt'), text.replace('open\nshaft', 'R&D <lab>'))
})

test('of SubRip, numbers, times, tags and speakers stay, and what follows a blank line is said', async (service) => {
  const correct = await open(service)
  const srt = `1
00:00:01,000 --> 00:00:04,000 X1:Castrol
{\\an8}<i>·</i> --> <font color="Castrol">·</font> &amp; ·

and · again

Castrol
00:00:05,000 --> 00:00:06,000
CASTROL 1: ·
2
00:00:07,000-->00:00:08,000
· `
  const filled = (said: string) => srt.replaceAll('·', said)
  assert.is(await correct(filled('Castrol'), 'srt'), filled('R&D <lab>'))
  assert.is(
    await correct(filled('Castrol').replaceAll('\n', '\r\n'), 'srt'),
    filled('R&D <lab>').replaceAll('\n', '\r\n'),
  )
})

test('every sign keeps its place, and its line', () => {
  for (const format of ['vtt', 'srt'] as const) {
    const spoken = toSpoken(vtt, format)
    assert.is(spoken.length, vtt.length)
    for (const [i, sign] of [...spoken].entries()) if (sign !== '\0') assert.is(sign, vtt[i])
    assert.is(spoken.replace(/[^\n]/g, ''), vtt.replace(/[^\n]/g, ''))
  }
})

test('subtitles of any kind take time in proportion to their length', async () => {
  const times = '00:00:01,000 --> 00:00:04,000\n'
  const shapes = [
    '<',
    '<a',
    '{\\',
    '&',
    'A ',
    'A',
    '- ',
    '>>',
    ':',
    '\r',
    '\0',
    'a:',
    `1\n${times}`,
    'A: ',
    ' \t',
    '-->',
  ]
  for (const shape of shapes)
    for (const before of ['', times]) {
      const text = before + shape.repeat(250_000 / shape.length)
      for (const format of ['vtt', 'srt'] as const) {
        const growth = await growthOf((part) => toSpoken(part, format), text, text.slice(0, text.length / 4))
        assert.ok(growth < maxGrowth, `${JSON.stringify(shape)} in ${format}: ${growth.toFixed(1)} times as long`)
      }
    }
})

test('others are served while 50,000 signs are corrected', async (service) => {
  const correct = await open(service)
  const line = '<v Ann>Castrol and open shaft, a castrol\n'
  const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${line.repeat(1300)}`.slice(0, 50_000)
  const expected = await correct(text, 'vtt')
  assert.is(expected.match(/lab/g)?.length, (text.match(/Castrol(?!\n)|open shaft|castrol/g)?.length ?? 0) + 0)
  const share = await longestShare(0.4, () => correct(text, 'vtt'))
  assert.ok(share < 0.4, `${share} of the time in one piece`)
})

test.run()
