import * as assert from 'uvu/assert'
import { addressOf, barriers, pages, scrollsSideways, widths } from './support/browser.ts'
import { glossary } from './support/test-service.ts'

const test = pages('log-in page')
const plain = glossary('log-in page without a way in')
const slack = glossary('log-in page with Slack', {
  SERVICE_SLACK_CLIENT_ID: 'an id',
  SERVICE_SLACK_CLIENT_SECRET: 'a secret nobody may see',
})
const half = glossary('log-in page with half of Slack', { SERVICE_SLACK_CLIENT_ID: 'an id' })

for (const javaScriptEnabled of [true, false]) {
  test(`one logs in and out by forms, JavaScript ${javaScriptEnabled}`, async ({ open }) => {
    const page = await open('/', { javaScriptEnabled })
    assert.is(addressOf(page), '/login')
    assert.match(await page.getByRole('note').innerText(), /^Development mode\./)
    assert.is(await page.getByRole('navigation').count(), 0)

    const field = page.getByLabel('E-mail address')
    assert.is(await field.evaluate((element) => element.matches(':focus')), true)
    await field.fill('grace@example.com')
    await field.press('Enter')
    await page.getByRole('heading', { name: 'What does it mean?' }).waitFor()
    assert.is(addressOf(page), '/')
    assert.match(await page.getByRole('banner').innerText(), /grace@example\.com/)

    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.goto('/')
    assert.is(addressOf(page), '/login')
  })
}

test('everybody can use it, in any light and at any width', async ({ open }) => {
  for (const width of Object.values(widths)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open('/login', { width, colorScheme })
      assert.equal(await barriers(page), [], `${width} ${colorScheme}`)
      assert.is(await scrollsSideways(page), false)
    }
  }
})

test('the keyboard can skip the masthead, on every page', async ({ open, person }) => {
  const page = await open('/docs', { as: await person() })
  await page.goto('/?q=x')
  await page.getByRole('link', { name: 'Skip to the content' }).focus()
  await page.keyboard.press('Enter')
  assert.is(await page.evaluate(() => document.activeElement?.id), 'main')
})

plain('it tells the operator what to set', async ({ request }) => {
  const { status, text } = await request('GET', '/login')
  assert.is(status, 200)
  for (const setting of ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'DEV_MODE=true']) {
    assert.ok(text.includes(`SERVICE_${setting}`), setting)
  }
  assert.not.match(text, /<form|\/auth\/slack|Development mode/)
})

slack('it leads to Slack, and nowhere else', async ({ request }) => {
  const { text } = await request('GET', '/login')
  assert.match(text, /href="\/auth\/slack\/login">\s*Sign in with Slack/)
  assert.not.match(text, /<form|SERVICE_|nobody may see/)
})

half('half of the settings open no door', async ({ request }) => {
  const { text } = await request('GET', '/login')
  assert.not.match(text, /\/auth\/slack/)
  assert.match(text, /SERVICE_SLACK_CLIENT_SECRET/)
})

test.run()
plain.run()
slack.run()
half.run()
