import * as assert from 'uvu/assert'
import { renderPart } from '../lib/web/document.tsx'
import { formatRelative } from '../lib/web/parts/relative-time.tsx'
import { WordDiff } from '../lib/web/parts/word-diff.tsx'
import { suite } from './support/suite.ts'

const test = suite('parts of pages')

const diffOf = (from: string, to: string, whole = true) => renderPart(WordDiff({ from, to, whole }))
const plain = (html: string) => html.replace(/<[^>]+>/g, '')

test('a comparison contains both texts completely', () => {
  const pairs: [string, string][] = [
    ['', 'all of it'],
    ['all of it', ''],
    ['a line\nand another', 'a line\n\nand one other'],
    ['可用性目标', '可用性的目标'],
    ['x'.repeat(4000), `${'x'.repeat(3999)}y`],
  ]
  for (const [from, to] of pairs) {
    const html = diffOf(from, to).replaceAll('<span class="gap"> </span>', '')
    assert.is(plain(html.replace(/<ins.*?<\/ins>/gs, '')).trim(), from)
    assert.is(plain(html.replace(/<del>.*?<\/del>/gs, '')).trim(), to)
  }
})

test('a text that was replaced altogether stands without its old one, which unfolds', () => {
  const many = (letter: string) => Array.from({ length: 900 }, (_, i) => letter + i).join(' ')
  const sentence = 'What we promise a merchant about the availability of the service.'
  const replaced: [string, string][] = [
    ['one two three', 'four five six'],
    [sentence, 'Another text for the same thing.'],
    [sentence, 'How often the weekly batch of payouts may fail before somebody is called, per month and currency.'],
    [many('a'), many('b')],
  ]
  for (const [from, to] of replaced) {
    const html = diffOf(from, to, false)
    assert.is(
      html,
      `<div class="diff"><p dir="auto">${to}</p><details><summary>Text replaced</summary><p dir="auto">${from}</p></details></div>`,
    )
  }
  const compared: [string, string][] = [
    ['', sentence],
    [sentence, ''],
    [sentence, 'What we promise a merchant.'],
    ['What we promise a merchant.', sentence],
    [sentence, `${sentence} ${'It is measured each month. '.repeat(20)}`],
    ['A promise.', 'Another vow.'],
  ]
  for (const [from, to] of compared) assert.not.match(diffOf(from, to), 'Text replaced', `${from} → ${to}`)
})

test('unchanged text is shortened to what surrounds the changes', () => {
  const text = (middle: string) => `${'before '.repeat(80)}${middle} ${'after '.repeat(80)}`.trim()
  const html = diffOf(text('old'), text('new'), false)
  assert.match(
    html,
    /^<p class="diff" dir="auto">… (before )+<del>old<\/del><span class="gap"> <\/span><ins>new<\/ins>( after)+ …<\/p>$/,
  )
  assert.ok(html.length < 400)
})

test('a changed word, number or date is shown as a whole, apart from what replaces it', () => {
  const told: [string, string, string][] = [
    ['99.5% uptime', '99.9% uptime', '[-99.5%-] [+99.9%+] uptime'],
    ['from 99.5 %', 'to 99.9 %', '[-from 99.5-] [+to 99.9+] %'],
    ['costs 1,200.50 a month', 'costs 1,300 a month', 'costs [-1,200.50-] [+1,300+] a month'],
    ['since 2026-11-21.', 'since 2026-11-22.', 'since [-2026-11-21-] [+2026-11-22+].'],
    ['the CI/CD job', 'the CI/CM job', 'the [-CI/CD-] [+CI/CM+] job'],
    ['we promise a customer', 'we promise every customer', 'we promise [-a-] [+every+] customer'],
    ['what we promise a customer', 'what we owe to a customer', 'what we [-promise-] [+owe to+] a customer'],
    ['one two', 'three four', '[-one two-] [+three four+]'],
    ['first line\nsecond line', '1st line\n2nd line', '[-first-] [+1st+] line\n[-second-] [+2nd+] line'],
    ['a customer', 'a good customer', 'a [+good +]customer'],
    ['a good customer', 'a customer', 'a [-good -]customer'],
    ['可用性目标', '可用性的目标', '可用性[+的+]目标'],
  ]
  for (const [from, to, expected] of told) {
    const marked = diffOf(from, to)
      .replace(/<del>(.*?)<\/del>/gs, '[-$1-]')
      .replace(/<ins>(.*?)<\/ins>/gs, '[+$1+]')
    assert.is(plain(marked), expected)
  }
})

test('relative times are rounded: months below two years, then years', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const seconds = (count: number) => formatRelative(new Date(now.getTime() + count * 1000), now)
  const [hour, day, year] = [3600, 86_400, 365.25 * 86_400]
  const told: [number, string][] = [
    [0, 'just now'],
    [-59, 'just now'],
    [-60, '1 minute ago'],
    [-100, '2 minutes ago'],
    [-3599, '1 hour ago'],
    [-hour, '1 hour ago'],
    [-23.4 * hour, '23 hours ago'],
    [-23.9 * hour, '1 day ago'],
    [-day, '1 day ago'],
    [-30 * day, '30 days ago'],
    [-31 * day, '1 month ago'],
    [-364 * day, '12 months ago'],
    [-1.5 * year, '18 months ago'],
    [-1.9 * year, '23 months ago'],
    [-1.99 * year, '2 years ago'],
    [-2.4 * year, '2 years ago'],
    [-2.9 * year, '3 years ago'],
    [-20 * year, '20 years ago'],
    [30, 'in a moment'],
    [7200, 'in 2 hours'],
    [12.6 * day, 'in 13 days'],
  ]
  for (const [count, text] of told) assert.is(seconds(count), text)
})

test.run()
