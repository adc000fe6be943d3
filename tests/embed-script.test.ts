import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { BrowserTestService } from './support/browser.ts'
import {
  addTerms,
  card,
  html,
  markedNames,
  marks,
  recordTexts,
  waitForMarks,
  websites,
} from './support/embedded-page.ts'
import { openWebsite } from './support/website.ts'

const test = websites('embed: what is marked and sent')

test('the script is small, public and cached, and leaves no variables in the page', async (service, site) => {
  const { request, app, origin } = service
  const { status, headers, text } = await request('GET', '/embed.js')
  assert.is(status, 200)
  assert.is(headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.is(headers.get('cache-control'), 'public, max-age=300')
  assert.is(headers.get('cross-origin-resource-policy'), 'cross-origin')
  const zipped = await app(new Request(`${origin}/embed.js`, { headers: { 'accept-encoding': 'gzip' } }), '127.0.0.1')
  assert.is(zipped.headers.get('content-encoding'), 'gzip')
  const bytes = new Uint8Array(await zipped.arrayBuffer())
  assert.is(gunzipSync(bytes).toString(), text)
  assert.ok(bytes.length <= 12 * 1024, `${bytes.length} bytes`)

  const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
  assert.is((await request('GET', '/embed.js', known)).status, 304)
  const other = { headers: { 'if-none-match': '"another"' } }
  assert.is((await request('GET', '/embed.js', other)).status, 200)

  const globals = (page: Page) => page.evaluate(() => Object.getOwnPropertyNames(globalThis).sort())
  const without = await site.open(html, { script: null })
  await addTerms(service, site)
  const page = await site.open(html)
  await waitForMarks(page)
  assert.equal(await globals(page), await globals(without))
})

test('the first occurrence of each term is marked, whatever it is called', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(
    `<main><p>SLAs and the uptime promise: a Service Level
      Agreement.</p><p>CI/CD, SLA’s ci/cd.</p></main>`,
  )
  assert.equal(await waitForMarks(page), ['SLAs', 'CI/CD'])
  assert.is(await page.locator('p').nth(1).innerText(), 'CI/CD, SLA’s ci/cd.')
})

test('nothing is marked or sent of headings, links, code, controls and what is not to be translated', async (service, site) => {
  await addTerms(service, site)
  const parts = [
    ...['<h1>SLA h1</h1>', '<h4>SLA h4</h4>', '<div role="heading" aria-level="2">SLA role</div>'],
    ...['<p><a href="/">SLA link</a></p>', '<p><code>SLA code</code></p>', '<pre>SLA pre</pre>'],
    ...['<p><kbd>SLA kbd</kbd></p>', '<button>SLA button</button>', '<label>SLA label</label>'],
    ...['<textarea>SLA area</textarea>', '<select><option>SLA option</option></select>'],
    ...['<div contenteditable>SLA edit</div>', '<p translate="NO">SLA <i>as it is</i></p>'],
    ...['<details><summary>SLA summary</summary></details>', '<p hidden>SLA hidden</p>'],
    ...['<script type="text/plain">SLA script</script>', '<template>SLA template</template>'],
    ...['<p aria-hidden="true">SLA aria</p>', '<svg><text>SLA svg</text></svg>'],
  ]
  const page = await site.open(
    `<main>${parts.join('')}<p>Service <code>x</code> Level Agreement</p><p id="plain">CI/CD</p></main>`,
  )
  assert.equal(await waitForMarks(page), ['CI/CD'])
  const texts = recordTexts(page)
  await page.reload()
  await waitForMarks(page)
  const sent = texts.join().split(/[\s\ufffc]+/)
  assert.equal(sent.filter(Boolean), ['Service', 'Level', 'Agreement', 'CI/CD'])
})

test('terms are marked in main and article, otherwise in the page, or where the script says', async (service, site) => {
  await addTerms(service, site)
  const parts = (main: string) =>
    `<div id="menu"><p>SLA</p></div><${main}><p>CI/CD</p><article><p>SLA</p></article></${main}>`
  const inMenu = (page: Page) => page.locator('#menu glossary-term').count()
  const page = await site.open(parts('main'))
  assert.equal(await waitForMarks(page), ['CI/CD', 'SLA'])
  assert.is(await inMenu(page), 0)
  const article = await site.open(parts('div'))
  assert.equal(await waitForMarks(article), ['SLA'])
  assert.is(await inMenu(article), 0)
  const plain = await site.open('<div id="menu"><p>SLA</p></div>')
  assert.equal(await waitForMarks(plain), ['SLA'])
  const chosen = await site.open(parts('main'), { script: { 'data-selector': '#menu' } })
  assert.equal(await waitForMarks(chosen), ['SLA'])
  assert.is(await inMenu(chosen), 1)
})

test('text in elements that have no box is marked as far as their parents allow it', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(
    `<main><section class="bare"><x-text class="bare">Our <em class="bare">SLA</em>, the</x-text> uptime</section>
      <div class="flex"><span class="bare">The CI/CD server</span></div><p class="none"><b class="bare">CI/CD</b></p></main>`,
    { css: '.bare { display: contents } .flex { display: flex } .none { display: none }' },
  )
  assert.equal(await waitForMarks(page), ['SLA'])
  site.show('<main><div class="bare"><p class="bare">CI/CD</p></div><p>SLA</p></main>', {
    css: '.bare { display: contents }',
  })
  await page.reload()
  await marks(page).nth(1).waitFor()
  assert.equal(await markedNames(page), ['CI/CD', 'SLA'])
})

test('a script that imports it is told how to add it, and gets no error', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(html, { script: null })
  const [warning] = await Promise.all([
    page.waitForEvent('console', (message) => message.type() === 'warning'),
    page.evaluate((url) => import(url), `${service.origin}/embed.js`),
  ])
  assert.match(warning.text(), /^Glossary: .* own tag: add <script src="…\/embed\.js" data-key="…" defer>/)
  assert.is(await marks(page).count(), 0)
})

test('two scripts in a page mark their own parts of it', async (service, site) => {
  await addTerms(service, site)
  const second = `<script src="${service.origin}/embed.js" data-key="${site.key}" data-selector="#b" defer></script>`
  const page = await site.open(`<p id="a">SLA</p><p id="b">CI/CD</p>${second}`, { script: { 'data-selector': '#a' } })
  await marks(page).nth(1).waitFor()
  assert.equal(await markedNames(page), ['SLA', 'CI/CD'])
  await marks(page).first().focus()
  await card(page).getByText('What we promise').waitFor()
  await marks(page).last().focus()
  await card(page).getByText('Building and delivering').waitFor()
})

test('text is sent when it comes into view', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main><p>Our SLA</p><div class="far"></div><p>The CI/CD server</p></main>', {
    css: '.far { height: 5000px }',
  })
  assert.equal(await waitForMarks(page), ['SLA'])
  const texts = recordTexts(page)
  await page.locator('p').last().scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'CI/CD' }).waitFor()
  assert.equal(
    texts.map((text) => text.split('\n')[0]),
    ['The CI/CD server'],
  )
})

test('a text of any length is sent in pieces, and a term is marked once', async (service, site) => {
  await addTerms(service, site)
  const words = 'Nothing of interest here. '.repeat(3000)
  const page = await site.open(`<main><p>${words}The SLA. ${words}The SLA and CI/CD.</p></main>`)
  await page.getByRole('button', { name: 'CI/CD' }).waitFor()
  assert.equal(await markedNames(page), ['SLA', 'CI/CD'])
  const text = `${words}The SLA. ${words}The SLA and CI/CD.`
  assert.is(await page.locator('p').evaluate((each) => each.textContent), text)
})

/** The errors of the browser about a request that was refused; they are expected. */
function takeWrong({ wrong }: BrowserTestService) {
  const taken = wrong.splice(0)
  assert.ok(taken.length > 0 && taken.every((text) => /CORS policy|net::ERR_FAILED/.test(text)), taken.join('\n'))
}

test('with a wrong or revoked key, or on another website, the page stays as it is', async (service, site) => {
  await addTerms(service, site)
  const other = await openWebsite(service)
  const attempts = [
    () => site.open(html, { script: { 'data-key': `glp_${'A'.repeat(43)}` } }),
    () => site.open(html, { script: { 'data-key': '' } }),
    () => site.open(html, { script: { 'data-key': other.key } }),
  ]
  for (const attempt of attempts) {
    const page = await attempt()
    const warning = await page.waitForEvent('console', { predicate: (message) => message.type() === 'warning' })
    assert.match(warning.text(), /^Glossary: terms are not marked .* Check that data-key is a valid/)
    assert.is(await page.locator('body').innerHTML(), html)
  }
  takeWrong(service)
  await other.stop()
})

test('after too many requests it waits as long as the server says', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(html, { script: null, refusals: [429] })
  let count = 0
  await page.route('**/api/v1/explain', async (route) => {
    if (route.request().method() !== 'POST' || count++ > 0) return route.continue()
    const cors = { 'access-control-allow-origin': site.origin }
    const exposed = { 'access-control-expose-headers': 'Retry-After' }
    await route.fulfill({ status: 429, headers: { ...cors, ...exposed, 'retry-after': '1' } })
  })
  site.show(html)
  await page.reload()
  await waitForMarks(page)
  assert.is(count, 2)
})

test.run()
