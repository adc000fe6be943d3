import * as assert from 'uvu/assert'
import { hasHorizontalScroll, pages } from './support/browser.ts'
import { renderStyles, stylesPath } from './support/styles-page.tsx'
import { setStatus } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = pages('the longest texts on every page')

/** The longest name, full name, category, definition and alias, without a space to break them. */
async function longestTerm(service: TestService, as: Person) {
  const { id } = await service.term(as, {
    name: 'N'.repeat(120),
    full_name: 'F'.repeat(300),
    category: 'C'.repeat(80),
    definition: `https://example.com/${'d'.repeat(3900)}`,
    aliases: [
      { name: 'A'.repeat(120), kind: 'alias' },
      { name: 'B'.repeat(120), kind: 'discouraged' },
    ],
  })
  await setStatus(service, id, 'community', 3)
  return id
}

test('no page is wider than 320 px with the longest texts', async (service) => {
  const as = await service.person('admin')
  const id = await longestTerm(service, as)
  const other = await service.person()
  const { term } = service
  await term(other, { name: 'N'.repeat(120), full_name: 'G'.repeat(300), category: 'C'.repeat(80) })
  const dispute = { reason: 'R'.repeat(500) }
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: other, body: dispute })
  const proposal = { version: 1, definition: 'P'.repeat(4000), note: 'Q'.repeat(300) }
  await service.request('POST', `/api/v1/terms/${id}/proposals`, { as: other, body: proposal })
  await service.request('POST', '/api/v1/tokens', {
    as,
    body: { name: 'T'.repeat(100), scopes: ['read'] },
  })
  const category = encodeURIComponent('C'.repeat(80))
  const name = encodeURIComponent('N'.repeat(120))
  const paths = [
    ...['/', `/?q=${name}`, '/browse', `/browse?category=${category}`, '/terms', '/explain'],
    ...[`/terms/${id}`, `/terms/${id}/edit`, `/terms/${id}/history`, `/terms/${id}/merge`],
    ...[`/t/${name}`, `/t/${'U'.repeat(120)}`, `/terms/new?name=${name}`, '/review', '/inbox'],
    ...[
      '/mine',
      '/news',
      '/wanted',
      '/dismissed',
      '/tokens',
      '/import',
      '/export',
      '/help/contract.md',
    ],
    ...['/admin', '/admin/users', '/admin/jobs', '/admin/audit', '/admin/messages', '/admin/embed'],
    ...['/admin/webhooks', '/admin/agents', stylesPath],
  ]
  const page = await service.open('/', { as, width: 320, refusals: [404] })
  await page.route(`**${stylesPath}`, (route) => route.fulfill(renderStyles()))
  const wide: string[] = []
  for (const path of paths) {
    await page.goto(path)
    if (await hasHorizontalScroll(page)) wide.push(path)
  }
  await page.goto('/explain')
  await page.getByRole('textbox', { name: 'Text' }).fill(`${'N'.repeat(120)} ${'U'.repeat(300)}`)
  await page.keyboard.press('Control+Enter')
  await page.locator('.marked-text a').click()
  if (await hasHorizontalScroll(page)) wide.push('POST /explain')
  assert.equal(wide, [])
})

test('without JavaScript, pages with forms for it are no wider than a phone', async (service) => {
  const as = await service.person('editor')
  const id = await longestTerm(service, as)
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
  await page.locator('#preview').getByText('1 new, 1 with errors').waitFor()
  if (await hasHorizontalScroll(page)) wide.push('POST /import')
  assert.equal(wide, [])
})

test('texts of people read in the order of their script', async (service) => {
  const as = await service.person()
  const definition = 'اتفاقية SLA: https://example.com/sla هنا.'
  const { id } = await service.term(as, {
    name: 'اتفاقية',
    full_name: 'اتفاقية الخدمة',
    definition,
  })
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
