import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { renderPart } from '../lib/pages/document.tsx'
import { distance } from '../lib/pages/parts/relative-time.tsx'
import { WordDiff } from '../lib/pages/terms/word-diff.tsx'

const test = suite('parts of pages')

const diffOf = (from: string, to: string, whole = true) => renderPart(WordDiff({ from, to, whole }))
const plain = (html: string) => html.replace(/<[^>]+>/g, '')

test('a comparison holds both texts, word for word', () => {
  const many = (letter: string) => Array.from({ length: 900 }, (_, i) => letter + i).join(' ')
  const pairs: [string, string][] = [
    ['', 'all of it'],
    ['all of it', ''],
    ['a line\nand another', 'a line\n\nand one other'],
    ['可用性目标', '可用性的目标'],
    ['x'.repeat(4000), `${'x'.repeat(3999)}y`],
    [many('a'), many('b')],
  ]
  for (const [from, to] of pairs) {
    const html = diffOf(from, to)
    assert.is(plain(html.replace(/<ins.*?<\/ins>/gs, '')).trim(), from)
    assert.is(plain(html.replace(/<del>.*?<\/del>/gs, '')).trim(), to)
  }
  // Where nothing is alike, both texts as they are say more than words in turns, and cost less.
  assert.is(diffOf(many('a'), many('b')).match(/<del>/g)?.length, 1)
})

test('what stayed is shortened to what is around the changes', () => {
  const text = (middle: string) => `${'before '.repeat(80)}${middle} ${'after '.repeat(80)}`.trim()
  const html = diffOf(text('old'), text('new'), false)
  assert.match(
    html,
    /^<p class="diff">… (before )+<del>old<\/del><ins class="instead">new<\/ins>( after)+ …<\/p>$/,
  )
  assert.ok(html.length < 400)
})

test('times are told in their greatest unit', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const seconds = (count: number) => distance(new Date(now.getTime() + count * 1000), now)
  const day = 86_400
  const told: [number, string][] = [
    [0, 'just now'],
    [-59, 'just now'],
    [-60, '1 minute ago'],
    [-3599, '59 minutes ago'],
    [-3600, '1 hour ago'],
    [-day, '1 day ago'],
    [-30 * day, '30 days ago'],
    [-31 * day, '1 month ago'],
    [-364 * day, '11 months ago'],
    [-366 * day, '1 year ago'],
    [30, 'in a moment'],
    [7200, 'in 2 hours'],
  ]
  for (const [count, text] of told) assert.is(seconds(count), text)
})

test.run()
