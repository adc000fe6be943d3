import * as assert from 'uvu/assert'
import type { Change } from '../lib/lookup/in-texts/names-to-changes.ts'
import { generator } from './support/random.ts'
import { createText, spelledNames } from './support/spelled-texts.ts'
import { glossary, type TestService } from './support/test-service.ts'
import { weeklySample } from './support/weekly-sample.ts'

const test = glossary('correcting generated texts', { SERVICE_RATE_LIMIT_PER_MINUTE: '0' })

const kinds = ['misspelling', 'discouraged', 'replaced']
const seed = 20_261_127
/** Which texts are corrected. */
const numbers = weeklySample(Array.from({ length: 400 }, (_, i) => i))
/** Right names, some of which others are wrong for, or become a wrong one beside their neighbours. */
const right = [
  'Kestrel',
  'data policy',
  'US churn',
  'error budget',
  'SLO',
  'النظام',
  'e\u0301lan vital',
  '😀 lab',
  'house',
  'Day 1',
]

/** Terms of which each name is a misspelling of one or two, a discouraged name, or right. */
async function addTerms({ sql, term, person, request }: TestService) {
  const as = await person('admin')
  const random = generator(seed)
  const one = <Each>(of: readonly Each[]) => of[Math.floor(random() * of.length)] as Each
  const kindOf = () => one(['misspelling', 'misspelling', 'discouraged', 'alias'])
  const pairs = [...spelledNames, 'lake house rules', 'active users policy', 'US data'].flatMap((name) =>
    random() < 0.15 ? [] : Array.from({ length: random() < 0.15 ? 2 : 1 }, () => [one(right), name] as const),
  )
  const ids: string[] = []
  for (const name of right) {
    const names = new Set(pairs.flatMap(([to, from]) => (to === name ? from : [])))
    const aliases = [...names].slice(0, 20).map((each) => ({ name: each, kind: kindOf() }))
    const marked = {
      in_texts: one(['auto', 'auto', 'auto', 'auto', 'exact', 'never']),
      category: one([null, null, 'IT']),
    }
    const { id } = await term(as, { name, aliases, ...marked })
    ids.push(id)
  }
  for (const name of spelledNames.filter((_, i) => i % 9 === 0)) await term(as, { name, full_name: `${name} itself` })
  await request('PUT', `/api/v1/terms/${ids[3]}/relations/replaced_by/${ids[4]}`, { as, body: {} })
  await sql`update terms set status = 'community' where random() < 2`
  return as
}

/** What texts of other programs have between their words. */
function dress(text: string, random: () => number) {
  const ways = [
    (each: string) => each.replaceAll('\n', '\r\n'),
    (each: string) => `\ufeff${each}`,
    (each: string) => each.normalize('NFD'),
    (each: string) => each.replaceAll(' ', ' \u202e\u200f'),
    (each: string) => `مرحبا ${each} 😀👩‍👩‍👧`,
    (each: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>${each}`,
    (each: string) => each,
  ]
  return ways[Math.floor(random() * ways.length)]?.(text) ?? text
}

test('correcting twice changes nothing, and nothing but the changes differs', async (service) => {
  const as = await addTerms(service)
  let changed = 0
  for (const i of numbers) {
    const random = generator(seed + i)
    const text = dress(createText(random), random)
    const format = ['text', 'markdown', 'vtt', 'srt'][i % 4]
    const category = i % 5 === 0 ? 'it' : null
    const correct = async (given: string): Promise<{ text: string; changes: Change[] }> => {
      const { status, body } = await service.request('POST', '/api/v1/correct', {
        as,
        body: { text: given, format, kinds: kinds.slice(0, 1 + (i % 3)), category },
      })
      assert.is(status, 200, JSON.stringify(body))
      return body
    }
    const once = await correct(text)
    let end = 0
    const parts = once.changes.map((change) => {
      assert.ok(change.start >= end && change.end > change.start, `${i}: the changes do not overlap`)
      assert.is(text.slice(change.start, change.end), change.from)
      const part = text.slice(end, change.start) + change.to
      end = change.end
      return part
    })
    assert.is(parts.join('') + text.slice(end), once.text)
    assert.equal(
      await correct(once.text),
      { text: once.text, changes: [] },
      `${i} ${JSON.stringify([text, once.text])}`,
    )
    changed += once.changes.length
  }
  assert.ok(changed > numbers.length, `${changed} changes`)
})

test.run()
