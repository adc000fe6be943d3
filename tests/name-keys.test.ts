import * as assert from 'uvu/assert'
import { namesOf, toKey } from '../lib/lookup/name-to-keys.ts'
import { fold } from '../lib/schemas/text.ts'
import { generator } from './support/random.ts'
import { glossary } from './support/test-service.ts'

// The index of the database has keys and parts of names, too, so both have to make the same.
const test = glossary('the keys of names')

/** Every assigned character of Unicode. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => !/[\p{Cn}\p{Co}\p{Cc}]/u.test(character))

/** Characters that became signs in a later version of Unicode than that of PostgreSQL, or that no name has. */
const changed = ['\u166d', '\u{111c9}', '\ufeff']

test('the database folds every character as the rules do, if its Unicode knows it', async ({ sql }) => {
  const around = characters.map((character) => `a${character}b-and-${character}`)
  const rows = await sql<{ text: string; key: string; loose_key: string; is_known: boolean }[]>`
    select text, fold(text) as key, loose(text) as loose_key, substr(text, 2, 1) ~ '[[:print:]]' as is_known
    from unnest(${around}::text[]) as text`
  assert.is(rows.length, characters.length)
  const isUnlike = ({ text, key, loose_key }: (typeof rows)[number]) => fold(text) !== key || toKey(text) !== loose_key
  const unlike = rows.filter((row) => row.is_known && isUnlike(row)).map(({ text }) => [...text][1] ?? '')
  assert.equal(
    unlike
      .filter((character) => !changed.includes(character))
      .map((character) => character.codePointAt(0)?.toString(16)),
    [],
  )
  assert.ok(rows.filter(isUnlike).length < 1000, 'most characters are known')
})

const parts = [
  'QZX',
  'Quality Audit',
  'q',
  ' (',
  ')',
  ' / ',
  '/',
  ', ',
  ' ',
  '™',
  '®',
  '🚀',
  '️',
  'and',
  'É',
  'C#',
  '+',
  '-',
  '.',
  '¹',
]

test('the database finds the parts of a name that the rules find', async ({ sql }) => {
  const random = generator(58)
  const names = Array.from({ length: 5000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => parts[Math.floor(random() * parts.length)])
      .join('')
      .trim(),
  ).filter((name) => /[\p{L}\p{N}]/u.test(name))
  const aliases = [{ name: 'quality audit', kind: 'alias' as const }]
  const rows = await sql<{ name: string; parts: { kind: string; name: string }[] }[]>`
    select given as name, (
      select json_agg(json_build_object('name', n.name, 'kind', n.kind))
      from names_of(given, 'Full', ${sql.json(aliases)}) as n
    ) as parts
    from unnest(${names}::text[]) as given`
  const sorted = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()
  for (const { name, parts } of rows)
    assert.equal(sorted(namesOf({ name, full_name: 'Full', aliases })), sorted(parts), name)
})

test('a name is found by characters that the database does not know', async (service) => {
  const as = await service.person()
  for (const [name, asked, match] of [
    ['ᲐᲑᲒ', 'ᲐᲑᲒ', 'exact'],
    ['ÄÖ-Ü', 'a o u', 'folded'],
    ['(#1) QZ', '1 qz', 'folded'],
    ['ΑΣ ΒΣ', 'ας βς', 'exact'],
  ] as const) {
    await service.term(as, { name })
    const { body } = await service.request('GET', `/api/v1/lookup?q=${encodeURIComponent(asked)}`, { as })
    assert.equal([body.match, body.terms[0]?.name], [match, name], asked)
  }
})

test.run()
