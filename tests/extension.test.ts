import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { apiToken } from './support/credentials.ts'
import { card, marks } from './support/embedded-page.ts'
import { eventually } from './support/eventually.ts'
import { type ExtensionBrowser, origin } from './support/extension.ts'
import { exportsOf, extensionTests, htmlOf, saveToken, site } from './support/extension-tests.ts'
import { leastMs } from './support/processor-time.ts'

const test = extensionTests('browser extension')
test.before(({ browser }) => {
  browser.show(`${site}/static`, htmlOf('<main><p>Our <b>SLA</b> and CI/CD.</p></main>'))
})

test('the service gives everyone one small file, the same for the same sources, that asks for few rights', async ({
  browser,
}) => {
  const { service } = browser
  const get = (headers = {}) => service.app(new Request(`${origin}/extension.zip`, { headers }), '127.0.0.1')
  const { status, headers } = await get()
  assert.equal([status, headers.get('content-type')], [200, 'application/zip'])
  const bytes = async () => Buffer.from(await (await get()).arrayBuffer())
  assert.ok((await bytes()).length <= 300 * 1024)
  assert.is((await get({ 'if-none-match': headers.get('etag') })).status, 304)
  const { readExtensionFile } = await import('../lib/client/extension/bundle.ts')
  await readExtensionFile('https://another.example.com') // so that it is made anew
  const again = await readExtensionFile(origin)
  assert.is(again?.tag, headers.get('etag'))
  assert.ok((await bytes()).equals(Buffer.from(again?.bytes ?? [])))

  const worker = await browser.worker()
  const manifest = await worker.evaluate(() => chrome.runtime.getManifest())
  assert.equal(
    [manifest.manifest_version, manifest.minimum_chrome_version, manifest.name],
    [3, '120', new URL(origin).host],
  )
  assert.equal(manifest.permissions?.sort(), ['activeTab', 'contextMenus', 'scripting', 'storage'])
  assert.equal(manifest.host_permissions, [`${origin}/*`])
  assert.equal(manifest.optional_host_permissions?.sort(), ['http://*/*', 'https://*/*'])
  assert.is('content_security_policy' in manifest || 'content_scripts' in manifest, false)
  assert.equal(await worker.evaluate(() => chrome.permissions.getAll().then(({ origins }) => origins)), [`${origin}/*`])
  assert.is(await worker.evaluate(() => chrome.extension.isAllowedIncognitoAccess()), false)
  const item = await worker.evaluate(() => (globalThis as { menuItem?: unknown }).menuItem)
  assert.equal(item, { id: 'answer', title: 'What does “%s” mean here?', contexts: ['selection'] })
})

test('the options show the glossary, and say whether it accepts a token, which pages cannot read', async ({
  browser,
}) => {
  const wrong = await saveToken(browser, 'glt_wrong', /does not accept the token/)
  assert.is(await wrong.getByRole('link', { name: origin }).getAttribute('href'), origin)
  assert.is(
    await wrong.getByRole('link', { name: 'Create one' }).getAttribute('href'),
    `${origin}/tokens?name=extension`,
  )
  const asked = exportsOf(browser).length
  await wrong.reload()
  await wrong
    .locator('#state')
    .filter({ hasText: /does not accept/ })
    .waitFor()
  assert.is(exportsOf(browser).length, asked, 'it is not asked again and again')
  const page = await saveToken(browser, browser.token, /^9 terms, as of /)
  assert.is(await page.getByLabel('Token').inputValue(), '')
})

test('no page is marked until the person allows its site with the button, and then open pages are, too', async ({
  browser,
}) => {
  browser.show(`${site}/`, htmlOf('<main><p>Our SLA</p></main>'))
  const page = await browser.open(`${site}/`)
  await page.waitForTimeout(500)
  assert.is(await marks(page).count(), 0)
  const said = await browser.press(page, `${site}/*`)
  assert.match(said, /glossary\.test[\s\S]*Stop on http:\/\/wiki\.test/)
  await marks(page).waitFor()
  const worker = await browser.worker()
  assert.equal(await worker.evaluate(() => chrome.permissions.getAll().then(({ origins }) => origins?.sort())), [
    ...[`${origin}/*`, `${site}/*`],
  ])
  const elsewhere = await browser.open('http://other.test/')
  assert.is(await marks(elsewhere).count(), 0)
  const own = await browser.open(`${origin}/login`)
  assert.match(await browser.press(own), /Names are not marked on this page/)
})

/** Selects a text of a page, and chooses the entry of the menu, which only the browser can show. */
async function askAbout(browser: ExtensionBrowser, page: Page, selectionText: string) {
  const worker = await browser.worker()
  await page.bringToFront()
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('main') as Node))
  await worker.evaluate(
    async ([selectionText, pageUrl]) => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
      const info = { menuItemId: 'answer', selectionText, pageUrl, frameId: 0, editable: false }
      const { onClicked } = chrome.contextMenus as never as { onClicked: { dispatch(...given: unknown[]): void } }
      onClicked.dispatch(info, tab)
    },
    [selectionText, page.url()] as const,
  )
}

test('a selection has a card that says what it means, or where to add it, which only a press sends', async ({
  browser,
}) => {
  const page = await browser.open(`${site}/static`)
  await askAbout(browser, page, 'service level agrement')
  await card(page).waitFor()
  const lines = (await card(page).innerText()).split(/\n+/)
  assert.equal(lines.slice(0, 2), [
    'Spelled a little differently: Service Level Agreement',
    'SLA Service Level Agreement',
  ])
  assert.is(await page.evaluate(() => document.activeElement?.localName), 'glossary-card')
  await page.keyboard.press('Escape')
  assert.is(await card(page).count(), 0)
  await askAbout(browser, page, '  Zorbquux  ')
  await card(page).getByText('“Zorbquux” is not in the glossary yet.').waitFor()
  const sent = () => browser.requests.filter(({ url, body }) => /zorbquux/i.test(url + body)).map(({ url }) => url)
  await page.waitForTimeout(300)
  assert.equal(sent(), [])
  const [added] = await Promise.all([
    browser.context.waitForEvent('page'),
    card(page).getByRole('link', { name: 'Add it' }).click(),
  ])
  await added.waitForLoadState()
  assert.is(sent()[0], `${origin}/terms/new?name=Zorbquux`)
  await added.close()
  await page.close()
})

test('where no card can be shown beside a selection, a page of the extension says it', async ({ browser }) => {
  const page = await browser.open('http://nowhere.test/')
  const [shown] = await Promise.all([
    browser.context.waitForEvent('page', (each) =>
      each.waitForURL('**/answer.html*').then(
        () => true,
        () => false,
      ),
    ),
    askAbout(browser, page, 'CI/CD'),
  ])
  await shown.getByText('Building and delivering.').waitFor()
  assert.match(shown.url(), /^chrome-extension:.*\/answer\.html#CI%2FCD$/)
  await shown.close()
  await page.close()
})

test('the copy outlives the worker, and the service is asked every five minutes at most', async ({ browser }) => {
  const open = async () => {
    const page = await browser.open(`${site}/static`)
    await marks(page).first().waitFor()
    await page.close()
  }
  await open()
  const before = exportsOf(browser).length
  await browser.endWorker()
  await open()
  assert.is(exportsOf(browser).length, before)
  const inWorker = async (work: () => unknown) => (await browser.worker()).evaluate(work)
  const later = () =>
    inWorker(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 6 * 60_000
    })
  await later()
  await open()
  const [asked, ...more] = exportsOf(browser).slice(before)
  assert.equal([asked?.headers['if-none-match'] !== undefined, more.length], [true, 0])
  await inWorker(() => chrome.storage.local.set({ token: 'no token any more' }))
  await later()
  const page = await browser.open(`${site}/static`)
  await eventually('the copy is deleted', () => inWorker(async () => (await caches.keys()).length === 0))
  assert.is(await marks(page).count(), 0)
  await page.close()
})

test('a site that is removed in the options is not marked any more, nor are its open pages', async ({ browser }) => {
  const { token } = await apiToken(browser.service, browser.admin)
  const page = await browser.open(`${site}/static`)
  const options = await saveToken(browser, token, /^9 terms/)
  await marks(page).first().waitFor()
  await options.getByRole('button', { name: 'Remove http://wiki.test' }).click()
  await options.getByText('http://wiki.test').waitFor({ state: 'detached' })
  await eventually('the marks are gone', async () => (await marks(page).count()) === 0)
  await page.reload()
  await page.waitForTimeout(500)
  assert.is(await marks(page).count(), 0)
  await options.close()
  await page.close()
})

test('with a thousand terms, a worker that is woken needs little of the processor', async ({ browser }) => {
  const rows = Array.from({ length: 1000 }, (_, i) => ({ name: `Quarn ${i.toString(36)}`, definition: 'A number.' }))
  await browser.service.request('POST', '/api/v1/import', { as: browser.admin, body: rows })
  await (await saveToken(browser, browser.token, /^1009 terms/)).close()
  await browser.allow(`${site}/*`)
  const ms = await leastMs(1500, async () => {
    await browser.endWorker()
    const before = await browser.extensionMs()
    const page = await browser.open(`${site}/static`)
    await marks(page).first().waitFor()
    const after = await browser.extensionMs()
    await page.close()
    return after - before
  })
  assert.ok(ms > 0 && ms < 1500, `${ms} ms`)
})

test.run()
