import * as assert from 'uvu/assert'
import { pages, pathOf, variants } from './support/browser.ts'
import { glossary } from './support/test-service.ts'
import { findFlawsOf } from './support/usability.ts'

const test = pages('login page')
const plain = glossary('login page without settings')
const slack = glossary('login page with Slack', {
  SERVICE_SLACK_CLIENT_ID: 'an id',
  SERVICE_SLACK_CLIENT_SECRET: 'a secret nobody may see',
})
const half = glossary('login page with an incomplete setup', { SERVICE_SLACK_CLIENT_ID: 'an id' })
const other = glossary('login page with another provider', {
  SERVICE_SLACK_CLIENT_ID: 'an id',
  SERVICE_SLACK_CLIENT_SECRET: 'a secret',
  SERVICE_IDP_AUTHORIZE_URL: 'https://login.example.com/authorize',
  SERVICE_IDP_TOKEN_URL: 'https://login.example.com/token',
  SERVICE_IDP_USERINFO_URL: 'https://login.example.com/userinfo',
})

for (const { variant, visit } of variants) {
  test(`people log in and out with forms, ${variant}`, async ({ open }) => {
    const page = await open('/', visit)
    assert.is(pathOf(page), '/login?next=%2F')
    assert.match(await page.getByRole('note').innerText(), /^Development mode\./)
    assert.is(await page.getByRole('navigation').count(), 0)

    const field = page.getByLabel('Email address')
    assert.is(await field.evaluate((element) => element.matches(':focus')), true)
    await field.fill('grace@example.com')
    await field.press('Enter')
    await page.getByRole('heading', { name: 'What does it mean?' }).waitFor()
    assert.is(pathOf(page), '/')
    assert.match(await page.getByRole('banner').innerText(), /grace@example\.com/)

    await page.locator('.menu summary').click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.goto('/')
    assert.is(pathOf(page), '/login?next=%2F')
  })
}

test('it is accessible in both color schemes and at both widths', async ({ open }) => {
  assert.equal(await findFlawsOf(await open('/login')), [])
})

test('the keyboard can skip the header on every page', async ({ open, person }) => {
  const page = await open('/docs', { as: await person() })
  await page.goto('/?q=x')
  await page.getByRole('link', { name: 'Skip to the content' }).focus()
  await page.keyboard.press('Enter')
  assert.is(await page.evaluate(() => document.activeElement?.id), 'main')
})

plain('it names the settings that are missing', async ({ request }) => {
  const { status, text } = await request('GET', '/login')
  assert.is(status, 200)
  for (const setting of ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'DEV_MODE=true']) {
    assert.ok(text.includes(`SERVICE_${setting}`), setting)
  }
  assert.not.match(text, /<form|\/auth\/slack|Development mode/)
})

slack('it links to Slack alone', async ({ request }) => {
  const { text } = await request('GET', '/login')
  assert.match(text, /href="\/auth\/slack\/login">\s*Sign in with Slack/)
  assert.not.match(text, /<form|SERVICE_|nobody may see/)
})

half('it names the setting that is missing and does not link to Slack', async ({ request }) => {
  const { text } = await request('GET', '/login')
  assert.not.match(text, /\/auth\/slack/)
  assert.match(text, /SERVICE_SLACK_CLIENT_SECRET/)
})

for (const { variant, visit } of variants) {
  test(`a shared link leads to its term after login, ${variant}`, async (service) => {
    const { id } = await service.term(await service.person(), { name: 'SLA' })
    const page = await service.open(`/terms/${id}?done=created`, visit)
    const field = page.getByLabel('Email address')
    await field.fill('grace@example.com')
    await field.press('Enter')
    await page.getByRole('heading', { name: 'SLA' }).waitFor()
    assert.is(pathOf(page).split('?')[0], `/terms/${id}`)
  })
}

slack('it keeps the page that the browser asked for', async ({ request }) => {
  const { text } = await request('GET', '/login?next=%2Fterms%2F1%3Fa%3Db')
  assert.match(text, /href="\/auth\/slack\/login\?next=%2Fterms%2F1%3Fa%3Db"/)
  const { text: hostile } = await request('GET', '/login?next=https%3A%2F%2Fevil.example')
  assert.not.match(hostile, /evil/)
})

other('it does not say Slack', async ({ request }) => {
  const { text } = await request('GET', '/login')
  assert.match(text, /Sign in with your company account/)
  assert.not.match(text, /Sign in with Slack/)
})

test.run()
other.run()
plain.run()
slack.run()
half.run()
