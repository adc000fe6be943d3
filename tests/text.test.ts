import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { compose, label, text } from '../lib/schemas/text.ts'
import { leastMs, processorMs } from './support/processor-time.ts'
import { suite } from './support/suite.ts'

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
