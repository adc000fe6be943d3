import * as assert from 'uvu/assert'
import { browserVariants, findViolations, pages, pathOf } from './support/browser.ts'
import { bearer, wiki } from './support/credentials.ts'
import type { FlowPage } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'
import { hostile, isInterpreted } from './support/usability.ts'

const test = pages('page of the embed keys')
const { plain } = test

const names = (page: FlowPage) => page.locator('.record h3').allInnerTexts()
const secret = (page: FlowPage) => page.getByLabel(/^Key “/)

async function create(page: FlowPage, name: string, origins: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Origins').fill(origins)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel(`Key “${name}”`).waitFor()
  return secret(page).inputValue()
}

for (const { variant, visit } of browserVariants) {
  test(`an admin creates and revokes a key, ${variant}`, async (service) => {
    const as = await service.person('admin')
    const page = await service.open('/admin/embed', { as, ...visit })
    const key = await create(page, 'wiki', `${wiki}\n\nhttps://intranet.example.com\n`)
    assert.match(key, /^glp_[\w-]{43}$/)
    const line = `<script src="${service.origin}/embed.js" data-key="${key}" defer></script>`
    assert.is((await page.locator('#script-sample').innerText()).trim(), line)
    assert.equal(await names(page), ['wiki'])
    const explain = async (origin: string) => {
      const headers = { ...bearer(key), origin }
      const body = { text: 'SLA' }
      return (await service.request('POST', '/api/v1/explain', { headers, body })).status
    }
    assert.is(await explain('https://intranet.example.com'), 200)
    await service.ctx.background.settle()

    await page.goto('/admin/embed')
    assert.is(await secret(page).count(), 0)
    const record = page.getByRole('listitem').filter({ hasText: 'wiki' })
    const text = await record.innerText()
    assert.match(text, `${wiki}, https://intranet.example.com`)
    assert.match(text, /created by \S+ just now\s+last used just now/i)
    await record.getByText('Revoke', { exact: false }).first().click()
    await record.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Embed key revoked.').waitFor()
    assert.is(pathOf(page).split('?')[0], '/admin/embed')
    assert.equal(await names(page), [])
    assert.is(await explain(wiki), 401)
  })
}

test('the new key is tried on the page, with names of reviewed terms', async (service) => {
  const as = await service.person('admin')
  const page = await service.open('/admin/embed', { as })
  await create(page, 'first', wiki)
  await page.getByText('The glossary has no terms to mark yet').waitFor()
  for (const name of ['SLA', 'QRX', 'KPI']) await service.term(as, { name })
  await service.sql`update terms set status = 'official' where name = 'SLA'`
  await service.sql`update terms set status = 'suggested' where name = 'QRX'`
  await create(page, 'second', wiki)
  const marks = page.locator('#try glossary-term')
  await marks.first().waitFor()
  assert.equal(await marks.allInnerTexts(), ['SLA', 'KPI'])
  assert.is(await page.locator('glossary-term').count(), 2)
  await marks.first().hover()
  await page.locator('glossary-card').getByText('Official').waitFor()
  assert.equal(await findViolations(page), [])
})

test('the line is copied', async (service) => {
  const page = await service.open('/admin/embed', { as: await service.person('admin') })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const key = await create(page, 'wiki', wiki)
  await page.getByRole('button', { name: 'Copy the line', exact: true }).click()
  await page.getByRole('button', { name: 'Copied the line', exact: true }).waitFor()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), `data-key="${key}"`)
})

test('errors are shown at their fields, and the form keeps what was typed', async (service) => {
  const as = await service.person('admin')
  const path = '/admin/embed'
  const wrong = await sendForm(service, as, path, { name: hostile, origins: `${wiki}\nwiki` })
  assert.is(wrong.status, 422)
  assert.match(wrong.text, 'id="origins-fault">Origins: each entry must be like https://wiki')
  assert.match(wrong.text, `${wiki}\nwiki</textarea>`)
  assert.is((await sendForm(service, as, path, { name: 'wiki' })).status, 422)
  assert.is((await sendForm(service, as, path, { origins: wiki })).status, 422)
  assert.equal([...(await service.sql`select from embed_keys`)], [])

  const page = await service.open(path, { as })
  await create(page, hostile, wiki)
  assert.equal(await names(page), [hostile])
  await page.goto(path)
  assert.equal(await names(page), [hostile])
  assert.is(await isInterpreted(page), false)
})

plain('many keys come in pages', async (service) => {
  const as = await service.person('admin')
  await service.sql`insert into embed_keys (name, origins, key_hash, created_at, created_by)
    select 'key ' || n, array[${wiki}], sha256(n::text::bytea), now() - make_interval(mins => n), ${as.id}::uuid
    from generate_series(1, 30) n`
  const page = await service.open('/admin/embed', { as })
  assert.is((await names(page)).length, 25)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/admin/embed?offset=25')
  await page.locator('.pager', { hasText: '26–30 of 30' }).waitFor()
  assert.equal((await names(page))[0], 'key 26')
})

test.run()
