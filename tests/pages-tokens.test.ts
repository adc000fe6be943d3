import * as assert from 'uvu/assert'
import { type PlainTestService, pages, pathOf, variants } from './support/browser.ts'
import { apiToken, bearer } from './support/credentials.ts'
import type { FlowPage } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'
import { type Answer, glossary } from './support/test-service.ts'

const test = pages('token page')
const { plain, scripted } = test
const configured = glossary('token page with SERVICE_APP_URL', { SERVICE_APP_URL: 'https://glossary.example.com' })

const secret = (page: FlowPage) => page.getByLabel(/^Token “/)
const names = (page: FlowPage) => page.locator('.record h3').allInnerTexts()

async function create(page: FlowPage, name: string, scope: 'Read' | 'Read and write' = 'Read') {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel(`${scope}:`).check()
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = page.getByLabel(`Token “${name}”`)
  await token.waitFor()
  return token.inputValue()
}

const statusOf = async ({ request }: PlainTestService, token: string, method = 'GET') =>
  (await request(method, '/api/v1/terms', { headers: bearer(token), body: method === 'POST' ? {} : undefined })).status

for (const { variant, visit } of variants) {
  test(`a user creates and revokes a token, ${variant}`, async (service) => {
    const as = await service.person()
    const page = await service.open('/tokens', { as, ...visit })
    const reader = await create(page, 'build server')
    assert.match(reader, /^glo_[\w-]{43}$/)
    assert.equal(await names(page), ['build server'])
    assert.is(await statusOf(service, reader), 200)
    assert.is(await statusOf(service, reader, 'POST'), 403)
    const writer = await create(page, 'importer', 'Read and write')
    assert.is(await statusOf(service, writer, 'POST'), 422)
    assert.is(pathOf(page), '/tokens')

    await service.ctx.background.settle()
    await page.goto('/tokens')
    assert.is(await secret(page).count(), 0)
    const record = page.getByRole('listitem').filter({ hasText: 'build server' })
    assert.match(await record.innerText(), /read\s+created just now\s+last used just now/i)

    assert.is(await record.getByRole('button').isVisible(), false)
    await record.getByText('Revoke', { exact: false }).first().click()
    await record.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByText('Token revoked.').waitFor()
    assert.equal(await names(page), ['importer'])
    assert.is(await statusOf(service, reader), 401)
    assert.is(await statusOf(service, writer), 200)
  })
}

plain('the page leads to the browser extension, and fills in what a token is for', async (service) => {
  const as = await service.person()
  const page = await service.open('/tokens', { as })
  assert.is(await page.getByLabel('Name').inputValue(), '')
  assert.is(await page.getByRole('link', { name: 'extension', exact: true }).getAttribute('href'), '/extension.zip')
  await page.getByRole('link', { name: 'only read' }).click()
  assert.is(await page.getByLabel('Name').inputValue(), 'extension')
  await page.getByRole('link', { name: 'How to add it' }).click()
  assert.is(pathOf(page), '/help/extension')
})

for (const { variant, visit } of variants) {
  test(`a user chooses when a token expires, ${variant}`, async (service) => {
    const as = await service.person()
    const page = await service.open('/tokens', { as, ...visit })
    await page.getByLabel('Expires').selectOption('After 30 days')
    await create(page, 'build server')
    const record = page.getByRole('listitem').filter({ hasText: 'build server' })
    assert.match(await record.innerText(), /expires in 30 days/i)
    await service.sql`update api_tokens set expires_at = now() - interval '1 day'`
    await page.goto('/tokens')
    assert.match(await record.innerText(), /expired 1 day ago/i)
  })
}

test('the keyboard creates a token and copies it', async (service) => {
  const page = await service.open('/tokens', { as: await service.person() })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByLabel('Name').focus()
  await page.keyboard.type('laptop')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await secret(page).waitFor()
  const isFocused = () => secret(page).evaluate((element) => element.matches(':focus'))
  assert.is(await isFocused(), true)
  assert.is(await page.locator('#announcement').innerText(), 'Token created. Copy it now; you won’t see it again.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copied the token' }).waitFor()
  assert.is(await page.locator('#announcement').innerText(), 'Copied the token')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.is(copied, await secret(page).inputValue())
  assert.is(await statusOf(service, copied, 'POST'), 422)
})

scripted('if the browser refuses to copy, the token is selected and the button names the keys', async (service) => {
  const page = await service.open('/tokens', { as: await service.person() })
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const token = await create(page, 'a token')
  await page.getByRole('button', { name: 'Copy the token' }).click()
  await page.getByRole('button', { name: 'Press Ctrl+C to copy the token' }).waitFor()
  const selected = await secret(page).evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as HTMLInputElement
    return value.slice(selectionStart ?? 0, selectionEnd ?? 0)
  })
  assert.is(selected, token)
})

test('Copy buttons copy the samples', async (service) => {
  const page = await service.open('/tokens', { as: await service.person() })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [i, agent] of ['Claude Code', 'Cursor', 'VS Code', 'Script'].entries()) {
    await page.getByText(agent, { exact: true }).click()
    const label = `the text for ${agent}`
    await page.getByRole('button', { name: `Copy ${label}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Copied ${label}` }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.is(copied, await page.locator('pre').nth(i).innerText())
    assert.is(await page.locator('#announcement').innerText(), `Copied ${label}`)
  }
  assert.is(await page.getByRole('button', { name: /^Copied/ }).count(), 1)
})

test('without JavaScript the Copy buttons are hidden and the token can be selected', async (service) => {
  const as = await service.person()
  const page = await service.open('/tokens', { as, javaScriptEnabled: false })
  await create(page, 'a token')
  assert.ok((await page.locator('[data-copies]').count()) > 0)
  assert.is(await page.locator('[data-copies]:visible').count(), 0)
  assert.is(await secret(page).isVisible(), true)
  await page.getByText('VS Code', { exact: true }).first().click()
  const token = await secret(page).inputValue()
  const shown = await page.locator('pre:visible').allInnerTexts()
  assert.is(shown.length, 1)
  assert.match(shown[0] ?? '', `Bearer ${token}`)
  assert.is(await secret(page).getAttribute('autocomplete'), 'off')
  assert.is(await secret(page).getAttribute('name'), null)
})

plain('only one response contains the token', async (service) => {
  const as = await service.person('admin')
  const answer = await sendForm(service, as, '/tokens', { name: 'a token', scopes: 'write' })
  assert.is(answer.status, 200)
  assert.is(answer.headers.get('cache-control'), 'no-store')
  const [token = ''] = /glo_[\w-]{43}/.exec(answer.text) ?? []
  assert.is(await statusOf(service, token), 200)
  // Once in its field, and once in each of the four texts that use it.
  assert.is([...answer.text.matchAll(/glo_/g)].length, 5)
  assert.not.match([...answer.headers.values()].join(), token)

  const others = ['/tokens', '/api/v1/tokens', '/admin/audit', '/api/v1/admin/audit', '/']
  const texts = await Promise.all(others.map(async (path) => (await service.request('GET', path, { as })).text))
  const tables = await service.sql<{ dump: string }[]>`
    select query_to_xml(format('select * from %I', table_name), true, false, '')::text as dump
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  const elsewhere = [...texts, ...tables.map(({ dump }) => dump), ...service.logs].join('\n')
  assert.match(elsewhere, 'a token')
  assert.not.match(elsewhere, token.slice('glo_'.length))
})

plain('reloading creates no second token and shows none', async (service) => {
  const page = await service.open('/tokens', { as: await service.person() })
  await create(page, 'only one')
  await page.reload()
  assert.equal(await names(page), ['only one'])
  assert.is(await secret(page).count(), 0)
  await page.goto('/')
  await page.goBack()
  assert.is(await secret(page).count(), 0)
})

const typed = (answer: Answer) => /name="name"[^>]* value="([^"]*)"/.exec(answer.text)?.[1]

plain('errors are shown at their fields, and the form keeps what was typed', async (service) => {
  const as = await service.person()
  const long = 'x'.repeat(101)
  const wrong = await sendForm(service, as, '/tokens', { name: long, scopes: 'write' })
  assert.is(wrong.status, 422)
  assert.match(wrong.text, /<p class="fault" id="name-fault">Shorten the name to 100 characters \(now 101\)/)
  assert.is(typed(wrong), long)
  assert.match(wrong.text, /value="write" checked/)
  assert.is((await sendForm(service, as, '/tokens', { name: ' ' })).status, 422)
  assert.is((await sendForm(service, as, '/tokens', { name: 'x', scopes: 'all' })).status, 422)
  assert.is((await service.sql`select id from api_tokens`).length, 0)

  const page = await service.open('/tokens', { as, refusals: [422] })
  await page.getByLabel('Name').evaluate((element) => element.removeAttribute('maxlength'))
  await page.getByLabel('Name').fill(long)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.locator('.fault', { hasText: 'Shorten the name to 100 characters (now 101)' }).waitFor()
  assert.is(await page.getByLabel('Name').inputValue(), long)
})

plain('users see and revoke only their own tokens', async (service) => {
  const [ada, eve] = [await service.person(), await service.person()]
  const { id, token } = await apiToken(service, ada)
  const page = await service.open('/tokens', { as: eve })
  assert.equal(await names(page), [])
  const refused = await sendForm(service, eve, `/tokens/${id}/revoke`)
  assert.is(refused.status, 404)
  assert.match(refused.text, /You have no API token with this ID/)
  assert.is(await statusOf(service, token), 200)
})

scripted('without tokens the page explains what they are for; samples contain the origin in use', async (service) => {
  const page = await service.open('/tokens', { as: await service.person() })
  const main = page.getByRole('main')
  await main.getByText('A script, a build server or an AI agent').waitFor()
  assert.is(await main.getByRole('link', { name: 'how to use it' }).getAttribute('href'), '#usage')
  const lines = await main.locator('pre').allInnerTexts()
  // The service listens on another port than the one in SERVICE_APP_URL.
  const { origin } = service
  const [claude = '', , , curl = ''] = lines
  const authorization = '"Authorization: Bearer $GLOSSARY_TOKEN"'
  assert.is(curl, `curl -H ${authorization} "${origin}/api/v1/terms?q=sla"`)
  assert.is(claude, `claude mcp add --transport http glossary ${origin}/mcp --header ${authorization}`)
})

configured('samples contain SERVICE_APP_URL outside development mode', async ({ request, person }) => {
  const as = await person()
  const { text } = await request('GET', '/tokens', { as })
  assert.match(text, 'https://glossary.example.com/mcp')
  assert.not.match(text, 'localhost')
})

plain('many tokens come in pages', async (service) => {
  const as = await service.person()
  await service.sql`insert into api_tokens (name, scopes, user_id, token_hash, created_at)
    select 'token ' || n, '{read}', ${as.id}, sha256(n::text::bytea), now() - make_interval(mins => n)
    from generate_series(1, 30) n`
  const page = await service.open('/tokens', { as })
  assert.is((await names(page)).length, 25)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/tokens?offset=25')
  await page.locator('.pager', { hasText: '26–30 of 30' }).waitFor()
  assert.equal((await names(page))[0], 'token 26')
  await page.goto('/tokens?offset=50')
  await page.getByRole('link', { name: 'Back to the first page' }).click()
  assert.equal((await names(page))[0], 'token 1')
})

test.run()
configured.run()
