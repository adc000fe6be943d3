import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { addTerms, marks, recordTexts, waitForMarks, websites } from './support/embedded-page.ts'

const test = websites('embed: text that can be edited')

const initial = [
  ...['<div contenteditable>SLA</div>', '<div contenteditable="true">SLA</div>'],
  ...['<div contenteditable="plaintext-only">SLA</div>', '<div contenteditable="TRUE">SLA</div>'],
  ...['<div contenteditable><p contenteditable="false">SLA</p></div>'],
  ...['textbox', 'searchbox', 'combobox', 'spinbutton', 'SearchBox', 'none textbox'].map(
    (role) => `<div role="${role}">SLA <span>SLA</span></div>`,
  ),
  ...['<textarea>SLA</textarea>', '<input value="SLA">'],
]
test('what can be edited from the start is neither sent nor marked', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open(`<main>${initial.join('')}<p>CI/CD</p></main>`)
  const texts = recordTexts(page)
  await page.reload()
  assert.equal(await waitForMarks(page), ['CI/CD'])
  assert.not.match(texts.join(), 'SLA')
})

/** Ways in which the text of an element, the first in `main`, becomes editable. */
const ways: Record<string, (element: Element) => void> = {
  contenteditable: (element) => element.setAttribute('contenteditable', ''),
  'contenteditable of something around it': (element) => element.parentElement?.setAttribute('contenteditable', 'true'),
  'contenteditable of the page': () => document.body.setAttribute('contenteditable', 'true'),
  'plaintext-only': (element) => element.setAttribute('contenteditable', 'plaintext-only'),
  designMode: () => {
    document.designMode = 'on'
  },
  'the role searchbox': (element) => element.setAttribute('role', 'searchbox'),
  'the role combobox': (element) => element.setAttribute('role', 'combobox'),
  'the role spinbutton': (element) => element.setAttribute('role', 'spinbutton'),
  'the role textbox': (element) => element.setAttribute('role', 'textbox'),
  'being moved into an editor': (element) => {
    const editor = document.createElement('div')
    editor.contentEditable = 'true'
    document.body.append(editor)
    editor.append(element)
  },
}

const become = (page: Page, way: (element: Element) => void) =>
  page.evaluate(`(${way})(document.querySelector('main').firstElementChild)`)

for (const [name, way] of Object.entries(ways)) {
  test(`marks are undone in text that becomes editable by ${name}`, async (service, site) => {
    await addTerms(service, site)
    const text = 'Our <b>new SLA</b> says'
    const page = await site.open(`<main><p>${text}</p></main>`)
    await waitForMarks(page)
    await become(page, way)
    await marks(page).waitFor({ state: 'detached' })
    assert.is(await page.locator('b').evaluate((b) => b.parentElement?.innerHTML), text)
    assert.is(await page.locator('b').evaluate((b) => b.childNodes.length), 1)
  })

  test(`text that becomes editable by ${name} before it is seen is not sent`, async (service, site) => {
    await addTerms(service, site)
    const css = '.far { height: 5000px }'
    const page = await site.open('<main><div><p>The SLA</p></div><p>CI/CD</p></main><main class="far"></main>', {
      css: `${css} main:first-of-type { margin-top: 5000px }`,
    })
    const texts = recordTexts(page)
    await page.waitForLoadState('networkidle')
    await become(page, way)
    await page.locator('p').first().scrollIntoViewIfNeeded()
    const isAll = /designMode|page|around/.test(name)
    if (isAll) await page.waitForTimeout(500)
    else await page.getByRole('button', { name: 'CI/CD' }).waitFor()
    assert.not.match(texts.join(), 'SLA')
    assert.is(await marks(page).count(), isAll ? 0 : 1)
  })
}

test('text that becomes editable while it is explained is not marked; its terms are elsewhere', async (service, site) => {
  await addTerms(service, site)
  const page = await site.open('<main><p>SLA</p><p>CI/CD</p></main>', { script: null })
  await page.route('**/api/v1/explain', async (route) => {
    if (route.request().method() === 'POST') {
      await page.evaluate(() => document.querySelector('p')?.setAttribute('contenteditable', ''))
    }
    await route.continue()
  })
  site.show('<main><p>SLA</p><p>CI/CD</p></main>')
  await page.reload()
  assert.equal(await waitForMarks(page), ['CI/CD'])
})

test.run()
