import { gzipSync, zipSync } from 'fflate'
import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { generator } from './support/random.ts'
import { type Answer, glossary, type Person, type TestService } from './support/test-service.ts'
import { workbook } from './support/workbook.ts'

// IMPORT_SEED=n npm test -- import-damaged repeats a run; IMPORT_FILES=n makes it longer or shorter.
const seed = Number(process.env.IMPORT_SEED || 20_261_125)
const files = Number(process.env.IMPORT_FILES || 200)

const test = glossary('import, damaged files', { SERVICE_RATE_LIMIT: '0' })
const random = generator(seed)
const below = (end: number) => Math.floor(random() * end)
const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item

const csv = lines(
  'name,full_name,definition,category,aliases',
  'SLA,Service Level Agreement,"What we promise, in writing.",Sales,SL agreement',
  'RPO,Recovery Point Objective,"How much may be lost,',
  'in hours",Operations,',
  'Größe,,Maß „für“ etwas,,Groesse; Umfang',
  "'=1+1,=cmd|'/c calc'!A0,@SUM(A1:A9),-2,+3",
)
const terms = ['SLA', 'RPO', 'Größe'].map((name) => ({
  name,
  full_name: null,
  definition: `What ${name} means.`,
  category: 'Sales',
  aliases: [{ name: `${name} alias`, kind: 'alias' }],
}))
const contextive = lines(
  'contexts:',
  '  - name: Sales',
  '    terms:',
  '      - name: SLA',
  '        definition: &what What we promise.',
  '        aliases: [agreement]',
  '      - name: RPO',
  '        definition: *what',
)
const bomb = lines(
  'a: &a [x,x,x,x,x,x,x,x,x,x]',
  ...[...'bcdefghi'].map(
    (name, index) => `${name}: &${name} [${Array(10).fill(`*${String.fromCharCode(97 + index)}`)}]`,
  ),
)

const originals: [type: string, bytes: Uint8Array][] = [
  [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    workbook({
      Terms: {
        rows: [
          ['name', 'definition'],
          ['SLA', 'A promise.'],
          [null, { date: 45_000 }],
        ],
        merged: ['A2:A3'],
        hidden: [3],
      },
    }),
  ],
  ['text/markdown', Buffer.from('| name | definition |\n|---|---|\n| SLA | *A* [promise](x) |\n')],
  ['application/json', Buffer.from('{"SLA": "A promise.", "RPO": ["a", "b"]}')],
  ['text/csv', Buffer.from(csv)],
  ['text/csv', Buffer.from(csv, 'latin1')],
  ['text/csv', Buffer.from(`\ufeff${csv}`, 'utf16le')],
  ['text/csv', zipSync({ 'terms.csv': new Uint8Array(200_000) })],
  ['text/csv', gzipSync(new Uint8Array(200_000))],
  ['text/tab-separated-values', Buffer.from(csv.replaceAll(',', '\t'))],
  ['application/json', Buffer.from(JSON.stringify(terms))],
  ['application/json', Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)],
  ['application/yaml', Buffer.from(contextive)],
  ['application/yaml', Buffer.from(bomb)],
]

const places = (bytes: Uint8Array) => [below(bytes.length + 1), below(bytes.length + 1)].sort(order)
const order = (a: number, b: number) => a - b
const insert = (bytes: Uint8Array, text: string | Uint8Array) => {
  const place = below(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, place), Buffer.from(text), bytes.subarray(place)])
}

/** Ways to damage a file. */
const mutations: ((bytes: Uint8Array) => Uint8Array)[] = [
  (bytes) => bytes.subarray(0, below(bytes.length + 1)), // truncated
  (bytes) => {
    const [from = 0, to] = places(bytes)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  (bytes) => insert(bytes, bytes.subarray(...places(bytes))),
  (bytes) => bytes.map((byte) => (random() < 0.02 ? below(256) : byte)),
  (bytes) => Uint8Array.from(bytes, () => below(256)),
  (bytes) => Buffer.from(Buffer.from(bytes).toString('latin1')), // encoded twice
  (bytes) =>
    Buffer.from(bytes)
      .subarray(0, bytes.length & ~1)
      .swap16(),
  (bytes) => insert(bytes, pick(['"', '""', '"\n', "'", ',', '\n', '\r', '\t', ';', '{', '- '])),
  (bytes) => insert(bytes, pick(['\0', '\ud800', '\ufeff', '\u202e', '\u200b', '\x1b', '\ufffe'])),
  (bytes) => insert(bytes, pick(['=1+1', '@SUM(A1)', '+1', '-1', "'=1", '\t=1', "''=1"])),
  (bytes) => insert(bytes, pick(['x'.repeat(5000), ','.repeat(300), '\n'.repeat(1000)])),
]

const types = [...new Set(originals.map(([type]) => type))]

function damagedFile() {
  const [type, original] = pick(originals)
  let bytes = original
  for (let times = below(3); times >= 0; times--) bytes = pick(mutations)(bytes)
  return { type: random() < 0.1 ? pick(types) : type, bytes }
}

/** How much is stored. */
async function count({ sql }: TestService) {
  const [counts] = await sql<{ terms: number; entries: number; imports: number }[]>`
    select
      (select count(*)::integer from terms) as terms,
      (select count(*)::integer from term_history) as entries,
      (select count(*)::integer from imports) as imports`
  return counts ?? { terms: 0, entries: 0, imports: 0 }
}

/** What an answer says that the import has added to the glossary. */
function toAdded({ status, body }: Answer) {
  if (status !== 200 || body.dry_run) return { terms: 0, entries: 0, imports: 0 }
  const { created, updated } = body.totals
  return { terms: created, entries: created + updated, imports: 1 }
}

/** Imports a file, and checks that the answer is a clear one and that it says what was stored. */
async function check(service: TestService, as: Person) {
  const { type, bytes } = damagedFile()
  const on_error = pick(['stop', 'skip'])
  const dry_run = String(random() < 0.1)
  const before = await count(service)
  const answer = await importFile(service, as, bytes, { type, on_error, dry_run })
  const { status, body } = answer
  const file = Buffer.from(bytes).toString('base64').slice(0, 4000)
  const label = `IMPORT_SEED=${seed} ${type} ${on_error} ${status} ${JSON.stringify(body).slice(0, 500)} ${file}`
  assert.ok([200, 409, 413, 422].includes(status), label)
  assert.ok(status === 200 || body.detail.length > 10, label)
  const [after, added] = [await count(service), toAdded(answer)]
  assert.equal(
    after,
    {
      terms: before.terms + added.terms,
      entries: before.entries + added.entries,
      imports: before.imports + added.imports,
    },
    label,
  )
  return status
}

test('a damaged file is imported as its answer says, or not at all', async (service) => {
  const as = await service.person('editor')
  const statuses = new Map<number, number>()
  for (let file = 0; file < files; file++) {
    const status = await check(service, as)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  assert.ok(statuses.get(200), 'some files are still readable')
  assert.ok(statuses.get(422), 'some are not')
})

test.run()
