import * as assert from 'uvu/assert'
import { browserVariants, pages } from './support/browser.ts'
import { isInBrowser } from './support/flow-page.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('invitations on the page of users', { SERVICE_DEV_MODE: 'true' })

for (const { variant, visit } of browserVariants) {
  test(`an admin invites people by address, who are listed as not here yet, ${variant}`, async (service) => {
    const as = await service.person('admin', 'ada@example.com')
    await service.person('viewer', 'old@example.com')
    const page = await service.open('/admin/users', { as, ...visit, refusals: [422] })
    await page.getByText('Invite people').click()
    await page.getByLabel('Email addresses').fill('eve@example.com, nobody')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('“nobody” is not an email address').waitFor()
    const typed = 'Eve Roe <eve@example.com>, bob@example.com\nOLD@example.com'
    await page.getByLabel('Email addresses').fill(typed)
    await page.getByLabel('Role from their first login on').selectOption('Editor')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText(`2 editors invited. Tell them to log in at ${service.origin}/login.`).waitFor()
    await page.getByText('OLD@example.com has an account already').waitFor()
    const waiting = page.locator('.record', { hasText: 'Not here yet' }).locator('h2')
    assert.equal(await waiting.allInnerTexts(), ['bob@example.com', 'eve@example.com'])
    if (isInBrowser(page)) assert.equal(await findFlawsOf(page), [])
    await service.request('GET', '/auth/dev/login?email=eve@example.com')
    const [eve] = await service.sql`select role from users where email = 'eve@example.com'`
    assert.is(eve?.role, 'editor')
    await page.goto('/admin/users')
    assert.equal(await waiting.allInnerTexts(), ['bob@example.com'])
  })

  test(`an admin gives several people a role at once, ${variant}`, async (service) => {
    const as = await service.person('admin', 'ada@example.com')
    for (const name of ['bob', 'eve', 'ian']) await service.person('viewer', `${name}@example.com`)
    const page = await service.open('/admin/users', { as, ...visit, refusals: [409] })
    const select = async (...names: string[]) => {
      for (const name of names) await page.getByLabel(`Select ${name}@example.com`).check()
    }
    await select('bob', 'eve')
    if (isInBrowser(page)) {
      await page.getByText('2 selected:').waitFor()
      assert.equal(await findFlawsOf(page), [])
    }
    await page.getByLabel('Role of the selected users').selectOption('Editor')
    await page.locator('#selected').getByRole('button', { name: 'Set role' }).click()
    await page.getByText('Roles changed.').waitFor()
    const roles = async () => (await service.sql`select role from users order by email`).map(({ role }) => role)
    assert.equal(await roles(), ['admin', 'editor', 'editor', 'viewer'])
    const events = await service.sql`select from audit_events where action = 'user.role_changed'`
    assert.is(events.length, 2)
    await select('ada', 'ian')
    await page.getByLabel('Role of the selected users').selectOption('Editor')
    await page.locator('#selected').getByRole('button', { name: 'Set role' }).click()
    await page.getByText('This is the last active admin.').waitFor()
    assert.equal(await roles(), ['admin', 'editor', 'editor', 'editor'])
  })
}

test.run()
