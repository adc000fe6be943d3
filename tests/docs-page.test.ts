import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { operations } from './support/api-document.ts'
import { createDatabase } from './support/databases.ts'
import { type ServerProcess, startServer } from './support/process.ts'

const chrome = process.env.CHROME || '/usr/bin/chromium'
const quiet = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
]

type Stage = {
  browser: Browser
  server: ServerProcess
  database: Awaited<ReturnType<typeof createDatabase>>
}
let opened: Promise<Stage> | undefined

/** One browser and one server for the whole file: both take a while to start. */
async function openStage(): Promise<Stage> {
  if (!existsSync(chrome)) {
    throw new Error(
      `there is no browser at ${chrome}: apt-get install chromium, or name one in CHROME`,
    )
  }
  const database = await createDatabase()
  const env = { SERVICE_DATABASE_URL: database.url, SERVICE_DEV_MODE: 'true' }
  const [browser, server] = await Promise.all([
    chromium.launch({ executablePath: chrome, args: quiet }),
    startServer(env),
  ])
  return { browser, server, database }
}

/** A page with a session of its own, and what went wrong in it: errors, and requests elsewhere. */
async function open(options: BrowserContextOptions = {}) {
  opened ??= openStage()
  const { browser, server } = await opened
  const context = await browser.newContext({ baseURL: server.url, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const wrong: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${server.url}/`) && !url.startsWith('data:')) wrong.push(`asks ${url}`)
  })
  return { page, wrong, close: () => context.close() }
}

const path = (page: Page) => new URL(page.url()).pathname
const banner = (page: Page) => page.getByRole('note').innerText()

/** The operations that the side bar lists, all of its groups opened. */
async function listed(page: Page) {
  const entries = page.getByRole('button', { name: 'HTTP Method' })
  await entries.first().waitFor()
  const groups = page.getByRole('button', { name: 'Open Group' })
  while ((await groups.count()) > 1) await groups.first().click()
  return (await entries.allInnerTexts()).map((text) => text.split('\n')[0] ?? '').sort()
}

const test = suite('docs page, in a browser')

test.after(async () => {
  const stage = await opened?.catch(() => undefined)
  await stage?.browser.close()
  await stage?.server.stop()
  await stage?.database.drop()
})

test('without a session the home page leads to the log-in, whose form works', async () => {
  const { page, wrong, close } = await open()
  await page.goto('/')
  assert.is(path(page), '/login')
  assert.match(await banner(page), /^Development mode\./)

  await page.getByLabel('E-mail address').fill('grace@example.com')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Glossary' }).waitFor()
  assert.is(path(page), '/')
  const said = await page.getByRole('main').innerText()
  assert.match(said, /You are logged in as grace@example\.com \(viewer\)\./)
  assert.match(await banner(page), /^Development mode\./)

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  assert.is(path(page), '/login')
  await page.goto('/')
  assert.is(path(page), '/login')
  assert.equal(wrong, [])
  await close()
})

test('every page fits wide windows and narrow ones', async () => {
  const { page, wrong, close } = await open()
  await page.goto('/auth/dev/login?email=wide@example.com')
  for (const [address, text] of [
    ['/', 'You are logged in as'],
    ['/login', 'E-mail address'],
    ['/docs', 'What terms mean in this company'],
  ] as const) {
    await page.goto(address)
    await page.getByText(text).waitFor()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const box = await page.getByText(text).boundingBox()
      assert.ok(box && box.width >= 300 && box.x >= 0 && box.x + box.width <= width, address)
      const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      assert.is(scrolls, false, address)
    }
  }
  assert.equal(wrong, [])
  await close()
})

/** Lets a page do what its policy should stop; gives what came of it. */
const intrude = (page: Page) =>
  page.evaluate(async () => {
    const inline = document.createElement('script')
    inline.textContent = 'globalThis.intruder = true'
    document.body.append(inline)
    const elsewhere = await fetch('https://elsewhere.example/').catch(() => 'refused')
    return [elsewhere, 'intruder' in globalThis]
  })

test('it lists every operation to anybody, asks nobody else and breaks no policy', async () => {
  const { page, wrong, close } = await open({ viewport: { width: 1280, height: 844 } })
  await page.goto('/docs')
  assert.match(await banner(page), /^Development mode\./)
  assert.equal(await listed(page), operations.map(({ operation }) => operation.summary).sort())
  assert.is(await page.getByRole('heading', { name: 'Term glossary' }).count(), 1)
  assert.equal(wrong, [])
  assert.equal(await intrude(page), ['refused', false])
  assert.ok(wrong.some((each) => each.includes('Content Security Policy')))
  await close()
})

test('the policy of the other pages stops what is not ours as well', async () => {
  const { page, wrong, close } = await open()
  await page.goto('/login')
  assert.equal(await intrude(page), ['refused', false])
  assert.ok(wrong.some((each) => each.includes('Content Security Policy')))
  await close()
})

test('an operation can be tried with the session of the browser, and not without', async () => {
  const { page, wrong, close } = await open({ viewport: { width: 1280, height: 844 } })
  await page.goto('/auth/dev/login?email=ada@example.com')
  await page.goto('/docs')
  await listed(page)
  await page.getByRole('button', { name: /^Get the caller/ }).click()
  await page.getByRole('button', { name: 'Test Request (get /api/v1/me)' }).click()
  const client = page.getByRole('dialog')
  const send = client.getByRole('button', { name: /^Send get request/i })
  const [response] = await Promise.all([page.waitForResponse('**/api/v1/me'), send.click()])
  assert.is(response.status(), 200)
  assert.is((await response.json()).email, 'ada@example.com')
  await client.getByText('200 OK').waitFor()
  await client.getByText('"ada@example.com"').waitFor()
  assert.equal(wrong, [])

  await page.context().clearCookies()
  await send.click()
  await client.getByText('401 Unauthorized').waitFor()
  await client.getByText('"unauthenticated"').waitFor()
  await close()
})

test('without JavaScript it leads to the plain document', async () => {
  const { page, close } = await open({ javaScriptEnabled: false })
  await page.goto('/docs')
  await page.getByRole('link', { name: '/openapi.json' }).click()
  assert.is(path(page), '/openapi.json')
  await close()
})

// A machine with Node alone runs all other tests; CI brings a browser along and asks for it.
if (existsSync(chrome) || process.env.TEST_BROWSER_REQUIRED) test.run()
else {
  process.stdout.write(
    `\nNOT TESTED: the pages in a browser. There is none at ${chrome}: apt-get install chromium, or name one in CHROME.\n\n`,
  )
}
