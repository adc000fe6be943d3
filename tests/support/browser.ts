import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { nodeListener } from '../../lib/http/node-listener.ts'
import type { Environment } from '../../lib/settings.ts'
import { glossary, type Person, type TestService } from './test-service.ts'

const chrome = process.env.CHROME || '/usr/bin/chromium'
const isThere = existsSync(chrome)
const quiet = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
]
let launched: Promise<Browser> | undefined

/** One browser for all test files: it takes a while to start, and ends with the process. */
function browser(): Promise<Browser> {
  const advice = `there is no browser at ${chrome}: apt-get install chromium, or name one in CHROME`
  if (!isThere) throw new Error(advice)
  launched ??= chromium.launch({ executablePath: chrome, args: quiet })
  return launched
}

export const widths = { wide: 1280, narrow: 390 } as const

/** Every way to use a page: at both widths, with JavaScript and without. */
export const manners = Object.entries(widths).flatMap(([size, width]) =>
  [true, false].map((javaScriptEnabled) => ({
    manner: `${size}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
    visit: { width, javaScriptEnabled },
  })),
)

type Visit = Pick<BrowserContextOptions, 'colorScheme' | 'javaScriptEnabled' | 'timezoneId'> & {
  /** who has logged in */
  as?: Person
  width?: number
  /** what the page answers; a console error about that status is none */
  status?: number
  /** what else it will be answered, where something is refused on purpose; neither is an error then */
  refusals?: readonly number[]
}

/** A service with a browser in it. */
export type BrowserTestService = TestService & {
  /** where the service listens */
  origin: string
  /** opens a page in a browser session of its own, without waiting for more than its load */
  open(path: string, visit?: Visit): Promise<Page>
  /** what went wrong so far: errors in the console and in scripts, breaches of the policy, requests elsewhere */
  wrong: string[]
}

/**
 * A suite of tests that look at pages. Whatever goes wrong in a page fails its test. Where there is no
 * browser the suite is left out, loudly; TEST_BROWSER_REQUIRED makes that a failure.
 */
export function pages(name: string, env: Environment = {}) {
  const suite = glossary(name, { SERVICE_DEV_MODE: 'true', ...env })
  function test(title: string, body: (service: BrowserTestService) => Promise<void>) {
    suite(title, async (context) => {
      const { service, close } = await openBrowserTest(context)
      try {
        await body(service)
        assert.equal(service.wrong, [])
      } finally {
        await close()
      }
    })
  }
  test.run = () => {
    if (isThere || process.env.TEST_BROWSER_REQUIRED) suite.run()
    else {
      process.stdout.write(
        `\nNOT TESTED: ${name}. There is no browser at ${chrome}: apt-get install chromium, or name one in CHROME.\n\n`,
      )
    }
  }
  return test
}

async function openBrowserTest(service: TestService) {
  const { origin, stop } = await listen(service)
  const wrong: string[] = []
  const contexts: { close(): Promise<void> }[] = []

  async function open(
    path: string,
    { as, width = widths.wide, status = 200, refusals = [], ...rest }: Visit = {},
  ) {
    const viewport = { width, height: 844 }
    const context = await (await browser()).newContext({ baseURL: origin, viewport, ...rest })
    contexts.push(context)
    const cookie = { name: 'user_id', url: origin, httpOnly: true, sameSite: 'Lax' } as const
    if (as) await context.addCookies([{ ...cookie, value: as.session }])
    const page = await context.newPage()
    await page.addInitScript(reportPolicyViolations)
    guard(page, { origin, statuses: [status, ...refusals], wrong })
    const response = await page.goto(path)
    assert.is(response?.status(), status, path)
    return page
  }

  async function close() {
    await Promise.all(contexts.map((context) => context.close()))
    await stop()
  }
  return { service: Object.assign(service, { origin, open, wrong }), close }
}

type Guarded = { origin: string; statuses: number[]; wrong: string[] }

function guard(page: Page, { origin, statuses, wrong }: Guarded) {
  page.on('console', (message) => {
    const isExpected = statuses.some((status) =>
      // in the words of the browser, and in those of htmx
      new RegExp(`(status of|Status Error Code) ${status} `).test(message.text()),
    )
    // Whoever types on is answered about what they have typed last.
    const isOvertaken = /^htmx:(sendAbort|afterRequest)\b/.test(message.text())
    if (message.type() === 'error' && !isExpected && !isOvertaken) wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) wrong.push(`asks ${url}`)
  })
}

/** The browser reports some violations nowhere, such as an `eval` whose error is caught. */
function reportPolicyViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reportError(new Error(`Content Security Policy: ${violatedDirective} blocked ${blockedURI}`)),
  )
}

/** Lets the service of a service listen, as server.ts does. */
async function listen({ app, ctx }: TestService) {
  const server = createServer(nodeListener(app, ctx.log))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  async function stop() {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { origin: `http://127.0.0.1:${port}`, stop }
}

/** The path and query that the address bar shows. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** What keeps people from using a page, by axe-core: the rules of WCAG 2.2 AA and good practice. */
export const barriers = (page: Page) =>
  runAxe(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])

/** The text that can hardly be read, which is all that a theme can change. */
export const fadedText = (page: Page) => runAxe(page, { type: 'rule', values: ['color-contrast'] })

async function runAxe(page: Page, runOnly: axe.RunOptions['runOnly']): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (only) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { runOnly: only }),
    runOnly,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
}

/** Whether a page is wider than its window. */
export const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
