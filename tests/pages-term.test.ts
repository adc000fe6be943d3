import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { manners, pages } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { aged, standing } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'

const test = pages('term page')

const buttons = async (page: Page) =>
  (await page.locator('.dossier').locator('button:visible, summary').allInnerTexts()).sort()

/** Posts a form of the page by itself, as a browser without JavaScript does. */
const post = (
  service: TestService,
  as: Person,
  path: string,
  fields: Record<string, string> = {},
) =>
  service.request('POST', path, {
    headers: {
      ...cookie(as),
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  })

for (const { manner, visit } of manners) {
  test(`it says what a term means, and how far to trust that: ${manner}`, async (service) => {
    const ada = await service.person('viewer', 'ada@example.com')
    const { id } = await service.term(ada, {
      name: 'SLA',
      full_name: 'Service Level Agreement',
      definition: 'What we promise.\nIn writing.',
      category: 'Sales & Ops',
    })
    await standing(service, id, 'official', 12)
    await aged(service, id)
    const other = await service.term(ada, { name: 'sla', full_name: 'Shipping Label Archive' })
    const trusted = await service.term(ada, { name: 'SLA', full_name: 'Second Lead Approval' })
    await standing(service, trusted.id, 'community', 5)

    const page = await service.open(`/terms/${id}`, { as: ada, ...visit })
    assert.match(await page.title(), /^SLA – /)
    const article = page.getByRole('article')
    assert.is(await article.getByRole('heading', { level: 1 }).innerText(), 'SLA')
    assert.is(await article.locator('.full-name').innerText(), 'Service Level Agreement')
    assert.is(await article.locator('.definition').innerText(), 'What we promise.\nIn writing.')
    assert.match(await article.locator('.facts').innerText(), /official[\s\S]*out of date/i)
    const category = article.getByRole('link', { name: 'Sales & Ops' })
    assert.is(await category.getAttribute('href'), '/?category=Sales+%26+Ops')

    const dossier = page.getByRole('complementary')
    await dossier.getByText('Checked and settled').waitFor()
    assert.is(await dossier.locator('.votes').innerText(), '12 votes')
    const confirmed = dossier.locator('time')
    assert.is(await confirmed.getAttribute('datetime'), '2020-01-01T00:00:00.000Z')
    assert.is(await confirmed.getAttribute('title'), '1 January 2020 at 00:00 UTC')

    const meanings = page.locator('.meanings i')
    const others = (await meanings.allInnerTexts()).map((text) => text.trim())
    assert.equal(others, ['Second Lead Approval', 'Shipping Label Archive'])
    await page.getByRole('link', { name: 'Shipping Label Archive' }).click()
    await page.waitForURL(`**/terms/${other.id}`)
  })
}

test('nobody is offered what they may not do', async (service) => {
  const [ada, bo, eve] = [
    await service.person(),
    await service.person(),
    await service.person('editor'),
  ]
  const root = await service.person('admin')
  const { id } = await service.term(ada)
  const seen = async (as: Person) => buttons(await service.open(`/terms/${id}`, { as }))
  const everybody = ['Dispute it', 'Vote for this meaning']
  const vouching = ['Confirm it is still right', ...everybody]
  const editing = ['Delete it', 'Promote it to community', 'Take it over', ...vouching]
  assert.equal(await seen(bo), everybody)
  assert.equal(await seen(ada), ['Give it up', ...vouching].sort())
  assert.equal(await seen(eve), editing.sort())
  assert.equal(await seen(root), editing)

  await service.sql`update terms set owner_id = null where id = ${id}`
  await standing(service, id, 'community', 9)
  assert.equal(await seen(bo), ['Dispute it', 'Look after it', 'Vote for this meaning'])
  assert.ok(!(await seen(eve)).some((name) => /Promote|official/.test(name)))
  await standing(service, id, 'official', 10)
  assert.ok(!(await seen(eve)).some((name) => /Promote|official/.test(name)))
})

test('what one may not do and tries anyhow is refused in words', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const eve = await service.person('editor')
  const { id } = await service.term(ada, { name: 'SLA' })
  const refused = async (as: Person, deed: string, status: number, said: RegExp, fields = {}) => {
    const answer = await post(service, as, `/terms/${id}/${deed}`, fields)
    assert.is(answer.status, status, deed)
    assert.match(answer.text, said)
  }
  for (const deed of ['promote', 'official', 'delete']) {
    await refused(bo, deed, 403, /This takes the role editor; yours is viewer/)
  }
  await refused(bo, 'confirm', 403, /Only its owner or an editor can confirm a term/)
  await refused(bo, 'claim', 403, /only an editor can take it over/)
  await refused(bo, 'disown', 403, /This term is not yours/)
  await refused(
    eve,
    'official',
    409,
    /status pending cannot take this step[\s\S]*What it means here/,
  )
  await refused(bo, 'dispute', 422, /Reason is required/, { reason: ' ' })
  await refused(bo, 'dispute', 422, /x{501}[\s\S]*Reason must be 1 to 500/, {
    reason: 'x'.repeat(501),
  })
  await refused(eve, 'promote', 422, /y{501}[\s\S]*Note must be 1 to 500/, {
    note: 'y'.repeat(501),
  })

  await service.request('PUT', `/api/v1/terms/${id}`, {
    as: ada,
    body: { version: 1, definition: 'Another text.' },
  })
  await refused(eve, 'delete', 412, /Somebody changed the term[\s\S]*look at what it says now/, {
    version: '1',
  })
  const term = await service.request('GET', `/api/v1/terms/${id}`, { as: ada })
  assert.equal([term.body.status, term.body.owner.id, term.body.version], ['pending', ada.id, 2])
})

test('a page that is out of date tells why, and shows what is true now', async (service) => {
  const eve = await service.person('editor')
  const { id } = await service.term(eve)
  await standing(service, id, 'community', 10)
  const page = await service.open(`/terms/${id}`, { as: eve, refusals: [409, 403, 404] })
  await service.sql`update terms set vote_count = 3 where id = ${id}`
  await page.getByRole('button', { name: 'Make it official' }).click()
  await page.getByRole('alert').getByText('This step takes 10 votes; the term has 3.').waitFor()
  await page.getByText('7 more votes, then an editor').waitFor()

  await service.sql`update users set role = 'viewer' where id = ${eve.id}`
  await service.sql`update terms set owner_id = null where id = ${id}`
  await page.getByRole('button', { name: 'Confirm it is still right' }).click()
  await page.getByRole('alert').getByText('Only its owner or an editor can confirm').waitFor()
  await service.sql`delete from terms where id = ${id}`
  await page.getByRole('button', { name: 'Vote for this meaning' }).click()
  await page.getByRole('alert').getByText('There is no such term.').waitFor()
})

test('whoever is no longer active is not taken for an owner at work', async (service) => {
  const ada = await service.person('viewer', 'ada@example.com')
  const { id } = await service.term(ada)
  await service.sql`update users set is_active = false where id = ${ada.id}`
  const page = await service.open(`/terms/${id}`, { as: await service.person() })
  await page.getByText('ada@example.com (no longer here)').waitFor()
})

test('a term that is not there leads to a search', async (service) => {
  const as = await service.person()
  await service.term(as, { name: 'SLA' })
  for (const id of ['00000000-0000-4000-8000-000000000000', 'sla', 'new/x']) {
    const page = await service.open(`/terms/${id}`, { as, status: 404, javaScriptEnabled: false })
    await page.getByRole('searchbox', { name: 'Acronym or word' }).fill('sla')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByRole('link', { name: 'SLA' }).waitFor()
  }
})

test('many other meanings are cut short, with a way to all', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { name: 'SLA' })
  await service.sql`insert into terms (name, full_name, definition, status, source)
    select 'SLA', 'Meaning ' || n, 'One of many.', 'pending', 'import' from generate_series(1, 30) n`
  const page = await service.open(`/terms/${id}`, { as })
  assert.is(await page.locator('.meanings li').count(), 8)
  const all = page.getByRole('link', { name: 'See all 31 meanings' })
  assert.is(await all.getAttribute('href'), '/?q=SLA')
})

test.run()
