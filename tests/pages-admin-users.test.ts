import * as assert from 'uvu/assert'
import { type PlainTestService, pages, pathOf, variants } from './support/browser.ts'
import { download, type FlowPage } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'
import type { Person } from './support/test-service.ts'
import { hostile, isInterpreted } from './support/usability.ts'

const test = pages('page of users')
const { plain, scripted } = test

const names = (page: FlowPage) => page.locator('.record h2').allInnerTexts()
const record = (page: FlowPage, { id }: Person) => page.locator(`#user-${id}`)

async function setRole(page: FlowPage, of: Person, role: string) {
  await record(page, of).getByLabel('Role of').selectOption(role)
  await record(page, of).getByRole('button', { name: 'Set role' }).click()
}

async function deactivate(page: FlowPage, whom: Person) {
  await record(page, whom).locator('summary', { hasText: 'Deactivate' }).click()
  await record(page, whom).getByRole('button', { name: 'Yes, deactivate' }).click()
}

const stateOf = async ({ sql }: PlainTestService, { id }: Person) =>
  (await sql`select role, is_active from users where id = ${id}`)[0]

for (const { variant, visit } of variants) {
  const { isPlain } = visit
  test(`an admin changes role and access, ${variant}`, async (service) => {
    const as = await service.person('admin', 'ada@example.com')
    const eve = await service.person('viewer', 'eve@example.com')
    const page = await service.open('/admin/users', { as, ...visit })
    assert.equal(await names(page), ['ada@example.com you', 'eve@example.com'])

    await setRole(page, eve, 'Editor')
    const message = isPlain ? 'Role changed.' : 'Role changed to Editor.'
    await page.getByText(message).first().waitFor()
    assert.equal(await stateOf(service, eve), { role: 'editor', is_active: true })
    assert.is(await record(page, eve).getByLabel('Role of').inputValue(), 'editor')
    assert.is(new URL(page.url()).pathname, '/admin/users')

    for (const name of ['SLA', 'ARR']) await service.term(eve, { name })
    await deactivate(page, eve)
    await record(page, eve).getByRole('button', { name: 'Activate' }).waitFor()
    const what = isPlain ? 'User deactivated' : 'Deactivated'
    await page.getByText(`${what} and logged out. Their 2 terms now have no owner.`).first().waitFor()
    assert.equal(await stateOf(service, eve), { role: 'editor', is_active: false })
    assert.is((await service.request('GET', '/api/v1/me', { as: eve })).status, 401)

    await record(page, eve).getByRole('button', { name: 'Activate' }).click()
    await page
      .getByText(isPlain ? 'User activated.' : 'Activated.')
      .first()
      .waitFor()
    assert.equal(await stateOf(service, eve), { role: 'editor', is_active: true })
  })

  test(`an admin downloads and erases the data of a person, ${variant}`, async (service) => {
    const as = await service.person('admin', 'ada@example.com')
    const eve = await service.person('viewer', 'eve@example.com')
    const page = await service.open('/admin/users', { as, ...visit, refusals: [422] })
    assert.is(await record(page, as).getByText('Erase').count(), 0)
    const link = record(page, eve).getByRole('link', { name: 'Download data' })
    const { name } = await download(page, link)
    assert.is(name, `personal-data-${eve.id}.json`)

    await service.sql`update users set display_name = 'Eve Roe' where id = ${eve.id}`
    await service.term(eve, { definition: 'Ask Eve Roe.' })
    await record(page, eve).getByRole('link', { name: 'Erase' }).click()
    await page.getByText('Ask Eve Roe.').first().waitFor()
    await page.getByLabel('Eve Roe, in 1 text').check()
    await page.getByRole('button', { name: 'Erase' }).click()
    await page.getByText('The details of the user were erased.').first().waitFor()
    const [term] = await service.sql`select definition from terms`
    assert.is(term?.definition, 'Ask ….')
    assert.is(await record(page, eve).locator('h2').innerText(), 'Erased user')
    assert.equal(await record(page, eve).getByRole('button').count(), 0)
    assert.not.match(await page.content(), /eve@example|erased\.invalid/)

    await service.term(as, { name: 'SLO', definition: 'Ask Will May.' })
    await record(page, eve).getByRole('link', { name: 'Erase a name that is left' }).click()
    await page.getByLabel('Names that texts still have').fill('will may')
    await page.getByRole('button', { name: 'Find these names' }).click()
    await page.getByText('must be two words or more, with capitals').first().waitFor()
    await page.getByLabel('Names that texts still have').fill('Will May\nJo Roe\n')
    await page.getByRole('button', { name: 'Find these names' }).click()
    await page.getByText('Ask Will May.').first().waitFor()
    assert.is(await page.getByRole('checkbox').count(), 1)
    await page.getByLabel('Will May, in 1 text').check()
    await page.getByRole('button', { name: 'Erase' }).click()
    await page.getByText('The details of the user were erased.').first().waitFor()
    const [late] = await service.sql`select definition from terms where name = 'SLO'`
    assert.is(late?.definition, 'Ask ….')
  })

  test(`the last admin cannot be removed, and the page says why, ${variant}`, async (service) => {
    const as = await service.person('admin')
    await service.person('editor')
    const page = await service.open('/admin/users', { as, ...visit, refusals: [409] })
    const refusal = page.getByText('This is the last active admin.')
    await setRole(page, as, 'Viewer')
    await refusal.waitFor()
    assert.is(await record(page, as).getByLabel('Role of').inputValue(), 'admin')
    await page.goto('/admin/users')
    await deactivate(page, as)
    await refusal.waitFor()
    assert.equal(await stateOf(service, as), { role: 'admin', is_active: true })
  })

  test(`admins who remove their own access are redirected, ${variant}`, async (service) => {
    const [as, other] = [await service.person('admin'), await service.person('admin')]
    const page = await service.open('/admin/users', { as, ...visit })
    await setRole(page, as, 'Editor')
    await page.getByRole('heading', { name: 'What does it mean?' }).waitFor()
    await page.getByText('Role changed.').waitFor()

    await service.person('admin')
    const again = await service.open('/admin/users', { as: other, ...visit })
    const warning = record(again, other).locator('details p')
    assert.match((await warning.evaluate(({ textContent }) => textContent)) ?? '', /This is your own account/)
    await deactivate(again, other)
    await again.getByRole('heading', { name: 'Log in' }).waitFor()
    assert.equal(await stateOf(service, other), { role: 'admin', is_active: false })
  })
}

test('a change affects one record, keeps the focus and is announced', async (service) => {
  const as = await service.person('admin', 'ada@example.com')
  const eve = await service.person('viewer', 'eve@example.com')
  const bob = await service.person('viewer', 'bob@example.com')
  const page = await service.open('/admin/users', { as })
  await record(page, bob).getByLabel('Role of').selectOption('Admin')
  await record(page, eve).getByLabel('Role of').focus()
  await page.keyboard.press('e')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await record(page, eve).getByText('Role changed to Editor.').waitFor()
  assert.is(await page.locator('#announcement').innerText(), 'eve@example.com: Role changed to Editor.')
  assert.is(await page.evaluate(() => document.activeElement?.id), `set-role-${eve.id}`)
  assert.is(await record(page, bob).getByLabel('Role of').inputValue(), 'admin')
  assert.equal(await stateOf(service, bob), { role: 'viewer', is_active: true })
})

async function crowd({ sql, person }: PlainTestService) {
  const as = await person('admin', 'zoe@example.com')
  await sql`insert into users (email, display_name)
    select 'person' || to_char(n, 'fm00') || '@example.com', 'Person ' || n from generate_series(1, 30) n`
  await sql`insert into users (email, display_name) values ('ines@example.org', 'Inês Carvalhal')`
  return as
}

test('the list is searched by name or email address while typing; the URL contains the search', async (service) => {
  const page = await service.open('/admin/users', { as: await crowd(service) })
  assert.is((await names(page)).length, 25)
  await page.getByLabel('Name or email address').pressSequentially('INÊS')
  await page.waitForURL(/q=IN/)
  await page.getByText('ines@example.org').waitFor()
  assert.equal(await names(page), ['Inês Carvalhal'])
  await page.getByLabel('Name or email address').fill('@example.org')
  await page.waitForURL('**/admin/users?q=%40example.org')
  assert.equal(await names(page), ['Inês Carvalhal'])
  await page.reload()
  assert.equal(await names(page), ['Inês Carvalhal'])
  await page.getByLabel('Name or email address').fill('nobody%')
  await page.getByText('No name or email address contains “nobody%”.').waitFor()
  await page.getByRole('link', { name: 'Show all users' }).click()
  await page.locator('.record').first().waitFor()
  assert.is((await names(page)).length, 25)
})

for (const { variant, visit } of variants) {
  test(`a change keeps the place in a long list, ${variant}`, async (service) => {
    const as = await crowd(service)
    const page = await service.open('/admin/users?q=person', { as, ...visit })
    await page.getByRole('link', { name: 'Next' }).click()
    await page.locator('.pager', { hasText: '26–30 of 30' }).waitFor()
    assert.is(pathOf(page), '/admin/users?q=person&offset=25')
    const [first] = await names(page)
    await page.getByLabel('Role of').first().selectOption('Editor')
    await page.getByRole('button', { name: 'Set role' }).first().click()
    await page
      .getByText(visit.isPlain ? 'Role changed.' : 'Role changed to Editor.')
      .first()
      .waitFor()
    assert.is((await names(page))[0], first)
    assert.is(await page.getByLabel('Role of').first().inputValue(), 'editor')
    const shown = new URL(page.url()).searchParams
    assert.equal([shown.get('q'), shown.get('offset')], ['person', '25'])
  })
}

plain('invalid requests change nothing', async (service) => {
  const as = await service.person('admin')
  const eve = await service.person()
  const nobody = '00000000-0000-4000-8000-000000000000'
  const wrong: [path: string, fields: Record<string, string>, status: number][] = [
    [`${eve.id}/role`, { role: 'owner' }, 422],
    [`${eve.id}/role`, {}, 422],
    [`${eve.id}/active`, { is_active: 'perhaps' }, 422],
    [`${nobody}/role`, { role: 'admin' }, 404],
    [`${nobody}/active`, { is_active: 'false' }, 404],
    ['none/role', { role: 'admin' }, 404],
  ]
  for (const [path, fields, status] of wrong) {
    assert.is((await sendForm(service, as, `/admin/users/${path}`, fields)).status, status, path)
  }
  const foreign = { origin: 'https://evil.example' }
  const path = `/admin/users/${eve.id}/role`
  assert.is((await sendForm(service, as, path, { role: 'admin' }, foreign)).status, 403)
  assert.is((await sendForm(service, eve, path, { role: 'admin' })).status, 403)
  assert.equal(await stateOf(service, eve), { role: 'viewer', is_active: true })
})

plain('a user links to their activity in the audit log', async (service) => {
  const as = await service.person('admin')
  const eve = await service.person()
  await service.term(eve, { name: 'SLA' })
  await service.term(as, { name: 'SLO' })
  const page = await service.open('/admin/users', { as })
  await record(page, eve).getByRole('link', { name: 'View activity' }).click()
  await page.waitForURL(`**/admin/audit?actor_id=${eve.id}`)
  assert.equal(await page.locator('.event .object').allInnerTexts(), ['SLA'])
})

scripted('names and email addresses are escaped', async (service) => {
  const as = await service.person('admin')
  await service.sql`insert into users (email, display_name)
    values ('<b>"x"</b>@example.com', ${hostile})`
  const page = await service.open(`/admin/users?q=${encodeURIComponent('<b>')}`, { as })
  assert.equal(await names(page), [hostile])
  assert.is(await page.locator('.record .facts span').first().innerText(), '<b>"x"</b>@example.com')
  await page.getByRole('button', { name: 'Set role' }).click()
  await page.locator('.result', { hasText: 'Role changed to Viewer.' }).waitFor()
  assert.match(await page.locator('#announcement').innerText(), hostile)
  assert.is(await isInterpreted(page), false)
  await page.goto(`/admin/users?q=${encodeURIComponent(hostile)}zzz`)
  assert.is(await isInterpreted(page), false)
})

test.run()
