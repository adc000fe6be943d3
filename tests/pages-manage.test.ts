import * as assert from 'uvu/assert'
import { pages, pathOf, variants, widths } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import type { FlowPage } from './support/flow-page.ts'
import { fourTerms, namesIn } from './support/four-terms.ts'
import type { Person, TestService } from './support/test-service.ts'
import { findFlawsOf } from './support/usability.ts'

const openMenu = (page: FlowPage, name: string) => page.locator('.bulk-menu summary', { hasText: name }).click()

const test = pages('table of all terms')
const { plain, scripted } = test

const fieldsOf = ({ sql }: TestService) =>
  sql<{ name: string; category: string | null; owner: string | null }[]>`
    select t.name, t.category, u.email as owner
    from terms t left join users u on u.id = t.owner_id
    order by t.name`

for (const { variant, visit } of variants) {
  test(`filters and the order are in the URL: ${variant}`, async (service) => {
    const { editor } = await fourTerms(service)
    const page = await service.open('/browse', { as: editor, ...visit })
    await page.getByRole('link', { name: 'All terms' }).click()
    await page.waitForURL('**/terms')
    assert.equal(await namesIn(page), ['ARR', 'MRR', 'QBR', 'SLA'])
    await page.getByRole('link', { name: 'Votes' }).click()
    await page.waitForURL('**/terms?sort=votes')
    assert.equal((await namesIn(page))[0], 'ARR')
    await page.getByRole('link', { name: 'Name' }).click()
    await page.getByRole('link', { name: 'Name' }).click()
    await page.waitForURL('**/terms?sort=name&order=desc')
    assert.equal(await namesIn(page), ['SLA', 'QBR', 'MRR', 'ARR'])
    await page.getByLabel('Category', { exact: true }).selectOption('Finance')
    if (visit.isPlain) await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(/category=Finance/)
    await page.getByText('2 terms').first().waitFor()
    assert.equal(await namesIn(page), ['MRR', 'ARR'])
    await page.getByRole('link', { name: 'May be out of date' }).click()
    await page.waitForURL(/stale=true/)
    const query = Object.fromEntries(new URL(page.url()).searchParams)
    assert.equal(query, { category: 'Finance', stale: 'true', sort: 'name', order: 'desc' })
    assert.equal(await namesIn(page), ['MRR'])
    await page.getByRole('link', { name: 'Show all terms' }).click()
    await page.waitForURL('**/terms')
  })

  test(`the table shows what was chosen on the page Browse: ${variant}`, async (service) => {
    const { editor } = await fourTerms(service)
    const page = await service.open('/browse?status=pending', { as: editor, ...visit })
    await page.getByLabel('Category').selectOption('Finance')
    if (visit.isPlain) await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(/category=Finance/)
    await page.getByRole('link', { name: 'All terms' }).click()
    await page.waitForURL('**/terms?status=pending&category=Finance')
    assert.equal(await namesIn(page), ['MRR'])
  })

  test(`the category and the owner of several terms are set at once: ${variant}`, async (service) => {
    const { editor } = await fourTerms(service)
    const page = await service.open('/terms?category=Finance', { as: editor, ...visit })
    for (const name of ['ARR', 'MRR']) await page.getByLabel(`Select ${name}`).check()
    await openMenu(page, 'Category')
    await page.getByLabel('New category').fill('Money')
    await page.getByRole('button', { name: 'Set category' }).click()
    await page.getByText('2 terms changed.').waitFor()
    await page.goto('/terms?category=money')
    for (const name of ['ARR', 'MRR']) await page.getByLabel(`Select ${name}`).check()
    await openMenu(page, 'Owner')
    await page.getByLabel('New owner').fill('EVE@example.com')
    await page.getByRole('button', { name: 'Set owner' }).click()
    await page.getByText('2 terms changed.').waitFor()
    const owner = 'eve@example.com'
    assert.equal(
      (await fieldsOf(service)).map((row) => ({ ...row })),
      [
        { name: 'ARR', category: 'Money', owner },
        { name: 'MRR', category: 'Money', owner },
        { name: 'QBR', category: null, owner },
        { name: 'SLA', category: 'Ops', owner: 'ada@example.com' },
      ],
    )
  })

  test(`several terms are confirmed, approved and deleted: ${variant}`, async (service) => {
    const { editor, ids } = await fourTerms(service)
    const page = await service.open('/terms', { as: editor, ...visit })
    const select = async (...chosen: string[]) => {
      for (const name of chosen) await page.getByLabel(`Select ${name}`).check()
    }
    await select('ARR', 'MRR')
    await openMenu(page, 'Confirm')
    await page.getByRole('button', { name: 'Still right' }).click()
    await page.getByText('2 terms confirmed.').waitFor()
    assert.is((await service.sql`select from terms where is_stale`).length, 0)
    await select('SLA')
    await openMenu(page, 'Confirm')
    await page.getByText('community terms with enough votes official').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('1 term approved.').waitFor()
    await select('MRR', 'QBR')
    await openMenu(page, 'More')
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByText('Delete 2 terms?').waitFor()
    await page.getByRole('link', { name: 'Keep them' }).click()
    await select('MRR', 'QBR')
    await openMenu(page, 'More')
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete 2 terms' }).click()
    await page.getByText('2 terms deleted.').waitFor()
    assert.equal(await namesIn(page), ['ARR', 'SLA'])
    const events = await service.sql`
      select action from audit_events where actor_id = ${editor.id} and target_id in ${service.sql(ids)} order by seq`
    assert.equal(
      events.map(({ action }) => action),
      ['term.created', 'term.confirmed', 'term.confirmed', 'term.promoted', 'term.deleted', 'term.deleted'],
    )
  })

  test(`a category is renamed: ${variant}`, async (service) => {
    const { editor } = await fourTerms(service)
    const page = await service.open('/terms?category=finance', { as: editor, ...visit })
    await page.getByLabel('New name of the category').fill('Money')
    await page.getByRole('button', { name: 'Rename category' }).click()
    await page.getByText('Category renamed.').waitFor()
    assert.match(pathOf(page), '/terms?category=Money')
    assert.equal(await namesIn(page), ['ARR', 'MRR'])
  })

  test(`a name that another category has asks before both become one: ${variant}`, async (service) => {
    const { editor, ada } = await fourTerms(service)
    await service.term(ada, { name: 'OTD', category: 'Ops & More' })
    const page = await service.open('/terms?category=finance', { as: editor, ...visit })
    const rename = async () => {
      await page.getByLabel('New name of the category').fill('ops & more')
      await page.getByRole('button', { name: 'Rename category' }).click()
      await page.getByText('There is a category “Ops & More” already, with 1 term.').waitFor()
    }
    await rename()
    assert.is((await fieldsOf(service)).filter(({ category }) => category === 'ops & more').length, 0)
    await page.getByRole('link', { name: 'Keep both' }).click()
    await page.waitForURL('**/terms?category=finance')
    assert.equal(await namesIn(page), ['ARR', 'MRR'])
    await rename()
    await page.getByRole('button', { name: 'Join the categories' }).click()
    await page.getByText('Category renamed.').waitFor()
    assert.equal(await namesIn(page), ['ARR', 'MRR', 'OTD'])
  })

  test(`other capitals of the same category ask nothing: ${variant}`, async (service) => {
    const { editor } = await fourTerms(service)
    const page = await service.open('/terms?category=finance', { as: editor, ...visit })
    await page.getByLabel('New name of the category').fill('FINANCE')
    await page.getByRole('button', { name: 'Rename category' }).click()
    await page.getByText('Category renamed.').waitFor()
    assert.equal(await namesIn(page), ['ARR', 'MRR'])
  })
}

scripted('Enter in a field changes nothing, as there are two buttons', async (service) => {
  const { editor } = await fourTerms(service)
  const page = await service.open('/terms?category=Finance', { as: editor })
  await page.getByLabel('Select ARR').check()
  for (const label of ['New owner', 'New category']) {
    await openMenu(page, label === 'New owner' ? 'Owner' : 'Category')
    await page.getByLabel(label).fill('Eve')
    for (const key of ['Enter', 'Control+Enter']) await page.keyboard.press(key)
  }
  await page.getByLabel('Select ARR').press('Enter')
  assert.is(pathOf(page), '/terms?category=Finance')
  const [arr] = await fieldsOf(service)
  assert.equal([arr?.category, arr?.owner], ['Finance', 'ada@example.com'])
})

test('a category that cannot be renamed keeps what was typed', async (service) => {
  const { editor, ada } = await fourTerms(service)
  await service.term(ada, { name: 'ARR', category: 'Ops' })
  const page = await service.open('/terms?category=Finance', { as: editor, refusals: [409, 422] })
  const name = page.getByLabel('New name of the category')
  await name.fill('Ops')
  await page.getByRole('button', { name: 'Rename category' }).click()
  await page.getByText('There is a category “Ops” already').waitFor()
  assert.equal(await findFlawsOf(page), [])
  await page.getByRole('button', { name: 'Join the categories' }).click()
  await page.getByText('The category “Ops” has a term with the same name').waitFor()
  assert.is(await name.inputValue(), 'Ops')
  await name.fill(' ')
  await page.getByRole('button', { name: 'Rename category' }).click()
  await page.getByText('Check the highlighted fields.').waitFor()
  assert.equal(await findFlawsOf(page), [])
})

scripted('all terms of the page are selected at once, and their number is shown', async (service) => {
  const { editor } = await fourTerms(service)
  const page = await service.open('/terms', { as: editor })
  await page.getByLabel('Select all').check()
  await page.getByText('4 selected:').waitFor()
  await page.getByLabel('Select SLA').uncheck()
  await page.getByText('3 selected:').waitFor()
})

test('what is refused is said: no selection, an unknown owner, and terms that would be the same', async (service) => {
  const { editor, ada } = await fourTerms(service)
  await service.term(ada, { name: 'SLA', category: 'Finance' })
  const page = await service.open('/terms', { as: editor, refusals: [422] })
  await page
    .locator('#selected')
    .evaluate((form: HTMLFormElement) => form.querySelector<HTMLElement>('[value=owner]')?.click())
  await page.getByText('Select at least one term first.').waitFor()
  await page.getByLabel('Select ARR').check()
  await openMenu(page, 'Owner')
  await page.getByLabel('New owner').fill('nobody')
  await page.getByRole('button', { name: 'Set owner' }).click()
  await page.getByText('No active user has the name or email address “nobody”.').waitFor()
  assert.is(await page.getByLabel('New owner').inputValue(), 'nobody')
  await page.getByText('1 selected:').waitFor()
  await page.getByLabel('Select ARR').uncheck()
  for (const box of await page.getByLabel('Select SLA').all()) await box.check()
  await openMenu(page, 'Category')
  await page.getByLabel('New category').fill('Finance')
  await page.getByRole('button', { name: 'Set category' }).click()
  await page.getByText('1 term changed, 1 not.').waitFor()
  assert.equal(await findFlawsOf(page), [])
})

plain('a first name is enough for an owner, and a filter stays when nothing is left of it', async (service) => {
  const { editor } = await fourTerms(service)
  await service.sql`update users set display_name = 'Eve Moneypenny' where email = 'eve@example.com'`
  const page = await service.open('/terms?category=finance', { as: editor })
  for (const name of ['ARR', 'MRR']) await page.getByLabel(`Select ${name}`).check()
  await openMenu(page, 'Owner')
  await page.getByLabel('New owner').fill('eve')
  await page.getByRole('button', { name: 'Set owner' }).click()
  await page.getByText('2 terms changed.').waitFor()
  assert.is(await page.locator('tbody a', { hasText: 'Eve Moneypenny' }).count(), 2)
  for (const name of ['ARR', 'MRR']) await page.getByLabel(`Select ${name}`).check()
  await openMenu(page, 'Category')
  await page.getByLabel('New category').fill('Money')
  await page.getByRole('button', { name: 'Set category' }).click()
  await page.getByText('No terms match these filters.').waitFor()
  assert.is(await page.getByLabel('Category', { exact: true }).inputValue(), 'finance')
  assert.is(await page.getByRole('button', { name: 'Rename category' }).count(), 0)
})

plain('a page of it has at most 60 KB', async (service) => {
  const { editor } = await fourTerms(service)
  await service.sql`
    insert into terms (name, full_name, definition, category, status, source, owner_id)
    select 'T' || n, 'Full name of the term ' || n, 'x', 'Category ' || n % 20, 'official', 'user', ${editor.id}
    from generate_series(1, 800) n`
  const get = async (as: Person) =>
    service.request('GET', '/terms', { headers: { ...cookie(as), accept: 'text/html' } })
  assert.ok((await get(editor)).text.length < 60_000)
})

plain('viewers have no such page', async (service) => {
  const { ada } = await fourTerms(service)
  await service.open('/terms', { as: ada, status: 403 })
  const browse = await service.open('/browse', { as: ada, width: widths.narrow })
  assert.is(await browse.getByRole('link', { name: 'All terms' }).count(), 0)
})

test.run()
