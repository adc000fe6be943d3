import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { compose, label, text } from '../lib/schemas/text.ts'
import { leastMs, processorMs } from './support/processor-time.ts'

const test = suite('text')
const accepts = (value: string) => v.safeParse(label(120), value).success

test('a name has no character that Unicode calls ignorable, format or a line separator', () => {
  const accepted: string[] = []
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point)
    if (!/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)) continue
    if (accepts(`A${character}1`)) accepted.push(point.toString(16))
  }
  assert.equal(accepted, [])
})

const visible: Record<string, string> = {
  'a joiner between letters': 'می\u200cخواهم',
  'a joiner in an Indic conjunct': 'क्\u200dष',
  'a joined emoji': '👩🏽\u200d🔬',
  'a joined emoji with a variation selector': '❤\ufe0f\u200d🔥',
  'an emoji with a variation selector': '✔\ufe0f done',
  'a keycap': 'Step 1\ufe0f\u20e3',
  'a variant of an ideograph': '葛\u{e0100}',
  'a Mongolian letter with its variant': 'ᠠ\u180b',
}

for (const [what, value] of Object.entries(visible)) {
  test(`a name can have ${what}`, () => assert.ok(accepts(value)))
}

const hidden: Record<string, string> = {
  'a joiner at its start': '\u200dSLA',
  'a joiner at its end': 'SLA\u200c',
  'a joiner next to a digit': 'S3\u200d',
  'two joiners in a row': 'S\u200d\u200dA',
  'a variation selector after a letter': 'SLA\ufe0f',
  'a variation selector after a digit that is no keycap': 'S3\ufe0f',
  'a flag made of tags': '🏴\u{e0067}\u{e0062}\u{e007f}',
  'a blank Braille pattern': 'S\u2800A',
}

for (const [what, value] of Object.entries(hidden)) {
  test(`a name cannot have ${what}`, () => assert.not.ok(accepts(value)))
}

test('all kinds of spaces are one space', () => {
  const spaces = '\u00a0\u1680\u2000\u2009\u200a\u202f\u205f\u3000 '
  assert.is(v.parse(label(120), `${spaces}A${spaces}B${spaces}`), 'A B')
})

test('the marks of a letter take linear time', async () => {
  const work = () => {
    for (const marks of ['\u0315\u0300', '\u0301\u0323']) {
      const many = `A${marks.repeat(39_999)}`
      assert.not.ok(v.is(text(40_000), many))
      const composed = compose(many)
      assert.ok(composed.length <= 31)
      assert.is(composed, composed.normalize('NFC'))
    }
  }
  const ms = await leastMs(1000, () => processorMs(work))
  assert.ok(ms < 1000, `${ms} ms`)
  assert.is(v.parse(text(40), `Ca\u0308f\u00e9 ${'\u0301'.repeat(30)}`).length, 35)
})

test.run()
