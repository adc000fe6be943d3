import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import type { FlowPage, LivePage } from './support/flow-page.ts'
import { markStale, setStatus } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('term pages: safety, layout and accessibility')
const { scripted } = test

const hostile = '<script>globalThis.intruder = 1</script><b onclick=x>"\'&amp; **[x](javascript:alert(1))**'
const isHarmless = async (page: LivePage) =>
  (await page.evaluate(() => 'intruder' in globalThis)) === false &&
  (await page.locator('main b[onclick], [onclick], [href^="javascript:"], main script').count()) === 0

/** Creates a term that shows `text` in every place on its pages. */
async function createTermOf(service: TestService, text: string) {
  const ada = await service.person('editor')
  await service.sql`update users set display_name = ${text.slice(0, 300)} where id = ${ada.id}`
  const fields = {
    name: text.slice(0, 120),
    full_name: text.slice(0, 300),
    definition: text,
    category: text.slice(0, 80),
  }
  const { id } = await service.term(ada, fields)
  await service.term(ada, { ...fields, full_name: 'another' })
  await service.request('PUT', `/api/v1/terms/${id}`, {
    as: ada,
    body: { version: 1, definition: `${text.slice(0, -3)} ..`, note: text.slice(0, 500) },
  })
  const reason = text.slice(0, 500)
  await service.request('POST', `/api/v1/terms/${id}/dispute`, { as: ada, body: { reason } })
  const propose = (as: Person, body: object) => service.request('POST', `/api/v1/terms/${id}/proposals`, { as, body })
  const bo = await service.person()
  const proposed = `${text.slice(0, -4)} . .`
  await propose(ada, { version: 2, category: text.slice(1, 80), note: text.slice(0, 500) })
  const { body } = await propose(bo, { version: 1, definition: proposed, note: text.slice(0, 500) })
  await markStale(service, id)
  return { ada, id, name: fields.name, proposal: body.id }
}

type Created = Awaited<ReturnType<typeof createTermOf>>

const paths = ({ id, name, proposal }: Created) => [
  `/terms/${id}`,
  `/terms/${id}?done=voted`,
  `/terms/${id}/edit`,
  `/terms/${id}/history`,
  `/terms/${id}/revert?to_version=1`,
  `/proposals/${proposal}`,
  `/terms/new?${new URLSearchParams({ name })}`,
]

/** Saves two conflicting edits; the page shows both. */
async function causeConflict(page: FlowPage, service: TestService, id: string, text: string) {
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: await service.person() })
  await page.getByLabel('Definition').fill(`mine ${text.slice(0, 3900)}`)
  await service.request('PUT', `/api/v1/terms/${id}`, {
    as: await service.person('editor'),
    body: { version: body.version, definition: `theirs ${body.version} ${text.slice(0, 3900)}` },
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.edit-conflict').waitFor()
}

scripted('user text is never interpreted as HTML', async (service) => {
  const term = await createTermOf(service, hostile)
  const page = await service.open('/', { as: term.ada, refusals: [409] })
  for (const path of paths(term)) {
    await page.goto(path)
    assert.ok(await isHarmless(page), path)
    assert.ok((await page.getByRole('main').innerHTML()).includes('&lt;script&gt;globalThis'), path)
  }
  await page.goto(`/terms/${term.id}/edit`)
  await causeConflict(page, service, term.id, hostile)
  assert.ok(await isHarmless(page))
  await page.getByLabel('Name', { exact: true }).fill('SLA')
  await page.locator('#preview', { hasText: 'SLA' }).waitFor()
  assert.ok(await isHarmless(page))
})

test('the pages are accessible in light and dark at both widths', async (service) => {
  const term = await createTermOf(service, 'What we promise a customer, in writing and by name.')
  const look = { as: term.ada, refusals: [409, 422] }
  const check = async (page: Page, what: string) => {
    assert.equal(await findFlawsOf(page), [], what)
  }
  const open = await service.open('/', look)
  for (const path of paths(term)) {
    assert.is((await open.goto(path))?.status(), 200)
    await check(open, path)
  }
  await open.goto(`/terms/${term.id}`)
  for (const summary of await open.locator('main summary').all()) await summary.click()
  await check(open, 'all details open')
  await open.getByRole('button', { name: 'I agree' }).click()
  await open.locator('.notice').waitFor()
  await check(open, 'after a vote')
  await setStatus(service, term.id, 'official', 12)
  await open.reload()
  await check(open, 'official')

  const edit = await service.open(`/terms/${term.id}/edit`, look)
  await edit.getByLabel('Note').fill('x'.repeat(501))
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.locator('.fault').waitFor()
  await check(edit, 'a validation error')
  await edit.getByLabel('Note').fill('Shorter.')
  await causeConflict(edit, service, term.id, 'What we promise.')
  await check(edit, 'an edit conflict')

  const add = await service.open('/terms/new', look)
  await add.getByLabel('Name', { exact: true }).fill(term.name)
  await add.locator('#similar li').first().waitFor()
  await check(add, 'similar terms')
  await add.getByLabel('Full name').fill(term.name)
  await add.getByLabel('Definition').fill('Something else.')
  await add.getByRole('button', { name: 'Add term' }).click()
  await add.locator('.confirm-meaning').waitFor()
  await check(add, 'the question whether it is another meaning')
})

test.run()
