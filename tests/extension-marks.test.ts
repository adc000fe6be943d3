import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { bundle } from './support/bundles.ts'
import { embedKey } from './support/credentials.ts'
import { card, marks } from './support/embedded-page.ts'
import { eventually } from './support/eventually.ts'
import { origin } from './support/extension.ts'
import { extensionTests, htmlOf, saveToken, site, withEmbed } from './support/extension-tests.ts'

const test = extensionTests('browser extension: marks and cards')
test.before(async ({ browser }) => {
  await (await saveToken(browser, browser.token, /^9 terms/)).close()
  await browser.allow(`${site}/*`)
})

const strict = 'http://strict.test'

/** The marks of a page, each with how much text is before it, and what its card says. */
async function marksOf(page: Page) {
  const places = await page.evaluate(() =>
    [...window.document.querySelectorAll('glossary-term')].map((mark) => {
      const range = new Range()
      range.setStart(window.document.body, 0)
      range.setEndBefore(mark)
      return `${mark.textContent} at ${range.toString().length}`
    }),
  )
  const texts: string[] = []
  await page.bringToFront()
  for (const mark of await marks(page).all()) {
    await mark.focus()
    await card(page).waitFor()
    texts.push((await card(page).innerText()).replaceAll(/ · Stop underlining it for everyone…/g, ''))
    await page.keyboard.press('Escape')
  }
  return { places, texts }
}

const text = (words: string) => `<main><p>${words}</p></main>`
const filler = '<p>Nothing of interest here.</p>'.repeat(400)
/** What is opened with the embed and with the extension. */
const pages: Record<string, () => Promise<string> | string> = {
  static: () => htmlOf(text('Our <b>SLA</b>, an uptime promise. The SLAs, CI/CD and two ATMs; QZX, never here.')),
  React: async () =>
    htmlOf(
      '<main></main>',
      `<script type="module">${await bundle(`
        import { createRoot } from 'react-dom/client'
        createRoot(document.querySelector('main')).render(<ul>{['SLA', 'CI/CD'].map((n) => <li key={n}>{n} of {n}</li>)}</ul>)
        `)}</script>`,
    ),
  Turbo: async () =>
    htmlOf(
      text('The <a href="/Turbo-2">second</a>'),
      `<script type="module">${await bundle(`import * as Turbo from '@hotwired/turbo'
        if (location.pathname === '/Turbo') setTimeout(() => Turbo.visit('/static'), 200)`)}</script>`,
    ),
  'shadow DOM': () =>
    htmlOf(
      `<main><div><template shadowrootmode="open"><p>SLA <slot></slot></p></template><p>The CI/CD</p></div></main>`,
    ),
  'right to left': () => htmlOf('<main dir="rtl"><p>זה SLA שלנו, וגם CI/CD.</p></main>', '', 'he'),
  German: () => htmlOf(text('Das Arbeitszeitkonto steht im SLA, sagt die ATM-Gruppe.'), '', 'de'),
  'what is never marked': () =>
    htmlOf(`<main><h2>SLA</h2><p><a href="/">SLA</a> <code>SLA</code> <button>SLA</button></p><pre>SLA</pre>
      <label>SLA <input value="SLA"></label><textarea>SLA</textarea><div contenteditable>SLA</div>
      <div role="textbox">SLA</div><p translate="no">SLA</p><p hidden>SLA</p><p>CI/CD</p></main>`),
  long: () =>
    htmlOf(`<main>${filler}<p>The SLA, below.</p></main>`, '<style>p { margin: 0; line-height: 1px }</style>'),
  'boxes of any kind': () =>
    htmlOf(
      '<main><section class="bare"><p>An SLA</p></section><div class="flex">CI/CD</div><table><tr><td>ATM</table></main>',
      '<style>.bare { display: contents } .flex { display: flex }</style>',
    ),
  'several articles': () => htmlOf('<p>CI/CD</p><article><p>SLA</p></article><article><p>SLA, CI/CD</p></article>'),
}

for (const [name, make] of Object.entries(pages)) {
  test(`marks and cards are those of the embed: ${name}`, async ({ browser }) => {
    const html = await make()
    const { key } = await embedKey(browser.service, browser.admin, [withEmbed])
    const [path, static_] = [`/${name.replaceAll(' ', '-')}`, await pages.static?.()]
    const script = `<script src="${origin}/embed.js" data-key="${key}" defer></script>`
    for (const [at, head] of [
      [site, ''],
      [withEmbed, script],
    ] as const) {
      browser.show(`${at}${path}`, html.replace('</head>', `${head}</head>`))
      browser.show(`${at}/static`, `${static_}`.replace('</head>', `${head}</head>`))
    }
    const found = []
    for (const at of [withEmbed, site]) {
      const page = await browser.open(`${at}${path}`)
      if (name === 'Turbo') await page.waitForURL('**/static')
      await marks(page).first().waitFor()
      await page.waitForTimeout(300)
      found.push(await marksOf(page))
      await page.close()
    }
    assert.ok(found[0] && found[0].places.length > 0)
    assert.equal(found[1], found[0])
    assert.is(found[0].texts.join().includes('German translation'), name === 'German')
  })
}

test('its cards offer no editing, and their links open beside the page and do not say where they were', async ({
  browser,
}) => {
  const page = await browser.open(`${site}/static`)
  await marks(page).first().hover()
  await card(page).waitFor()
  const links = await card(page).getByRole('link').all()
  assert.equal(await Promise.all(links.map((link) => link.innerText())), ['SLA', 'SLO', 'Contract', 'Handbook'])
  for (const link of links)
    assert.equal(
      [await link.getAttribute('target'), /noreferrer/.test(`${await link.getAttribute('rel')}`)],
      [...['_blank', true]],
    )
  await page.close()
})

test('a category of a site comes first there', async ({ browser }) => {
  browser.show(`${site}/atm`, htmlOf(text('An ATM')))
  const first = async () => {
    const page = await browser.open(`${site}/atm`)
    await marks(page).first().focus()
    await card(page).waitFor()
    const [definition] = await card(page).locator('.definition').allInnerTexts()
    await page.close()
    return definition
  }
  const options = await browser.options()
  const category = options.getByLabel('Category on http://wiki.test')
  for (const name of ['Machines', 'Banking']) {
    await category.selectOption(name)
    await eventually('the category is kept', async () => (await first()) === `${name}.`)
  }
  await category.selectOption('')
  await options.close()
})

test('a page whose policy allows nothing is marked all the same', async ({ browser }) => {
  const policy = { 'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'" }
  browser.show(`${strict}/`, htmlOf(text('Our SLA')), policy)
  await browser.allow(`${strict}/*`)
  const wrong: string[] = []
  const page = await browser.context.newPage()
  page.on('console', (message) => wrong.push(message.text()))
  page.on('pageerror', ({ message }) => wrong.push(message))
  await page.goto(`${strict}/`)
  await marks(page).first().waitFor()
  assert.equal((await marksOf(page)).places, ['SLA at 4'])
  assert.equal(
    wrong.filter((line) => !/favicon/.test(line)),
    [],
  )
  await page.close()
})

test('where the embed runs, or begins to, its marks are the only ones', async ({ browser }) => {
  const { key } = await embedKey(browser.service, browser.admin, [site])
  const script = `<script src="${origin}/embed.js" data-key="${key}" defer></script>`
  browser.show(`${site}/embed`, htmlOf(text('Our SLA and CI/CD'), script))
  browser.show(`${site}/late`, htmlOf(text('Our SLA and CI/CD')))
  for (const path of ['/embed', '/late']) {
    const page = await browser.open(`${site}${path}`)
    await marks(page).first().waitFor()
    if (path === '/late')
      await page.evaluate(
        ([src, key]) => {
          const script = Object.assign(document.createElement('script'), { src })
          script.dataset.key = key
          document.head.append(script)
        },
        [`${origin}/embed.js`, key] as const,
      )
    await eventually('the marks of the embed', () =>
      page.evaluate(() => {
        const all = [...document.querySelectorAll('glossary-term')]
        return all.length === 2 && all.every((mark) => 'isOriginal' in mark)
      }),
    )
    await page.waitForTimeout(500)
    assert.is(await page.locator('main').innerText(), 'Our SLA and CI/CD')
    assert.equal(await marks(page).allInnerTexts(), ['SLA', 'CI/CD'])
    await page.close()
  }
})

test.run()
