import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import {
  type BrowserTestService,
  findViolations,
  hasHorizontalScroll,
  pages,
  widths,
} from './support/browser.ts'
import { hostile } from './support/usability.ts'
import { openWebsite, type Website } from './support/website.ts'

const suite = pages('embed')

/** A test with a website of another origin. */
const test = (title: string, body: (service: BrowserTestService, site: Website) => Promise<void>) =>
  suite(title, async (service) => {
    const site = await openWebsite(service)
    try {
      await body(service, site)
    } finally {
      await site.stop()
    }
  })

const marks = (page: Page) => page.locator('glossary-term')
const card = (page: Page) => page.locator('glossary-card .card')
const markedNames = (page: Page) => marks(page).allInnerTexts()

/** Returns what a screen reader reads after the name of a button. */
async function descriptionOf(page: Page, name: string) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const found = nodes.find((node) => node.role?.value === 'button' && node.name?.value === name)
  return `${found?.description?.value}`
}

/** Waits until something is marked, and returns all that is. */
async function waitForMarks(page: Page) {
  await marks(page).first().waitFor()
  return markedNames(page)
}

/** Returns the texts that a page sends to the glossary. */
function recordTexts(page: Page) {
  const texts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') texts.push(request.postDataJSON().text)
  })
  return texts
}

const html = `<main><p id="first">Our <b>SLA</b> is a promise. The SLA does not cover the CI/CD server.</p></main>`

async function addTerms(service: BrowserTestService, { admin }: Website) {
  const sla = await service.term(admin, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'What we promise\na customer.',
    category: 'Operations',
    aliases: [{ name: 'uptime promise', kind: 'discouraged' }],
  })
  await service.sql`update terms set status = 'official' where id = ${sla.id}`
  await service.term(admin, { name: 'CI/CD', definition: 'Building and delivering.' })
  return sla
}

test('the script is small, public and cached, and leaves no variables in the page', async (service, site) => {
  const { request, app, origin } = service
  const { status, headers, text } = await request('GET', '/embed.js')
  assert.is(status, 200)
  assert.is(headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.is(headers.get('cache-control'), 'public, max-age=300')
  assert.is(headers.get('cross-origin-resource-policy'), 'cross-origin')
  const zipped = await app(
    new Request(`${origin}/embed.js`, { headers: { 'accept-encoding': 'gzip' } }),
    '127.0.0.1',
  )
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
    ...['<div contenteditable>SLA edit</div>', '<p translate="no">SLA <i>as it is</i></p>'],
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

test('the card opens on hover, stays while the pointer is on it, and closes with Escape', async (service, site) => {
  const { id } = await addTerms(service, site)
  const page = await site.open(html)
  await waitForMarks(page)
  const mark = marks(page).first()
  await mark.hover()
  await card(page).waitFor()
  assert.equal((await card(page).innerText()).split(/\n+/), [
    ...['SLA Service Level Agreement', 'What we promise', 'a customer.', 'Official · Operations'],
  ])
  const link = page.locator('glossary-card').getByRole('link', { name: 'SLA' })
  assert.is(await link.getAttribute('href'), `${service.origin}/terms/${id}`)
  await link.hover()
  await page.waitForTimeout(700)
  assert.is(await card(page).count(), 1)
  await page.keyboard.press('Escape')
  assert.is(await card(page).count(), 0)
  await page.mouse.move(5, 500)
  await mark.hover()
  await card(page).waitFor()
  await page.mouse.move(5, 500)
  await card(page).waitFor({ state: 'detached' })
})

test('the keyboard opens the card, reaches its link, and comes back with Escape', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(html)
  await waitForMarks(page)
  const mark = page.getByRole('button', { name: 'SLA', exact: true })
  await page.keyboard.press('Tab')
  await card(page).waitFor()
  assert.is(await mark.evaluate((element) => element === document.activeElement), true)
  assert.is(await mark.getAttribute('aria-expanded'), 'true')
  assert.match(await descriptionOf(page, 'SLA'), /What we promise\s+a customer/)
  await page.keyboard.press('Tab')
  const link = page.locator('glossary-card').getByRole('link')
  assert.is(await link.evaluate((element) => element.matches(':focus')), true)
  await page.keyboard.press('Escape')
  assert.is(await card(page).count(), 0)
  assert.is(await mark.evaluate((element) => element === document.activeElement), true)
  assert.is(await mark.getAttribute('aria-expanded'), 'false')
  for (const [key, count] of [
    ['Enter', 1],
    ['Enter', 0],
    [' ', 1],
  ] as const) {
    await page.keyboard.press(key)
    assert.is(await card(page).count(), count)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await card(page).getByText('Building and delivering.').waitFor()
  assert.is(await card(page).count(), 1)
})

test('a tap opens the card, and a tap elsewhere closes it', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(html, { width: widths.narrow, hasTouch: true })
  await waitForMarks(page)
  await marks(page).first().tap()
  await card(page).waitFor()
  assert.is(await hasHorizontalScroll(page), false)
  await page.touchscreen.tap(200, 700)
  await card(page).waitFor({ state: 'detached' })
})

test('all meanings are shown, those of the category first; text is shown as it is', async (service, site) => {
  const { admin } = site
  for (const category of ['Banking', 'Operations']) {
    await service.term(admin, { name: 'ATM', definition: `${category} ${hostile}`, category })
  }
  const page = await site.open('<main><p>The ATM</p></main>', {
    script: { 'data-category': 'Operations' },
  })
  await waitForMarks(page)
  await marks(page).focus()
  await card(page).getByText('2 meanings').waitFor()
  const found = await card(page).locator('.definition').allInnerTexts()
  assert.equal(found, [`Operations ${hostile}`, `Banking ${hostile}`])
  assert.is(await page.evaluate(() => 'intruder' in globalThis), false)
})

test('two scripts in a page mark their own parts of it', async (service, site) => {
  await addTerms(service, site)
  const second = `<script src="${service.origin}/embed.js" data-key="${site.key}" data-selector="#b" defer></script>`
  const page = await site.open(`<p id="a">SLA</p><p id="b">CI/CD</p>${second}`, {
    script: { 'data-selector': '#a' },
  })
  await marks(page).nth(1).waitFor()
  assert.equal(await markedNames(page), ['SLA', 'CI/CD'])
  await marks(page).first().focus()
  await card(page).getByText('What we promise').waitFor()
  await marks(page).last().focus()
  await card(page).getByText('Building and delivering').waitFor()
})

test('a discouraged name says what to say instead', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main><p>An uptime promise</p></main>')
  await waitForMarks(page)
  await marks(page).focus()
  await card(page).getByText('Say SLA, not “uptime promise”').waitFor()
})

/** Where each element is, and each character that is not a space. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const places: [name: string, place: DOMRect][] = []
    for (const element of document.body.querySelectorAll('*:not(glossary-term, glossary-card)')) {
      places.push([element.localName, element.getBoundingClientRect()])
    }
    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      for (const [index, character] of [...(node.nodeValue ?? '')].entries()) {
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        if (character.trim() !== '') places.push([character, range.getBoundingClientRect()])
      }
    }
    return places.map(([name, { x, y, width, height }]) =>
      [name, ...[x, y, width, height].map((each) => each.toFixed(2))].join(' '),
    )
  })

test('nothing moves when terms are marked and a card opens, whatever the styles of the page', async (service, site) => {
  await addTerms(service, site)
  const text = `${html}<article><p>Longer text about the CI/CD server, that takes several lines in a narrow window. </p>
    <div class="flex">A flex container with SLA in it</div><p class="wide"><em>SLA</em> to end with</p></article>`
  const css = `p { text-align: justify; hyphens: auto } .flex { display: flex; justify-content: space-between; gap: 1em }
    .wide { letter-spacing: 0.1em; text-transform: lowercase } * { margin: 3px; padding: 2px } main { overflow: hidden }
    span, div { border: 1px solid; display: block }`
  const options = { css, width: widths.narrow }
  const before = await layoutOf(await site.open(text, { ...options, script: null }))
  const page = await site.open(text, options)
  assert.equal(await waitForMarks(page), ['SLA', 'CI/CD'])
  assert.equal(await layoutOf(page), before)
  await marks(page).first().focus()
  await card(page).waitFor()
  assert.equal(await layoutOf(page), before)
})

test('on dark pages the card is dark; it is accessible on both', async (service, site) => {
  await addTerms(service, site)
  const css = `@media (prefers-color-scheme: dark) { html { background: #111; color: #eee } }`
  const backgroundOf = () => card(page).evaluate((each) => getComputedStyle(each).backgroundColor)
  const page = await site.open(`<main><h1>A page</h1>${html.slice(6)}`, { css })
  await waitForMarks(page)
  for (const [colorScheme, background] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(34, 33, 39)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await marks(page).first().focus()
    await card(page).waitFor()
    assert.is(await backgroundOf(), background)
    assert.equal(await findViolations(page), [])
    await page.keyboard.press('Escape')
    await marks(page).first().blur()
  }
})

test('text is sent when it comes into view', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(
    '<main><p>Our SLA</p><div class="far"></div><p>The CI/CD server</p></main>',
    { css: '.far { height: 5000px }' },
  )
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
  assert.ok(
    taken.every((text) => /CORS policy|net::ERR_FAILED/.test(text)),
    taken.join('\n'),
  )
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
    const warning = await page.waitForEvent('console', {
      predicate: (message) => message.type() === 'warning',
    })
    assert.match(
      warning.text(),
      /^Glossary: terms are not marked .* Check that data-key is a valid/,
    )
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

suite.run()
