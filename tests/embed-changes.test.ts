import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { bundle } from './support/bundles.ts'
import { addTerms, markedNames, marks, recordTexts, waitForMarks, websites } from './support/embedded-page.ts'
import { eventually } from './support/eventually.ts'
import type { Website } from './support/website.ts'

const test = websites('embed: pages built by scripts')

/** Opens a page whose `main` is empty, and runs a script in it that is made with packages. */
async function openBuilt(site: Website, source: string) {
  const page = await site.open('<main></main>', { bypassCSP: true })
  await page.waitForLoadState('networkidle')
  await page.evaluate(await bundle(source))
  return page
}

const shown = (page: Page) => page.locator('main').innerText()
const update = (page: Page, ...values: unknown[]) =>
  page.evaluate((given) => (globalThis as never as { update(...v: unknown[]): void }).update(...given), values)

/** Waits until these names are marked, and checks what the page shows. */
async function expectMarks(page: Page, names: string[], text: string) {
  await eventually(`the marks of ${text}`, async () => {
    assert.equal(await markedNames(page), names)
    return true
  })
  assert.is(await shown(page), text)
}

test('text that a script adds or replaces is marked', async (service, site) => {
  await addTerms(service, site)
  const page = await openBuilt(
    site,
    `globalThis.update = (html) => { document.querySelector('main').innerHTML = html }
    setTimeout(() => update('<p>Our SLA</p>'), 300)`,
  )
  await expectMarks(page, ['SLA'], 'Our SLA')
  await update(page, '<h1>SLA</h1><p>An SLA, and CI/CD.</p>')
  await expectMarks(page, ['SLA', 'CI/CD'], 'SLA\n\nAn SLA, and CI/CD.')
  await page.evaluate(() => document.querySelector('p')?.append(' The uptime promise.'))
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('p'), 'CI/CD'))
  await page.waitForTimeout(700)
  assert.equal(await markedNames(page), ['SLA', 'CI/CD'])
  await page.evaluate(() => document.querySelector('p')?.remove())
  await page.evaluate(() => document.querySelector('main')?.append('A CI/CD server'))
  await eventually('a term is marked again', async () => {
    assert.equal(await markedNames(page), ['CI/CD'])
    return true
  })
})

test('text that becomes visible or readable later is marked', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main><p hidden>SLA</p><p translate="no">CI/CD</p></main>')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('p')) each.removeAttribute('hidden')
    document.querySelector('[translate]')?.removeAttribute('translate')
  })
  await expectMarks(page, ['SLA', 'CI/CD'], 'SLA\n\nCI/CD')
})

test('a main element that is added later is marked alone', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<div id="app"></div>', { bypassCSP: true })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const app = document.querySelector('#app')
    if (app) app.innerHTML = '<nav>SLA</nav><main>The SLA</main>'
  })
  assert.equal(await waitForMarks(page), ['SLA'])
  assert.is(await page.locator('main glossary-term').count(), 1)
})

const frameworks = {
  React: `
    import { useState } from 'react'
    import { createRoot } from 'react-dom/client'
    import { flushSync } from 'react-dom'
    function App() {
      const [{ a, b, items, extra }, set] = useState({ a: 'SLA', b: 'one', items: [], extra: false })
      globalThis.update = (change) => flushSync(() => set((state) => ({ ...state, ...change })))
      return <><p>{a} of {b}{extra && <i>new</i>}{' and '}{extra ? 'more' : null}</p><p>{a + '!'}</p>
        <ul>{items.map((item) => <li key={item}>{item} CI/CD</li>)}</ul></>
    }
    createRoot(document.querySelector('main')).render(<App />)`,
  Vue: `
    import { createApp, h, reactive, createTextVNode } from 'vue'
    const state = reactive({ a: 'SLA', b: 'one', items: [], extra: false })
    globalThis.update = (change) => Object.assign(state, change)
    const text = (value) => createTextVNode(value)
    createApp(() => [
      h('p', [text(state.a), text(' of '), text(state.b), state.extra ? h('i', 'new') : null,
        text(' and '), state.extra ? text('more') : null]),
      h('p', state.a + '!'),
      h('ul', state.items.map((item) => h('li', { key: item }, item + ' CI/CD'))),
    ]).mount(document.querySelector('main'))`,
}

for (const [name, source] of Object.entries(frameworks)) {
  test(`${name} shows neither stale nor doubled text`, async (service, site) => {
    await addTerms(service, site)
    const page = await openBuilt(site, source)
    await expectMarks(page, ['SLA'], 'SLA of one and\n\nSLA!')
    await update(page, { b: 'two SLAs' })
    assert.is(await shown(page), 'SLA of two SLAs and\n\nSLA!')
    await update(page, { a: 'Our SLA and CI/CD' })
    assert.match(await shown(page), /^Our SLA and CI\/CD of two SLAs and\s+Our SLA and CI\/CD!$/)
    await expectMarks(page, ['SLA', 'CI/CD'], await shown(page))
    await update(page, { extra: true })
    assert.match(await shown(page), /^Our SLA and CI\/CD of two SLAsnew and more\s/)
    await update(page, { a: '', extra: false })
    assert.match(await shown(page), /^of two SLAs and\s+!$/)
    await update(page, { items: ['first', 'second', 'third'] })
    await eventually('a mark in the list', async () => {
      assert.equal(await page.locator('li glossary-term').allInnerTexts(), ['CI/CD'])
      return true
    })
    await update(page, { items: ['third', 'first'] })
    assert.equal(await page.locator('li').allInnerTexts(), ['third CI/CD', 'first CI/CD'])
    await update(page, { items: [], a: 'x', b: 'y' })
    await page.waitForTimeout(400)
    assert.match(await shown(page), /^x of y and\s+x!$/)
    assert.is(await marks(page).count(), 0)
  })
}

test('pages that Turbo changes are marked, and those that it has kept', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main><p>The SLA</p></main>', { bypassCSP: true })
  await page.evaluate(
    await bundle(`import * as Turbo from '@hotwired/turbo'; globalThis.update = (url) => Turbo.visit(url)`),
  )
  await waitForMarks(page)
  site.show('<main><p>CI/CD, says the SLA</p></main>')
  await update(page, '/second')
  await expectMarks(page, ['CI/CD', 'SLA'], 'CI/CD, says the SLA')
  await page.goBack()
  // The copy that Turbo shows has a mark that does nothing, until the page is read.
  await page.waitForFunction(() => {
    const mark = document.querySelector('main')?.innerText === 'The SLA' && document.querySelector('glossary-term')
    return mark && 'isOriginal' in mark
  })
  await marks(page).focus()
  await page.locator('glossary-card .card').getByText('What we promise').waitFor()
})

test('a copied page and a script that moves or joins text show the same text', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main><p>Our SLA says</p><p>CI/CD</p></main>')
  await waitForMarks(page)
  await page.evaluate(() => {
    const main = document.querySelector('main')
    const [first] = document.querySelectorAll('p')
    main?.append(first?.cloneNode(true) as Node, ...(first?.childNodes ?? []))
    first?.normalize()
  })
  await page.waitForTimeout(700)
  assert.is(await page.locator('main').evaluate((main) => main.textContent), 'CI/CDOur SLA saysOur SLA says')
  assert.equal((await markedNames(page)).sort(), ['CI/CD', 'SLA'])
})

test('marks and cards cause no request, and text that changes all the time few', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main><p>Our SLA</p><p id="clock">now</p></main>')
  await waitForMarks(page)
  const texts = recordTexts(page)
  await page.reload()
  await waitForMarks(page)
  await marks(page).first().focus()
  await page.waitForTimeout(1000)
  assert.is(texts.length, 1)
  await page.evaluate(() => {
    const clock = document.querySelector('#clock')
    let count = 0
    setInterval(() => clock?.replaceChildren(`now ${count++}`), 100)
  })
  await page.waitForTimeout(2500)
  assert.ok(texts.length <= 3, `${texts.length} requests`)
})

test('the console says so if there is nothing to mark', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main></main>', { script: { 'data-selector': '#content' } })
  const warning = await page.waitForEvent('console', (message) => message.type() === 'warning')
  assert.match(warning.text(), /^Glossary: there is nothing to mark in elements “#content” yet/)
})

test('the script can be a module', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main>Our SLA</main>', { script: { type: 'module' } })
  assert.equal(await waitForMarks(page), ['SLA'])
})

test.run()
