import { parse } from 'csv-parse/sync'
import * as assert from 'uvu/assert'
import { bearer, embedKey, wiki } from './support/credentials.ts'
import { importFile, lines } from './support/imports.ts'
import { call, mcpToken } from './support/mcp-client.ts'
import { glossary } from './support/test-service.ts'
import { workbook } from './support/workbook.ts'

const test = glossary('links', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const handbook = { url: 'https://wiki.example.com/sla?a=1&b=2', label: 'Handbook' }
const message = { url: 'https://example.slack.com/archives/C1/p1', label: null }

test('a plain string is a URL without a label', async (service) => {
  const as = await service.person()
  const term = await service.term(as, { name: 'SLA', links: [message.url, handbook] })
  assert.equal(term.links, [message, handbook])
})

test('links that are none, with credentials, twice or too many are refused', async ({ request, person }) => {
  const as = await person()
  const six = Array.from({ length: 6 }, (_, n) => `https://example.com/${n}`)
  const label = 'x'.repeat(81)
  for (const links of [
    ...[['ftp://example.com'], ['javascript:alert(1)'], ['example.com'], [''], ['https://']],
    ...[['https://ann@example.com'], ['https://ann:secret@example.com'], ['https://:s@example.com']],
    ...[['https://example.com/a b'], [`https://example.com/${'x'.repeat(2000)}`], six],
    ...[[message.url, message.url], [{ ...message, label }], [{ ...message, label: '' }], [{}], [7]],
  ]) {
    const body = { name: 'SLA', definition: 'A promise.', links }
    const { status, body: problem } = await request('POST', '/api/v1/terms', { as, body })
    assert.is(status, 422, JSON.stringify(links))
    assert.match(problem.errors[0].path, /^links/)
  }
})

test('a refused link or alias says what is wrong with it, as a text and as an object', async ({ request, person }) => {
  const as = await person()
  const noUrl = 'must be an http or https URL without a user name, a password or spaces'
  const cases: [fields: object, message: string][] = [
    [{ links: ['the handbook'] }, noUrl],
    [{ links: [{ url: 'ftp://example.com' }] }, noUrl],
    [{ links: [{ url: '' }] }, 'must be 1 to 2000 characters long'],
    [{ links: [7] }, 'must be text or an object'],
    [{ aliases: ['x'.repeat(121)] }, 'must be 1 to 120 characters long'],
    [{ aliases: ['!'] }, 'must have a letter or a digit'],
  ]
  for (const [fields, message] of cases) {
    const body = { name: 'SLA', definition: 'A promise.', ...fields }
    const { body: problem } = await request('POST', '/api/v1/terms', { as, body })
    assert.is(problem.errors[0].message, message, JSON.stringify(fields))
  }
})

test('a link is what browsers read, and no sign in it changes its direction', async (service) => {
  const as = await service.person()
  const odd = [
    'https://a.example\\@b.example/',
    'https:\\\\c.example\\x',
    'https://bücher.example/ä',
    'https://d.example/ä?x=é',
  ]
  const { links } = await service.term(as, { name: 'SLA', links: odd.filter((url) => url.startsWith('https://')) })
  assert.equal(
    links.map(({ url }: { url: string }) => url),
    ['https://a.example/@b.example/', 'https://xn--bcher-kva.example/%C3%A4', 'https://d.example/ä?x=é'],
  )
  for (const sign of ['\u202e', '\u2066', '\u200f', '\u061c']) {
    const body = { name: 'OLA', definition: 'x', links: [`https://e.example/${sign}fdp.exe`] }
    assert.is((await service.request('POST', '/api/v1/terms', { as, body })).status, 422, JSON.stringify(sign))
  }
})

test('a merge joins the links of both terms, up to five', async (service) => {
  const { request } = service
  const as = await service.person('editor')
  const url = (n: number) => `https://example.com/${n}`
  const other = await service.term(as, { name: 'SLO', links: [1, 9, 5, 6, 7].map(url) })
  const into = await service.term(as, { name: 'SLA', links: [1, 2, 3].map(url) })
  const body = { into: into.id, version: 1, into_version: 1 }
  const { body: merged } = await request('POST', `/api/v1/terms/${other.id}/merge`, { as, body })
  const urls = merged.links.map((each: { url: string }) => each.url)
  assert.equal(urls, [1, 2, 3, 9, 5].map(url))
  const { body: history } = await request('GET', `/api/v1/terms/${into.id}/history`, { as })
  assert.equal(history[0].changes.links, { from: into.links, to: merged.links })
})

test('surfaces call a link by its label, its host, or a message of Slack', async (service) => {
  const as = await service.person()
  const links = [handbook, message, { url: 'https://intranet:8080/x', label: null }]
  const { id } = await service.term(as, { name: 'SLA', links })
  const { text } = await service.request('GET', '/api/v1/export?format=markdown&status=all', { as })
  const names =
    '[Handbook](<https://wiki.example.com/sla?a=1&b=2>), [Slack message](<https://example.slack.com/archives/C1/p1>), [intranet:8080](<https://intranet:8080/x>)'
  assert.ok(text.includes(`From: ${names}`), text)
  const page = await service.request('GET', `/terms/${id}`, { as })
  const shown = [...page.text.matchAll(/<a href="([^"]+)" rel="noopener noreferrer nofollow"[^>]*>([^<]+)/g)]
  assert.equal(
    shown.map(([, url, name]) => [url?.replaceAll('&amp;', '&'), name]),
    [
      [handbook.url, 'Handbook'],
      [message.url, 'Slack message'],
      ['https://intranet:8080/x', 'intranet:8080'],
    ],
  )
  const skos = await service.request('GET', '/api/v1/export?format=skos&status=all', { as })
  const [concept] = skos.body['@graph'].filter((each: { type: string }) => each.type === 'Concept')
  assert.equal(
    concept.source,
    links.map(({ url }) => url),
  )
  const { structuredContent } = await call(service, 'get_term', { name: 'SLA' })
  assert.equal((structuredContent as { links: unknown }).links, links)
})

test('an embed gets the first link', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'SLA', links: [handbook, message] })
  const { key } = await embedKey(service, await service.person('admin'))
  const headers = { ...bearer(key), origin: wiki }
  const body = { text: 'the SLA' }
  const { body: found } = await service.request('POST', '/api/v1/explain', { headers, body })
  assert.equal(found.terms[0].links, [handbook])
})

test('an import reads the columns that people have for links, and leaves out text that is no URL', async (service) => {
  const as = await service.person('editor')
  for (const [header, cell, urls] of [
    ['Link', 'https://wiki/a;b', ['https://wiki/a;b']],
    ['URL', 'https://wiki/a, https://wiki/b', ['https://wiki/a', 'https://wiki/b']],
    ['Source', 'see Ann', []],
    ['Reference', 'The handbook (2019): https://wiki/a, page 3', ['https://wiki/a']],
    ['More info', '[the wiki](https://wiki/Page_(x))', ['https://wiki/Page_(x)']],
  ] as const) {
    const csv = lines(`Term,Definition,${header}`, `"SLA ${header}",A promise.,"${cell}"`)
    const { body } = await importFile(service, as, csv)
    assert.is(body.totals.created, 1, header)
    const { body: term } = await service.request('GET', `/api/v1/terms/${body.rows[0].term_id}`, { as })
    assert.equal(
      term.links.map((each: { url: string }) => each.url),
      urls,
      header,
    )
    const says = body.source.guesses.some((guess: string) => /no URL is left out/.test(guess))
    assert.is(says, header === 'Source' || header === 'Reference', header)
  }
})

test('tables in Markdown, and our own Markdown, bring their links', async (service) => {
  const as = await service.person('editor')
  const type = 'text/markdown'
  const table = lines(
    '| Term | Definition | Link |',
    '|---|---|---|',
    '| [SLA](/sla) | A promise. | [The *book*](https://wiki/a_b;c "Home"), <https://wiki/b> |',
  )
  const { body } = await importFile(service, as, table, { type })
  const path = `/api/v1/terms/${body.rows[0].term_id}`
  const { body: term } = await service.request('GET', path, { as })
  const links = [
    { url: 'https://wiki/a_b;c', label: 'The book' },
    { url: 'https://wiki/b', label: null },
  ]
  assert.equal([term.name, term.links], ['SLA', links])
  const rest = { category: 'Ops', aliases: ['aim', { name: 'hope', kind: 'discouraged' }] }
  const other = await service.term(as, { name: 'SLO', links: [handbook, message], ...rest })
  await service.request('PUT', `/api/v1/terms/${term.id}/relations/replaced_by/${other.id}`, { as })
  const own = await service.request('GET', '/api/v1/export?format=markdown&status=all', { as })
  const again = await importFile(service, as, own.text, { type, dry_run: 'true' })
  assert.equal(again.body.totals.unchanged, 2, JSON.stringify(again.body.rows))
  assert.equal(again.body.columns.used.links, 'links')
})

test('tables of wikis and web pages bring the address of their links, in a column of links', async (service) => {
  const as = await service.person('editor')
  const url = 'https://wiki/a?b=1&c'
  for (const [index, rows] of [
    ['||Term||Definition||Link||', `|[N0|https://wiki/n]|[A promise|Page One].|[The book|${url}]|`],
    [
      '{|',
      '! Term !! Definition !! Link',
      '|-',
      `| [https://wiki/n N1] || [[Page One|A promise]]. || [${url} The book]`,
      '|}',
    ],
    [
      '<table><tr><th>Term</th><th>Definition</th><th>Link</th></tr>',
      `<tr><td><a href="https://wiki/n">N2</a></td><td>A <a href="/one">promise</a>.</td><td><p><a class="x" href="${url.replace('&', '&amp;')}">The <b>book</b></a></p></td></tr></table>`,
    ],
  ].entries()) {
    const { body } = await importFile(service, as, lines(...rows), { type: 'text/markdown' })
    assert.is(body.totals?.created, 1, JSON.stringify(body))
    const path = `/api/v1/terms/${body.rows[0].term_id}`
    const { name, definition, links } = (await service.request('GET', path, { as })).body
    const expected = [`N${index}`, 'A promise.', [{ url, label: 'The book' }]]
    assert.equal([name, definition, links], expected)
  }
})

test('a link of a web page that never ends is read in time, and brings no address', async (service) => {
  const as = await service.person('editor')
  const table = [
    '<table><tr><th>Term</th><th>Definition</th><th>Link</th></tr>',
    `<tr><td>SLA</td><td>A promise.</td><td><a ${' href="https:x"'.repeat(60_000)}</td></tr></table>`,
  ]
  const { status, body } = await importFile(service, as, lines(...table), { type: 'text/markdown' })
  assert.equal([status, body.totals?.created], [200, 1], JSON.stringify(body))
  const path = `/api/v1/terms/${body.rows[0].term_id}`
  assert.equal((await service.request('GET', path, { as })).body.links, [])
})

test('cells of Excel bring the address of their link, in a column of links', async (service) => {
  const as = await service.person('editor')
  const file = workbook({
    Terms: {
      rows: [
        ['Our words', null, null],
        ['Term', 'Definition', 'Link'],
        ['SLA', 'A promise.', 'The book'],
        ['SLO', 'A goal.', 'https://wiki/b'],
        ['KPI', 'A number.', 'see Ann'],
      ],
      links: { A3: 'https://wiki/t', C3: 'https://wiki/a?b=1&c;d', C4: 'https://wiki/other' },
    },
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const { body } = await importFile(service, as, file, { type })
  assert.is(body.totals.created, 3, JSON.stringify(body))
  const { body: terms } = await service.request('GET', '/api/v1/export?format=json&status=all', { as })
  assert.equal(
    terms.map(({ name, links }: { name: string; links: unknown }) => [name, links]),
    [
      ['KPI', []],
      ['SLA', [{ url: 'https://wiki/a?b=1&c;d', label: 'The book' }]],
      ['SLO', [{ url: 'https://wiki/b', label: null }]],
    ],
  )
})

test('a format that defines its fields has links under no other name', async (service) => {
  const as = await service.person('editor')
  const file = JSON.stringify([{ name: 'SLA', definition: 'A promise.', source: 'user' }])
  const { body } = await importFile(service, as, file, { type: 'application/json' })
  assert.equal([body.totals.created, body.columns.ignored], [1, ['source']])
})

test('a cell of CSV has links with what separates them', async (service) => {
  const as = await service.person()
  const links = [{ url: 'https://wiki/a;b', label: 'A; <b> c' }, message]
  await service.term(as, { name: 'SLA', links })
  const { text } = await service.request('GET', '/api/v1/export?format=csv&status=all', { as })
  const [row] = parse(text, { columns: true, record_delimiter: '\r\n' }) as { links: string }[]
  assert.is(row?.links, `A\\; <b> c <https://wiki/a\\;b>;${message.url}`)
})

test.run()
