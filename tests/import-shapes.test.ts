import * as assert from 'uvu/assert'
import { importFile, lines } from './support/imports.ts'
import { leastMs, processorMs } from './support/processor-time.ts'
import { glossary, type TestService } from './support/test-service.ts'

const test = glossary('import, shapes of files')

type Options = Record<string, string>
type Term = Record<string, string | null>

/** The texts of the new terms, in words: name, full name, definition, category. */
async function read(service: TestService, body: string | Uint8Array, options: Options) {
  const as = await service.person('editor')
  const answer = await importFile(service, as, body, { dry_run: 'true', ...options })
  const terms = answer.body.rows?.map(({ changes }: { changes: Record<string, { to: string }> }) =>
    ['name', 'full_name', 'definition', 'category'].map((field) => changes[field]?.to).join('|'),
  )
  return { status: answer.status, body: answer.body, terms: terms?.join('\n') }
}

const encoded: [charset: string, name: string, bytes: number[]][] = [
  ['windows-1251', 'Щит', [0xd9, 0xe8, 0xf2]],
  ['koi8-r', 'Щит', [0xfd, 0xc9, 0xd4]],
  ['shift_jis', '用語', [0x97, 0x70, 0x8c, 0xea]],
  ['iso-8859-15', '€uro', [0xa4, 0x75, 0x72, 0x6f]],
  ['macintosh', 'Größe', [0x47, 0x72, 0x9a, 0xa7, 0x65]],
  ['windows-1252', '€uro', [0x80, 0x75, 0x72, 0x6f]],
  ['gb18030', '术语', [0xca, 0xf5, 0xd3, 0xef]],
  ['euc-kr', '용어', [0xbf, 0xeb, 0xbe, 0xee]],
  ['"UTF-8"', 'Größe', [...Buffer.from('Größe')]],
]

test('the charset of the content type is obeyed, and encoding= more', async (service) => {
  for (const [charset, name, bytes] of encoded) {
    const file = Buffer.concat([Buffer.from('name,definition\n'), Buffer.from(bytes), Buffer.from(',x\n')])
    const { terms } = await read(service, file, { type: `text/csv; charset=${charset}` })
    assert.is(terms, `${name}||x|`, charset)
    const encoding = charset.replaceAll('"', '')
    const chosen = await read(service, file, { type: 'text/csv; charset=koi8-r', encoding })
    assert.is(chosen.terms, `${name}||x|`, charset)
  }
  for (const type of ['text/csv; charset=nonsense', 'application/json; charset=koi8-r'])
    assert.is((await read(service, 'name\n', { type })).status, 415, type)
})

test('single bytes that are not UTF-8 make their rows fail', async (service) => {
  const text = Buffer.from(lines('name,definition', 'Größe,Maß', 'Kürze,xyz', 'Näh,“x”'))
  text[text.indexOf('xyz')] = 0xe9
  const { body } = await read(service, text, { type: 'text/csv' })
  assert.equal([body.source.encoding, body.totals.created, body.totals.failed], ['utf-8', 2, 1])
  assert.match(body.rows[0].errors[0].message, /no characters in this encoding/)
})

const table = lines(
  '# Words of the plant',
  '',
  '| Acronym | Meaning | Description |',
  '| :--- | :---: | --- |',
  '| **QZA** | [Quality Zone Audit](https://wiki.example.com/qza "page") | An *audit* of `a|b` zones \\| halls |',
  '|A\\|B|Either \\*or\\*|5 &lt; 6<br>next|',
  '| LKB | Large _Kettle_ Bell | ~~Rings~~ at <https://bell.example.com> |',
  '',
  '| Other | Table |',
  '|---|---|',
  '| a | b |',
)

test('the first table of a Markdown text is read as Markdown reads it', async (service) => {
  const expected = ['A|B|Either *or*|5 < 6\nnext|', 'LKB|Large Kettle Bell|Rings at https://bell.example.com|']
  for (const type of ['text/markdown', 'text/csv', 'text/plain']) {
    const { body, terms } = await read(service, table.replace('`a|b`', 'two'), { type })
    const first = 'QZA|Quality Zone Audit|An audit of two zones | halls|'
    assert.is(terms, [first, ...expected].join('\n'), JSON.stringify(body))
    assert.equal([body.source.delimiter, body.source.skipped_lines], [null, 2])
    assert.is(body.rows[0].row, 5)
  }
  const { body } = await read(service, table, { type: 'text/markdown' })
  assert.equal([body.totals.created, body.totals.failed], [2, 1])
  const bare = lines('Acronym | Meaning', '--|--', 'QZA | Quality Zone Audit')
  assert.is((await read(service, bare, { type: 'text/csv' })).body.totals.created, 1)
  assert.is((await read(service, 'no table', { type: 'text/markdown' })).status, 422)
})

test('a table in a block of code is never read, and a heading ends a table', async (service) => {
  const rows = (name: string) => ['| Term | Meaning |', '|--|--|', `| ${name} | Quality Zone Audit |`]
  for (const fence of ['```', '~~~~']) {
    const code = [`${fence}md`, ...rows('LKB'), fence]
    for (const [file, name] of [
      [[...code, '', ...rows('QZA')], 'QZA'],
      [[...rows('QZA'), ...code], 'QZA'],
      [['**QZA**: An audit.', '', ...code], 'QZA'],
      [[...rows('QZA'), '## More', 'text | text'], 'QZA'],
      [[...rows('QZA'), '- an item'], 'QZA'],
    ] as const) {
      const { body } = await read(service, lines(...file), { type: 'text/markdown' })
      assert.equal([body.totals?.created, body.rows[0].name], [1, name], file.join('\n'))
    }
    const alone = await read(service, lines('A list:', ...code, 'The end.'), { type: 'text/markdown' })
    assert.is(alone.status, 422)
  }
})

const qza = { name: 'QZA', full_name: 'Quality Zone Audit', definition: 'An audit.' }
const shapes: [value: unknown, terms: string][] = [
  [[qza], 'QZA|Quality Zone Audit|An audit.|'],
  [{ items: [qza], total: 1, offset: 0, limit: 50 }, 'QZA|Quality Zone Audit|An audit.|'],
  [{ terms: [qza] }, 'QZA|Quality Zone Audit|An audit.|'],
  [[{ ...qza, tags: ['Plant', 'Lab'] }], 'QZA|Quality Zone Audit|An audit.|Plant, Lab'],
  [{ version: 2, glossary: { entries: [qza] } }, 'QZA|Quality Zone Audit|An audit.|'],
  [{ QZA: 'An audit.', LKB: 'A bell.' }, 'QZA||An audit.|\nLKB||A bell.|'],
  [{ QZA: 'Quality Zone Audit' }, 'QZA|Quality Zone Audit|Quality Zone Audit|'],
  [
    { QZA: ['Quality Zone Audit', 'Quick Zinc Alloy'] },
    'QZA|Quality Zone Audit|Quality Zone Audit|\nQZA|Quick Zinc Alloy|Quick Zinc Alloy|',
  ],
  [{ QZA: { definition: 'An audit.', team: 'Plant' } }, 'QZA||An audit.|Plant'],
  [{ acronyms: { QZA: 'An audit.', LKB: 'A bell.' } }, 'QZA||An audit.|\nLKB||A bell.|'],
  [{ contexts: [{ name: 'Plant', terms: [{ name: 'QZA', definition: 'x' }] }] }, 'QZA||x|Plant'],
]

test('JSON and YAML can have lists, objects of names and texts, and these in an object', async (service) => {
  const { dump } = await import('js-yaml')
  for (const [value, terms] of shapes) {
    const json = JSON.stringify(value)
    for (const type of ['application/json', 'text/plain', 'text/csv'])
      assert.is((await read(service, json, { type })).terms, terms, `${type} ${json}`)
    for (const type of ['application/yaml', 'text/yaml', 'application/x-yaml', 'text/x-yaml'])
      assert.is((await read(service, dump(value), { type })).terms, terms, `${type} ${json}`)
  }
  for (const text of ['7', '"x"', '[7]', '[[[[]]]]', 'null', '{}'])
    assert.is((await read(service, text, { type: 'application/json' })).status, 422, text)
})

const contextive = lines('# ours', 'contexts:', '- name: Plant', '  terms:', '  - name: QZA', '    definition: x')

test('CSV and YAML come with the content types that browsers and tools give them', async (service) => {
  const csv = lines('name,definition', 'QZA,x')
  for (const type of ['application/vnd.ms-excel', 'text/plain', 'text/csv; header=present'])
    assert.is((await read(service, csv, { type })).terms, 'QZA||x|', type)
  assert.is((await read(service, contextive, { type: 'text/plain' })).terms, 'QZA||x|Plant')
  for (const type of ['application/pdf', 'image/png', ''])
    assert.is((await read(service, csv, { type })).status, 415, type)
})

test('a form can have the file', async (service) => {
  const as = await service.person('editor')
  const send = (name: string, type: string, content: string) => {
    const part = `Content-Disposition: form-data; name="upload"; filename="${name}"\r\nContent-Type: ${type}`
    const body = `--b\r\n${part}\r\n\r\n${content}\r\n--b--\r\n`
    return importFile(service, as, Buffer.from(body, 'latin1'), { type: 'multipart/form-data; boundary=b' })
  }
  const csv = await send('list.csv', 'text/csv; charset=iso-8859-1', 'name;definition\nGr\xf6\xdfe;x\n')
  assert.equal([csv.status, csv.body.rows[0].name], [200, 'Größe'], JSON.stringify(csv.body))
  const json = await send('list.json', 'application/octet-stream', '[{"name":"A","definition":"x"}]')
  assert.is(json.body.totals.created, 1)
  const { body: imports } = await service.request('GET', '/api/v1/imports', { as })
  assert.equal(
    imports.map(({ file_name, format }: Term) => [file_name, format]),
    [
      ['list.json', 'json'],
      ['list.csv', 'csv'],
    ],
  )
  const odd = await send(`\0${'a'.repeat(300)}\t.csv`, 'text/csv', 'name,definition\nODD,x\n')
  assert.is(odd.status, 200, JSON.stringify(odd.body))
  const [latest] = (await service.request('GET', '/api/v1/imports', { as })).body
  assert.is(latest.file_name, `${'a'.repeat(196)}.csv`)
  const empty = await importFile(service, as, '--b--\r\n', { type: 'multipart/form-data; boundary=b' })
  assert.is(empty.status, 422, JSON.stringify(empty.body))
  const broken = await importFile(service, as, 'x', { type: 'multipart/form-data' })
  assert.is(broken.status, 400)
})

test('rows with long stretches of spaces take no longer than others', async (service) => {
  const rows = Array.from({ length: 500 }, (_, row) => `T${row},a${' '.repeat(3998)}b`)
  const ms = await leastMs(3000, () =>
    processorMs(async () => {
      const { status } = await read(service, lines('name,definition', ...rows), {})
      assert.is(status, 200)
    }),
  )
  assert.ok(ms < 3000, `${ms} ms`)
})

test('a line of backslashes, brackets or spaces takes no longer than others', async (service) => {
  const entry = lines('**Kettle**: A vessel.', '')
  for (const odd of ['**\\', '**a** (', '**a** ((b)', '_Avoid_: (', '_Avoid_: a ', '#'.repeat(6), '`', '| -'].map(
    (sign) => sign.padEnd(15_000, sign.slice(-1)),
  )) {
    const ms = await leastMs(1000, () =>
      processorMs(async () => {
        const { status, body } = await read(service, lines(entry, odd, '', entry.replace('Kettle', 'Bell')), {
          type: 'text/markdown',
        })
        assert.equal([status, body.rows[0].name], [200, 'Kettle'], odd.slice(0, 20))
      }),
    )
    assert.ok(ms < 1000, `${odd.slice(0, 20)}: ${ms} ms`)
  }
})

test.run()
