import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { formatAliasList, parseAliasList } from '../lib/glossary/alias-list.ts'

const test = suite('lists of names')

const lists: Record<string, string[]> = {
  '': [],
  SLA: ['SLA'],
  'uptime contract; SLAX': ['uptime contract', 'SLAX'],
  'a\\;b; c': ['a;b', 'c'],
  'C:\\ ; D:\\dir': ['C:\\', 'D:\\dir'],
  'a\\\\;b': ['a\\;b'],
  '\\;; \\;\\;': [';', ';;'],
}

for (const [text, names] of Object.entries(lists)) {
  test(`"${text}"`, () => {
    assert.equal(parseAliasList(text), names)
    assert.is(formatAliasList(names), text)
  })
}

test('white space around names and empty names are dropped', () => {
  assert.equal(parseAliasList(' ;a ;;\tb c;  ;'), ['a', 'b c'])
})

test('names are read as they were written, whatever characters they have', () => {
  for (let number = 0; number < 5 ** 5; number++) {
    const text = [...number.toString(5)].map((digit) => '\\;a b'[Number(digit)]).join('')
    const names = text.split(' ').filter(Boolean)
    assert.equal(parseAliasList(formatAliasList(names)), names, text)
  }
})

test.run()
