import { strToU8, unzipSync, zipSync } from 'fflate'
import * as assert from 'uvu/assert'
import { importFile } from './support/imports.ts'
import { leastMs, processorMs } from './support/processor-time.ts'
import { glossary, type TestService } from './support/test-service.ts'
import { workbook } from './support/workbook.ts'

const test = glossary('import, workbooks')
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function read(service: TestService, body: string | Uint8Array, options: Record<string, string> = {}) {
  const as = await service.person('editor')
  const answer = await importFile(service, as, body, { type, dry_run: 'true', ...options })
  const terms = answer.body.rows?.map(({ changes }: { changes: Record<string, { to: string }> }) =>
    ['name', 'full_name', 'definition', 'category'].map((field) => changes[field]?.to).join('|'),
  )
  return { status: answer.status, body: answer.body, terms: terms?.join('\n') }
}

const plant = workbook({
  'About & more': { rows: [['Read me']], state: 'hidden' },
  Terms: {
    rows: [
      ['Words of the plant'],
      [],
      ['Team', 'Acronym', 'Meaning', 'Description'],
      ['Quality', 'QZA', 'Quality Zone Audit', { date: 45000 }],
      [null, 'LKB', 'Large Kettle Bell', 0.1 + 0.2],
      [null, 404, 'Not found', true],
      ['Sales', 'PTO', 'Paid Time Off', { time: 0.5 }],
    ],
    merged: ['A4:A6', 'A1:D1'],
    hidden: [5],
  },
  Old: {
    rows: [
      ['name', 'definition'],
      ['OLD', 'Text <of> "old"'],
    ],
  },
})

test('the first visible sheet is read: merged cells, dates, numbers and hidden rows', async (service) => {
  for (const kind of [type, 'application/vnd.ms-excel', 'text/csv']) {
    const { terms, body } = await read(service, plant, { type: kind })
    assert.is(
      terms,
      [
        'QZA|Quality Zone Audit|2023-03-15|Quality',
        'LKB|Large Kettle Bell|0.3|Quality',
        '404|Not found|TRUE|Quality',
        'PTO|Paid Time Off|12:00:00|Sales',
      ].join('\n'),
      JSON.stringify(body),
    )
    assert.equal([body.source.skipped_lines, body.rows[0].row], [2, 4])
    assert.match(body.source.guesses.join(), /1 hidden row is read.*Not read.*hidden.*“[^”]+”/)
  }
})

test('sheet= names one', async (service) => {
  assert.is((await read(service, plant, { sheet: 'Old' })).terms, 'OLD||Text <of> "old"|')
  const { status, body } = await read(service, plant, { sheet: 'New' })
  assert.is(status, 422)
  assert.match(body.detail, /Its sheets are: Terms, Old/)
})

test('errors of formulas, and names that became dates or times, fail', async (service) => {
  const { body } = await read(
    service,
    workbook({
      A: {
        rows: [
          ['name', 'definition'],
          [{ error: '#N/A' }, 'x'],
          ['QZA', { error: '#REF!' }],
          [{ time: 0.04237268518 }, 'x'],
          [{ date: 45000 }, 'x'],
        ],
      },
    }),
  )
  assert.is(body.totals.failed, 4, JSON.stringify(body))
})

test('what is no workbook is 422', async (service) => {
  const files: (string | Uint8Array)[] = [
    'name,definition',
    zipSync({ 'notes.txt': strToU8('x') }),
    zipSync({ 'xl/workbook.xml': strToU8('<workbook><sheets/></workbook>') }),
    plant.subarray(0, plant.length / 2),
    workbook({ A: { rows: [] } }),
    zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(49 * 1024 ** 2) }, { level: 1 }),
    workbook({ A: { rows: Array.from({ length: 100_001 }, () => []) } }),
    workbook({ A: { rows: [['name'], ['x'.repeat(2_000_000)]] } }),
  ]
  for (const [index, file] of files.entries()) {
    const { status, body } = await read(service, file)
    assert.is(status, 422, `${index} ${JSON.stringify(body)}`)
  }
})

/** A workbook whose only sheet is this text. */
const withSheet = (sheet: Uint8Array) => {
  const { 'xl/worksheets/sheet1.xml': _, ...others } = unzipSync(
    workbook({ Terms: { rows: [['name', 'definition']] } }),
  )
  return zipSync({ ...others, 'xl/worksheets/sheet1.xml': sheet })
}

test('a long section that is no tag is refused wherever it stands, and a short one is read', async (service) => {
  const files = unzipSync(
    workbook({
      Terms: {
        rows: [
          ['name', 'definition'],
          ['SLA', 'A promise.'],
        ],
      },
    }),
  )
  const sheet = 'xl/worksheets/sheet1.xml'
  const inside = (path: string, from: string, section: string) => {
    const xml = new TextDecoder().decode(files[path])
    assert.ok(xml.includes(from))
    return zipSync({ ...files, [path]: new TextEncoder().encode(xml.replace(from, `${section}${from}`)) })
  }
  const long = `${'x'.repeat(500_000)}<b>`.repeat(3)
  const sections = (content: string) => [`<![CDATA[${content}]]>`, `<!--${content}-->`, `<?x ${content}?>`]
  for (const section of [
    ...sections(long),
    '<![CDATA[ --> ]> ?>'.padEnd(1_100_000, '<'),
    `<x y="${'z'.repeat(1_100_000)}"/>`,
  ])
    for (const [path, from] of [
      [sheet, 'A promise.'],
      ['xl/styles.xml', '<cellXfs>'],
      ['xl/workbook.xml', '<sheets>'],
    ] as const) {
      const { status, body } = await read(service, inside(path, from, section))
      assert.equal(
        [status, body.detail],
        [422, 'The file is too complex to be read.'],
        `${path} ${section.slice(0, 9)}`,
      )
    }
  for (const section of sections('We keep <b>it</b>: '))
    assert.is((await read(service, inside(sheet, 'A promise.', section))).status, 200, section)
})

test('a small workbook that is large once it is unpacked is refused at once', async (service) => {
  const tags = withSheet(new Uint8Array(40_000_000).fill('<'.charCodeAt(0)))
  assert.ok(tags.length < 64 * 1024)
  // It says that it has ten bytes: the size in the directory and in the header of the file.
  const lying = withSheet(new Uint8Array(60_000_000))
  const view = new DataView(lying.buffer, lying.byteOffset, lying.byteLength)
  for (let at = 0; at < lying.length - 4; at++)
    if (view.getUint32(at, true) === 60_000_000) view.setUint32(at, 10, true)
  for (const file of [tags, lying]) {
    let status = 0
    const taken = await leastMs(5000, () =>
      processorMs(async () => {
        status = (await read(service, file)).status
      }),
    )
    assert.is(status, 422)
    assert.ok(taken < 5000, `${taken} ms`)
  }
})

test.run()
