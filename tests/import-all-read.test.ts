import { dump } from 'js-yaml'
import * as assert from 'uvu/assert'
import { readAnyFile } from '../lib/import/any-file.ts'
import type { GuessKey } from '../lib/import/guess.ts'
import type { FileFormat } from '../lib/schemas/import.ts'
import { generator } from './support/random.ts'
import { suite } from './support/suite.ts'

// What a file has is read, or named as left out. ALL_READ_SEED=n npm test -- import-all-read repeats a run.

const test = suite('import, all that a file has')
const seed = Number(process.env.ALL_READ_SEED || 20_261_127)
const random = generator(seed)
const upTo = (count: number) => Math.floor(random() * count)
const pick = <Item>(items: readonly Item[]) => items[upTo(items.length)] as Item
const times = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make)

async function read(format: FileFormat, text: string, reversed: readonly GuessKey[] = []) {
  const options = { columns: {}, reversed, match: 'natural', trust_status: false, languages: [] } as const
  const { rows, headers, guesses } = await readAnyFile({ format, bytes: Buffer.from(text) }, options)
  const names: unknown[] = []
  for await (const { cells } of rows) names.push(cells[headers.indexOf('name')])
  return { names, said: guesses.map((guess) => guess.text).join('\n') }
}

/** A word that stands nowhere else. */
let count = 0
const unique = (prefix: string) => `${prefix}${++count}.`

/** Names that are headers of columns or labels of an entry as well. */
const ofColumns = [
  'Category',
  'Team',
  'Status',
  'Domain',
  'Variant',
  'Definition',
  'Synonyms',
  'Avoid',
  'Context',
  'Link',
]
const texts = [
  'It rolls.',
  'Somebody pushes it. The\n**ball never stops** — it goes on.',
  'Has:\n- **round**: no corners\n- **soft**: no edges',
  'A kind of\n**ball**: a round one.',
]
const lists = ['', '_Avoid_: orb, Frame (a ball *has* one;\nreserve it), stance', '_Avoid_: none', '_Status_: pending']

type Part =
  | { kind: 'entry'; name: string }
  | { kind: 'table'; columns: string[] }
  | { kind: 'heading'; level: number; title: string }
  | { kind: 'code' }

function randomPart(): Part {
  const kind = upTo(8)
  if (kind < 4) return { kind: 'entry', name: upTo(3) === 0 ? pick(ofColumns) : unique('Plim') }
  if (kind === 4) return { kind: 'table', columns: times(2 + upTo(3), () => unique('Column')) }
  if (kind === 5) return { kind: 'code' }
  return { kind: 'heading', level: 2 + upTo(3), title: unique('Heading') }
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function write(part: Part, areItems: boolean): string {
  if (part.kind === 'heading')
    return `${'#'.repeat(part.level)} ${part.title}${pick(['', '', ' {#id}'])}\n\n${pick(['', 'Some words.'])}`
  if (part.kind === 'code') return '```\n| Term | Meaning |\n|--|--|\n| a | b |\n\n**Code**: c\n```'
  if (part.kind === 'table')
    return [part.columns, part.columns.map(() => '--'), part.columns.map(() => pick(['x', '**y**: z']))]
      .map(row)
      .join('\n')
  const named = pick([
    `**${part.name}**:`,
    `**${part.name}:**`,
    `**${part.name}** (a full name):`,
    `**${part.name}**（全名）：`,
  ])
  const entry = [named + pick([' ', '\n']) + pick(texts), pick(lists)].filter(Boolean).join('\n')
  return areItems ? `- ${entry.replaceAll('\n', '\n  ')}` : entry
}

/** The titles of the headings that have no entry below them. */
const unused = (parts: readonly Part[]) =>
  parts.flatMap((part, index) => {
    if (part.kind !== 'heading') return []
    const next = parts.findIndex((each, place) => place > index && each.kind === 'heading' && each.level <= part.level)
    const inside = parts.slice(index, next < 0 ? undefined : next)
    return inside.some(({ kind }) => kind === 'entry') ? [] : part.title
  })

test('each entry of a Markdown file is a term, and each table and heading without one is named', async () => {
  for (let run = 0; run < 200; run++) {
    const areItems = upTo(3) === 0
    const parts: Part[] = [...times(upTo(14), randomPart), { kind: 'entry', name: 'Last' }]
    const start = pick([
      '# Words\n\n## Language',
      '# Words\n\nSome words.',
      '---\ntitle: x\n---\n# Words',
      'Some words.',
    ])
    const text = [start, ...parts.map((part) => write(part, areItems))].join('\n\n')
    const { names, said } = await read('markdown', text.replaceAll('\n', pick(['\n', '\r\n'])))
    const shown = `ALL_READ_SEED=${seed}, run ${run}\n${text}\n\n${said}`
    const wanted = parts.flatMap((part) => (part.kind === 'entry' ? part.name : []))
    assert.equal(names, wanted, shown)
    const left = [...unused(parts), ...parts.flatMap((part) => (part.kind === 'table' ? part.columns.join(', ') : []))]
    for (const each of left) assert.ok(said.includes(each), `${each} of ${shown}`)
  }
})

test('what was left out because of the title of its section, or as an item, can be read as well', async () => {
  const text =
    '## Language\n\n**Plim**: A plank.\n\n**Zorb**: A ball.\n\n## Questions\n\n**Knot**: Who ties it?\n\n## Rules\n\n- **Care**: comes first\n'
  const first = await read('markdown', text)
  assert.equal(first.names, ['Plim', 'Zorb'])
  assert.match(first.said, '2 entries, “Knot”, “Care”')
  const all = await read('markdown', text, ['sections'])
  assert.equal(all.names, ['Plim', 'Zorb', 'Knot', 'Care'])
  assert.is(all.said, '')
})

/** A value that has no terms, in any depth. */
const other = (): unknown =>
  pick([1, 'text', ['a'], { version: '1' }, { users: ['ann'] }, { a: { b: { c: 'd' } } }, [], {}])

test('each term of an object is read, and each object beside it is named', async () => {
  for (let run = 0; run < 200; run++) {
    const wanted = times(1 + upTo(5), () => unique('Plim'))
    const list = wanted.map((name) => ({ name, definition: 'x' }))
    const value = pick<[string, unknown]>([
      [pick(['terms', 'glossary', 'items', 'entries', 'nodes', unique('Words')]), list],
      [pick(['terms', 'glossary', 'entries']), Object.fromEntries(wanted.map((name) => [name, { definition: 'x' }]))],
      [unique('Data'), { [pick(['terms', 'items'])]: list }],
    ])
    const others = times(upTo(5), () => [unique(pick(['meta', 'info', 'owners', 'Key'])), other()] as const)
    const entries = [...others, value].sort(() => random() - 0.5)
    const file = Object.fromEntries(entries)
    const [format, text] = pick<[FileFormat, string]>([
      ['json', JSON.stringify(file)],
      ['yaml', dump(file)],
    ])
    const { names, said } = await read(format, text)
    const shown = `ALL_READ_SEED=${seed}, run ${run}\n${text}\n\n${said}`
    assert.equal(names, wanted, shown)
    for (const [key] of others) assert.ok(said.includes(`“${key}”`), `${key} of ${shown}`)
  }
})

test.run()
