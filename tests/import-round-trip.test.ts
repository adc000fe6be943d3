import * as assert from 'uvu/assert'
import { contentFields } from '../lib/schemas/content.ts'
import { importFile } from './support/imports.ts'
import { generator } from './support/random.ts'
import { glossary, openTestService, type TestService } from './support/test-service.ts'

// What we write, we read back, whatever is in it. IMPORT_SEED=n npm test -- import-round-trip repeats a run.

const test = glossary('import, our own exports')
const seed = Number(process.env.IMPORT_SEED || 20_261_126)
const random = generator(seed)
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item

/** What texts are made of: signs that formats or people give a meaning. */
const pieces = [
  ...['QZA', 'Kettle', 'größe', '用語', '😀', 'a', '0012', '1e5', 'TRUE', 'null'],
  ...[',', ';', '|', ';;', '\\', '\\;', "'", '"', '“', '”', '*', '**', '_', '`', '~', '[', ']'],
  ...['(', ')'],
  ...['=', '+', '-', '@', ':', '#', '1. ', '- ', '/', '&', '<b>', ']]>', '_x000D_', ' ', ' '],
  ...[' OR '],
]
const whole = [
  ...['“QZA”', '**QZA**', '1. QZA', '2. LKB', 'QZA:', 'QZA (Quality Zone Audit)', 'QZC / QZD'],
  ...['1-Mar', '#N/A!', 'sep=;', 'Acronym', 'name'],
]
const text = (length: number) => Array.from({ length: 1 + Math.floor(random() * length) }, () => pick(pieces)).join('')
const named = (part: string, index: number) => `${part}${/[\p{L}\p{N}]/u.test(part) ? '' : 'x'} ${index}`
const definitions = [
  ...['Quality Zone Audit', 'A text,\nwith "lines"\r\nof all kinds;\r', "'=1+1", 'Two | bars'],
  ...['\ttab', '2025-01-02'],
]

/** What addresses of wikis, permalinks and searches have in them. */
const urlPieces = [
  ...['a', '%20', '%3B', ';', ',', '|', '?q=', '&b=', '#c', '(', ')', '[', ']', "'", '"', '+', '*'],
  ...['_', '~', '\\', '\\;', ':', '@', '=', '!', '$', '/', '//', '.', '用', 'ö', 'https://'],
]
const link = (entry: number) => ({
  url: `${pick(['http://intranet:8080', 'https://wiki.example.com'])}/${entry}${Array.from({ length: 6 }, () => pick(urlPieces)).join('')}`,
  label: random() < 0.5 ? named(text(6), entry) : null,
})

const terms = Array.from({ length: 80 }, (_, index) => {
  const name = index < whole.length ? (whole[index] ?? '') : named(text(5), index)
  return {
    name,
    full_name: random() < 0.5 ? named(text(6), index) : null,
    definition: random() < 0.3 ? pick(definitions) : named(text(30), index),
    category: random() < 0.5 ? named(text(3), Math.floor(index / 9)) : null,
    aliases: ['alias', 'misspelling', 'discouraged'].flatMap((kind, list) =>
      Array.from({ length: Math.floor(random() * 3) }, (_, entry) => ({
        name: named(text(5), index * 100 + entry * 10 + list),
        kind,
      })),
    ),
    links: Array.from({ length: Math.floor(random() * 4) }, (_, entry) => link(entry)),
    in_texts: pick(['auto', 'auto', 'exact', 'never']),
  }
})

const types = {
  json: 'application/json',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  contextive: 'application/yaml',
  context: 'text/markdown',
}
type Format = keyof typeof types

const content = (term: Record<string, unknown>) => JSON.stringify(contentFields.map((field) => term[field]))

async function readAll(service: TestService) {
  const as = await service.person('admin')
  const { body } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
  return (body as Record<string, unknown>[]).map(content).sort()
}

test('an export that is imported again changes nothing', async (service) => {
  const as = await service.person('admin')
  for (const term of terms) await service.term(as, term)
  for (const format of Object.keys(types) as Format[]) {
    const bytes = await download(service, format)
    const { body } = await importFile(service, as, bytes, { type: types[format], dry_run: 'true' })
    assert.equal(
      body.totals,
      { created: 0, updated: 0, unchanged: terms.length, skipped: 0, failed: 0 },
      `IMPORT_SEED=${seed} ${format} ${JSON.stringify(body).slice(0, 3000)}`,
    )
    assert.equal(body.source.guesses, [])
  }
})

async function download(service: TestService, format: Format) {
  const as = await service.person('admin')
  const url = `http://localhost:8000/api/v1/export?status=all&format=${format}`
  const headers = { authorization: `Bearer ${as.session}` }
  const response = await service.app(new Request(url, { headers }), '127.0.0.1')
  return new Uint8Array(await response.arrayBuffer())
}

const losslessFormats = ['json', 'csv', 'xlsx'] as const
let exported: ReturnType<typeof exportAll> | undefined

/** The files of another glossary, and what it has. */
async function exportAll() {
  const { service, close } = await openTestService({})
  const as = await service.person('admin')
  for (const term of terms) await service.term(as, term)
  const files = await Promise.all(losslessFormats.map(async (each) => [each, await download(service, each)] as const))
  const original = await readAll(service)
  await close()
  return { files: new Map<Format, Uint8Array>(files), original }
}

for (const format of losslessFormats) {
  test(`${format} is lossless in another glossary`, async (service) => {
    exported ??= exportAll()
    const { files, original } = await exported
    const as = await service.person('admin')
    const file = files.get(format) ?? ''
    const { status, body } = await importFile(service, as, file, { type: types[format] })
    assert.is(status, 200, `IMPORT_SEED=${seed} ${JSON.stringify(body).slice(0, 3000)}`)
    assert.equal(await readAll(service), original, `IMPORT_SEED=${seed}`)
  })
}

test.run()
