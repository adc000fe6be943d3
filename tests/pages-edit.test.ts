import * as assert from 'uvu/assert'
import { type PlainTestService, pages, pathOf, variants } from './support/browser.ts'
import { noticeOf, refusalText } from './support/flash-messages.ts'
import type { FlowPage } from './support/flow-page.ts'
import { setStatus } from './support/terms.ts'
import type { Person } from './support/test-service.ts'

const test = pages('edit page')
const { plain } = test

const texts = {
  name: 'SLA',
  full_name: 'Service Level Agreement',
  definition: 'What we promise a customer.\nIn writing.',
  category: 'Operations',
}
const save = (page: FlowPage) => page.getByRole('button', { name: 'Save' }).click()
const field = (page: FlowPage, label: string) => page.getByLabel(label, { exact: true })

async function read(service: PlainTestService, as: Person, id: string) {
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as })
  const { name, full_name, definition, category, version } = body
  return { name, full_name, definition, category, version }
}

/** Edits the term as another user, while the page is open. */
const editMeanwhile = (service: PlainTestService, as: Person, id: string, edit: object) =>
  service.request('PUT', `/api/v1/terms/${id}`, { as, body: edit })

for (const { variant, visit } of variants) {
  test(`the preview shows the changes, and the edit is saved with its note: ${variant}`, async (service) => {
    const [ada, bo] = [await service.person(), await service.person('viewer', 'bo@example.com')]
    const { id } = await service.term(ada, texts)
    const page = await service.open(`/terms/${id}`, { as: bo, ...visit })
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.waitForURL(`**/terms/${id}/edit`)
    assert.match(await page.title(), /^Edit SLA – /)
    assert.is(await field(page, 'Definition').inputValue(), texts.definition)
    const categories = await page.locator('datalist option').all()
    assert.equal(await Promise.all(categories.map((option) => option.getAttribute('value'))), ['Operations'])
    const preview = page.getByRole('region', { name: 'Changes' })
    await preview.getByText('No changes yet.').waitFor()

    await field(page, 'Definition').fill('What we promise to each customer.\nIn writing.')
    await field(page, 'Full name').fill('')
    await field(page, 'Note').fill('More exact.')
    const showPreview = () => page.getByRole('button', { name: 'Preview' }).click()
    if (visit.isPlain) await showPreview()
    await preview.locator('ins', { hasText: 'each' }).waitFor()
    await preview.locator('del', { hasText: 'Service Level Agreement' }).waitFor()
    await showPreview()
    await preview.locator('ins', { hasText: 'each' }).waitFor()
    assert.is((await read(service, ada, id)).version, 1)

    await save(page)
    await noticeOf(page, 'edited').waitFor()
    await page.locator('.recent-history > summary').click()
    await page.locator('.history blockquote', { hasText: 'More exact.' }).waitFor()
    const definition = 'What we promise to each customer.\nIn writing.'
    assert.equal(await read(service, ada, id), { ...texts, definition, full_name: null, version: 2 })
  })

  test(`an error is shown at its field, and the input is kept: ${variant}`, async (service) => {
    const ada = await service.person()
    const { id } = await service.term(ada, texts)
    const other = await service.term(ada, { ...texts, name: 'SLO' })
    const page = await service.open(`/terms/${id}/edit`, { as: ada, refusals: [409, 422], ...visit })
    const long = 'x'.repeat(4001)
    await field(page, 'Definition').fill(long)
    await field(page, 'Note').fill('Longer.')
    await save(page)
    await page.getByRole('alert').getByText(refusalText('validation_failed')).waitFor()
    const definition = page.getByRole('textbox', { name: 'Definition' })
    assert.is(await definition.getAttribute('aria-invalid'), 'true')
    await page.locator('.fault', { hasText: 'Shorten the definition to 4,000 characters (now 4,001)' }).waitFor()
    assert.is(await definition.inputValue(), long)
    assert.is(await field(page, 'Note').inputValue(), 'Longer.')

    await definition.fill('Shorter.')
    await field(page, 'Name').fill('slo')
    await save(page)
    await page.getByRole('alert').getByText(refusalText('duplicate')).waitFor()
    const link = page.getByRole('link', { name: 'Open the other term' })
    assert.is(await link.getAttribute('href'), `/terms/${other.id}`)
    assert.is(await definition.inputValue(), 'Shorter.')
    await field(page, 'Name').fill('SLA')
    await save(page)
    await noticeOf(page, 'edited').waitFor()
    assert.is((await read(service, ada, id)).definition, 'Shorter.')
  })

  test(`an edit conflict shows both versions and keeps the input: ${variant}`, async (service) => {
    const [ada, bo] = [await service.person('viewer', 'ada@example.com'), await service.person()]
    const { id } = await service.term(ada, texts)
    const page = await service.open(`/terms/${id}/edit`, { as: bo, refusals: [409], ...visit })
    await field(page, 'Definition').fill('What we owe a customer.\nIn writing.')
    await field(page, 'Note').fill('It is a debt.')
    const theirs = 'What we promise every customer.\nIn writing.'
    await editMeanwhile(service, ada, id, { version: 1, definition: theirs, category: 'Sales' })
    await save(page)

    const conflict = page.locator('.edit-conflict')
    await conflict.getByText('ada@example.com saved an edit while you were writing').waitFor()
    await conflict.getByText('You did not change the category').waitFor()
    const sides = await conflict.locator('.versions dd').allInnerTexts()
    assert.equal(
      sides.map((side) => side.replace(/\s+/g, ' ')),
      ['What we promise a every customer. In writing.', 'What we promise owe a customer. In writing.'],
    )
    assert.is(await field(page, 'Definition').inputValue(), 'What we owe a customer.\nIn writing.')
    assert.is(await field(page, 'Category').inputValue(), 'Sales')
    assert.is(await field(page, 'Note').inputValue(), 'It is a debt.')
    assert.is((await read(service, ada, id)).definition, theirs)

    await field(page, 'Definition').fill('What we owe every customer.\nIn writing.')
    await save(page)
    await noticeOf(page, 'edited').waitFor()
    assert.equal(await read(service, ada, id), {
      ...texts,
      definition: 'What we owe every customer.\nIn writing.',
      category: 'Sales',
      version: 3,
    })
  })
}

plain('edits of different fields are merged', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada, texts)
  const page = await service.open(`/terms/${id}/edit`, { as: bo, refusals: [409] })
  await field(page, 'Full name').fill('Service Level Accord')
  await editMeanwhile(service, ada, id, { version: 1, definition: 'A promise.' })
  await editMeanwhile(service, ada, id, { version: 2, definition: 'A pledge.', category: null })
  await save(page)
  await page.getByText('You did not change the definition and category').waitFor()
  await page.getByText('The two edits do not overlap.').waitFor()
  await save(page)
  await noticeOf(page, 'edited').waitFor()
  const merged = { full_name: 'Service Level Accord', definition: 'A pledge.', category: null }
  assert.equal(await read(service, ada, id), { ...texts, ...merged, version: 4 })
})

plain('a vote that changes the status is not an edit conflict', async (service) => {
  const [ada, bo] = [await service.person(), await service.person('editor')]
  const { id } = await service.term(ada, texts)
  await setStatus(service, id, 'pending', 2)
  const page = await service.open(`/terms/${id}/edit`, { as: bo })
  await field(page, 'Category').fill('Sales')
  await service.request('POST', `/api/v1/terms/${id}/vote`, { as: ada })
  await save(page)
  await noticeOf(page, 'edited').waitFor()
  assert.equal(await read(service, ada, id), { ...texts, category: 'Sales', version: 3 })
})

plain('an edit without changes saves nothing and says so', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, texts)
  const page = await service.open(`/terms/${id}/edit`, { as: ada })
  await save(page)
  await noticeOf(page, 'unchanged').waitFor()
  assert.is((await read(service, ada, id)).version, 1)
})

test('a term can be edited with the keyboard alone', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, texts)
  const page = await service.open(`/terms/${id}/edit`, { as: ada })
  await field(page, 'Name').focus()
  for (const key of ['Tab', 'Tab', 'Control+a']) await page.keyboard.press(key)
  await page.keyboard.type('A promise.')
  await page.keyboard.press('Control+Enter')
  await noticeOf(page, 'edited').waitFor()
  assert.is((await read(service, ada, id)).definition, 'A promise.')
})

test('a lost connection does not lose any input', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, texts)
  const page = await service.open(`/terms/${id}/edit`, { as: ada })
  await page.route('**/terms/**', (route) => route.abort())
  await field(page, 'Category').fill('Sales')
  await save(page)
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor()
  await page.unroute('**/terms/**')
  await save(page)
  await noticeOf(page, 'edited').waitFor()
  assert.is((await read(service, ada, id)).category, 'Sales')
  assert.match(service.wrong.splice(0).join(), /net::ERR_FAILED/)
})

test('a preview after a failed save does not remove its error message', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, texts)
  const page = await service.open(`/terms/${id}/edit`, { as: ada })
  await page.route('**/edit', (route) => route.abort())
  await save(page)
  const alert = page.getByRole('alert').getByText('The server cannot be reached.')
  await alert.waitFor()
  const preview = page.waitForResponse('**/preview')
  await field(page, 'Category').fill('Sales')
  assert.is((await preview).status(), 200)
  assert.ok(await alert.isVisible())
  await page.unroute('**/edit')
  await save(page)
  await noticeOf(page, 'edited').waitFor()
  assert.not(await alert.isVisible())
  assert.match(service.wrong.splice(0).join(), /net::ERR_FAILED/)
})

test('a user whose session has ended logs in in another tab and continues', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, texts)
  const page = await service.open(`/terms/${id}/edit`, { as: ada })
  await page.context().clearCookies()
  await field(page, 'Category').fill('Sales')
  const alert = page.getByRole('alert').filter({ hasText: 'Your session has ended.' })
  await alert.waitFor()
  const [login] = await Promise.all([
    page.waitForEvent('popup'),
    alert.getByRole('link', { name: 'Log in again in another tab' }).click(),
  ])
  await login.getByLabel(/^E-?mail address$/i).fill(ada.email)
  await login.getByRole('button', { name: 'Log in' }).click()
  await login.getByRole('heading', { name: 'What does it mean?' }).waitFor()

  assert.is(pathOf(page), `/terms/${id}/edit`)
  await save(page)
  await noticeOf(page, 'edited').waitFor()
  assert.is((await read(service, ada, id)).category, 'Sales')
})

test('without JavaScript the login page says how to get back to the form', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, texts)
  const page = await service.open(`/terms/${id}/edit`, { as: ada, javaScriptEnabled: false })
  await page.context().clearCookies()
  await field(page, 'Definition').fill('A promise.')
  await field(page, 'Category').fill('Sales')
  await save(page)
  await page.getByText('Your session has ended, and nothing was saved.').waitFor()
  await page.getByLabel(/^E-?mail address$/i).fill(ada.email)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'What does it mean?' }).waitFor()
  await page.goBack()
  await page.goBack()
  assert.is(await field(page, 'Definition').inputValue(), 'A promise.')
  assert.is(await field(page, 'Category').inputValue(), 'Sales')
  await save(page)
  await noticeOf(page, 'edited').waitFor()
})

test.run()
