import * as assert from 'uvu/assert'
import { findUncolouredViolations, findViolations, hasHorizontalScroll, pages, widths } from './support/browser.ts'
import { embedKey, wiki } from './support/credentials.ts'
import { webhook } from './support/receiver.ts'
import { smallGlossary } from './support/small-glossary.ts'
import { renderStyles, stylesPath } from './support/styles-page.tsx'
import { setStatus } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'
import { findFlaws, findFlawsOf, hostile, isInterpreted, openDetails } from './support/usability.ts'
import { weeklySample } from './support/weekly-sample.ts'

const test = pages('qualities of every page')
const { scripted } = test

/** Gives a text for a place that takes so many characters; the letter tells the places apart. */
type TextOf = (length: number, letter: string) => string
const longest: TextOf = (length, letter) => letter.repeat(length)

/** A term with a text in each field, without a space to break the longest. */
async function termOf(service: TestService, as: Person, textOf: TextOf) {
  const { id } = await service.term(as, {
    name: textOf(120, 'N'),
    full_name: textOf(300, 'F'),
    category: textOf(80, 'C'),
    definition: `https://example.com/${textOf(3900, 'd')}`,
    aliases: [
      { name: `A${textOf(119, 'A')}`, kind: 'alias' },
      { name: `B${textOf(119, 'B')}`, kind: 'discouraged' },
    ],
  })
  await setStatus(service, id, 'community', 3)
  return id
}

/** Puts texts of people into everything that pages show. Returns an admin and the paths of the pages that show them. */
async function fillAll(service: TestService, textOf: TextOf) {
  const { person, request, sql, term } = service
  const [as, other] = [await person('admin'), await person()]
  await sql`update users set display_name = ${textOf(300, 'W')}`
  await sql`
    insert into users (email, display_name, is_active)
    values (${`${'w'.repeat(300)}@example.com`}, ${textOf(300, 'E')}, false)`
  const id = await termOf(service, as, textOf)
  const name = textOf(120, 'N')
  await term(other, { name, full_name: textOf(300, 'G'), category: textOf(80, 'C') })
  const post = async (path: string, sent: object, from = other) => {
    const { status, body } = await request('POST', path, { as: from, body: sent })
    assert.ok(status < 300, `${path}: ${status}`)
    return body
  }
  const change = { version: 1, note: textOf(300, 'Q') }
  await request('PUT', `/api/v1/terms/${id}`, { as, body: { ...change, definition: textOf(500, 'O') } })
  await post(`/api/v1/terms/${id}/dispute`, { reason: textOf(500, 'R') })
  const definition = textOf(4000, 'P')
  const proposal = await post(`/api/v1/terms/${id}/proposals`, { ...change, version: 2, definition })
  await post('/api/v1/tokens', { name: textOf(100, 'T'), scopes: ['read'] }, as)
  await embedKey(service, as, [wiki, `https://${'long-name.'.repeat(20)}example.com`])
  await sql`update embed_keys set name = ${textOf(100, 'K')}`
  await webhook(service, as, `https://8.8.8.8/${'h'.repeat(300)}`)
  await sql`
    insert into agents (user_id, client_id, name, expires_at)
    values (${as.id}, ${`https://${'c'.repeat(200)}.example.com/c.json`}, ${textOf(80, 'A')}, now() + interval '1 day')`
  const texts = sql.json({ [textOf(20, 'X')]: definition, name, list: [name, { x: name }] })
  await sql`
    insert into audit_events (action, target_type, target_id, payload)
    values ('term.deleted', 'term', ${id}, ${texts})`
  await sql`
    insert into job_runs (job_type, trigger, status, completed_at, error, progress) values
      ('discovery', 'manual', 'failed', now(), ${textOf(400, 'J')}, ${sql.json({ channels: name })}),
      ('staleness', 'manual', 'running', null, null, '{}')`
  await sql`
    insert into outbox_messages (kind, payload, attempts, failed_at, error)
    values ('slack.answer', '{}', 1, now(), ${textOf(400, 'M')})`
  await sql`
    insert into wanted_names (name_key, name, is_public, last_asked_on)
    values ('wanted', ${textOf(60, 'V')}, true, current_date)`
  await sql`
    insert into terms (name, definition, status, source)
    values (${textOf(120, 'S')}, '', 'suggested', 'discovery')`
  await service.ctx.background.settle()
  const [word, category] = [name, textOf(80, 'C')].map(encodeURIComponent)
  const shown = [
    ...['/', `/?q=${word}`, `/?q=zzz${word}`, '/browse', `/browse?category=${category}`, '/terms'],
    ...[`/terms/${id}`, `/terms/${id}/edit`, `/terms/${id}/history`, `/terms/${id}/merge`],
    ...[`/terms/${id}/revert?to_version=1`, `/proposals/${proposal.id}`, `/t/${word}`],
    ...[`/terms/new?name=${word}`, '/review', '/inbox', '/mine', '/news', '/tokens'],
    ...['/admin/users', '/admin/jobs', '/admin/audit', `/admin/audit?target_id=${id}&actor_id=${as.id}`],
    ...['/admin/messages?state=failed', '/admin/embed', '/admin/agents'],
  ]
  return { as, shown }
}

/** Pages that show texts of their own only. */
const others = [
  ...[`/t/${'U'.repeat(120)}`, `/?q=${'word+'.repeat(7)}`],
  ...['/browse?category=none', '/explain', '/dismissed', '/wanted', '/import', '/export', '/help'],
  ...['/help/contract.md', '/help/mcp.md', '/help/security.md', '/admin', '/admin/webhooks'],
  ...['/admin/users?q=zzz', '/admin/messages?state=delivered', '/admin/audit?action=auth.login'],
]

test('pages are accessible, and no wider than 320 px, with the longest texts', async (service) => {
  const { as, shown } = await fillAll(service, longest)
  const page = await service.open('/', { as, refusals: [404] })
  await page.route(`**${stylesPath}`, (route) => route.fulfill(renderStyles()))
  const found: string[] = []
  // Contrast takes half of the time. The page of styles has all colours; a fifth of the others is looked at, and of the
  // long documents none.
  const coloured = new Set(weeklySample([...shown, ...others].filter((path) => !/^\/help\/(contract|mcp)/.test(path))))
  const look = async (path: string) => {
    await page.setViewportSize({ width: widths.wide, height: 844 })
    if (await hasHorizontalScroll(page)) found.push(`${path} is wider than ${widths.wide}`)
    await page.setViewportSize({ width: 320, height: 844 })
    if (await hasHorizontalScroll(page)) found.push(`${path} is wider`)
    // pages-term-qualities.test.ts looks at the pages of a term.
    if (/^\/(terms|proposals)\//.test(path)) return
    const find = path === stylesPath ? findFlawsOf : coloured.has(path) ? findViolations : findUncolouredViolations
    found.push(...(await find(page)).map((flaw) => `${path} ${flaw}`))
  }
  for (const path of [...shown, ...others, stylesPath]) {
    await page.goto(path)
    await openDetails(page)
    await look(path)
  }
  await page.goto('/explain')
  await page.getByRole('textbox', { name: 'Text' }).fill(`${'N'.repeat(120)} ${'U'.repeat(300)}`)
  await page.keyboard.press('Control+Enter')
  await page.locator('.marked-text a').click()
  await look('POST /explain')
  assert.equal(found, [])
})

test('answers, corrections and filters of a small glossary are accessible', async (service) => {
  const as = await smallGlossary(service)
  const answers = ['/?q=SLA', '/?q=level', '/?q=SLX', '/?q=objectve', '/t/SLA', '/t/CI/CD']
  const empty = '/?q=SLA&status=pending&category=none'
  assert.equal(await findFlaws(service, as, [...answers, empty], [404]), [])
})

test('pages without content are accessible', async (service) => {
  const as = await service.person('admin')
  const empty = ['/', '/browse', '/review', '/inbox', '/mine', '/tokens', '/admin', '/admin/jobs']
  assert.equal(await findFlaws(service, as, [...empty, '/admin/embed', '/admin/agents']), [])
})

scripted('texts of people are escaped on every page', async (service) => {
  const { as, shown } = await fillAll(service, (length, letter) => `${hostile} ${letter}`.slice(0, length))
  const page = await service.open('/', { as, refusals: [404] })
  for (const path of shown) {
    await page.goto(path)
    await openDetails(page)
    assert.is(await isInterpreted(page), false, path)
    assert.match(await page.getByRole('main').innerHTML(), /(<|&lt;)script(>|&gt;)globalThis/, path)
  }
})

test('without JavaScript, pages with forms for it are no wider than a phone', async (service) => {
  const as = await service.person('editor')
  const id = await termOf(service, as, longest)
  const { id: other } = await service.term(as, { name: 'N'.repeat(120), category: 'Other' })
  const page = await service.open('/export', { as, width: 390, javaScriptEnabled: false })
  const wide: string[] = []
  for (const path of ['/export', `/terms/${id}/merge?into=${other}`, '/import']) {
    await page.goto(path)
    if (await hasHorizontalScroll(page)) wide.push(path)
  }
  const rows = `name,definition\n${'Q'.repeat(120)},${'d'.repeat(300)}\n,nothing`
  await page.getByLabel('Or cells from a spreadsheet').fill(rows)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('#preview').getByText('Add 1 new term').waitFor()
  if (await hasHorizontalScroll(page)) wide.push('POST /import')
  assert.equal(wide, [])
})

test('texts of people read in the order of their script', async (service) => {
  const as = await service.person()
  const definition = 'اتفاقية SLA: https://example.com/sla هنا.'
  const { id } = await service.term(as, { name: 'اتفاقية', full_name: 'اتفاقية الخدمة', definition })
  for (const path of [`/terms/${id}`, '/browse', `/t/${encodeURIComponent('اتفاقية')}`]) {
    const page = await service.open(path, { as })
    const directions = await page
      .getByRole('main')
      .locator('.definition, .full-name')
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).direction))
    assert.ok(directions.length > 0, path)
    assert.equal(new Set(directions), new Set(['rtl']), path)
  }
})

test.run()
