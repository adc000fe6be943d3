import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { Environment } from '../../lib/app/settings.ts'
import { isExpectedError } from './console-errors.ts'
import type { FlowPage } from './flow-page.ts'
import { listen } from './listen.ts'
import { type ContextOptions, createPagePool } from './page-pool.ts'
import { PlainPage } from './plain-page.ts'
import { warnNotTested } from './programs.ts'
import { ScriptedPage } from './scripted-page.ts'
import { glossary, type Person, type TestService } from './test-service.ts'

/** The headless shell needs half of the processor time. */
const browsers = [process.env.CHROME, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executable = browsers.find((path) => path && existsSync(path))
const advice = 'apt-get install chromium-headless-shell, or set CHROME to the path of a Chromium'
const launchArgs = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
  // In place of Playwright's list. RenderDocument makes a new frame for each page, which takes a third of the time of
  // opening it.
  '--disable-features=RenderDocument,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding',
  // Tests open pages of one site only, which all listen on 127.0.0.1.
  '--process-per-site',
  // Little of what pages run is hot, and the processors are busy with other tests: a tenth of the processor time.
  '--js-flags=--interrupt-budget=1000000,--single-threaded-gc',
]
let launched: Promise<Browser> | undefined

/** Starts one browser for all test files; it ends with the process. */
export function browser(): Promise<Browser> {
  if (!executable) throw new Error(`no browser found: ${advice}`)
  launched ??= chromium.launch({ executablePath: executable, args: launchArgs })
  return launched
}

export const widths = { wide: 1280, narrow: 390 } as const

const withoutJavaScript = { variant: 'without JavaScript', visit: { isPlain: true } }

/** A flow is tested with its scripts and without JavaScript, both without a browser. For looks, see findFlawsOf(). */
export const variants = [{ variant: 'with JavaScript', visit: { isPlain: false, isScripted: true } }, withoutJavaScript]

/** The same for a flow that needs a browser: looks, focus rings, or keys that the browser handles. */
export const browserVariants = [{ variant: 'in a browser', visit: { isPlain: false } }, withoutJavaScript]

const pagePool = createPagePool(async (options) => {
  const page = await (await (await browser()).newContext(options)).newPage()
  await page.addInitScript(reportPolicyViolations)
  return page
})

type Visit = ContextOptions & {
  colorScheme?: 'light' | 'dark'
  /** the user who is logged in */
  as?: Person
  width?: number
  /** expected status of the page; console errors about it are ignored */
  status?: number
  /** further expected error statuses */
  refusals?: readonly number[]
  /** other websites to which the page leads */
  websites?: readonly string[]
}

type Open = { (path: string, visit: FlowVisit): Promise<FlowPage>; (path: string, visit?: Visit): Promise<Page> }

type FlowVisit = Visit & {
  /** whether the page is read as without JavaScript; see PlainPage */
  isPlain: boolean
  /** whether its scripts run without a browser; see ScriptedPage */
  isScripted?: boolean
}

/** A test service that a browser can open. */
export type BrowserTestService = TestService & {
  /** the URL at which the service listens */
  origin: string
  /** opens a page, also of another website, in a browser context without cookies and waits until it has loaded */
  open: Open
  /** console errors, script errors, CSP violations and requests to other hosts so far */
  wrong: string[]
}

/** A test service whose pages are read without a browser; see PlainPage. */
export type PlainTestService = Omit<BrowserTestService, 'open'> & Opening<FlowPage>

/** A test service whose pages are read with their scripts and without a browser; see ScriptedPage. */
export type ScriptedTestService = Omit<BrowserTestService, 'open'> & Opening<ScriptedPage>

/** A test service that opens pages of a kind. */
export type Opening<Opened> = TestService & { open(path: string, visit?: Visit): Promise<Opened> }

/**
 * Creates a suite of tests in a browser. Tests by `plain` are about what a page says, which no script, style or key
 * changes, and those by `scripted` about what its scripts do: they cost a third and two thirds. Every error
 * in a page fails its test. Without a browser the suite is skipped with a warning, or fails if TEST_BROWSER_REQUIRED is
 * set.
 */
export function pages(name: string, env: Environment = {}) {
  const suite = glossary(name, { SERVICE_DEV_MODE: 'true', ...env })
  function test(title: string, body: (service: BrowserTestService) => Promise<void>) {
    suite(title, async (context) => {
      const { service, close } = await openBrowserTest(context, Number(env.SERVICE_PORT ?? 0))
      try {
        await body(service)
        assert.equal(service.wrong, [])
      } finally {
        await close()
      }
    })
  }
  test.plain = (title: string, body: (service: PlainTestService) => Promise<void>) =>
    test(title, (service) => {
      const open = (path: string, visit?: Visit) => service.open(path, { ...visit, isPlain: true })
      return body({ ...service, open })
    })
  test.scripted = (title: string, body: (service: ScriptedTestService) => Promise<void>) =>
    test(title, (service) => {
      const open = async (path: string, visit?: Visit) =>
        (await service.open(path, { ...visit, isPlain: false, isScripted: true })) as ScriptedPage
      return body({ ...service, open })
    })
  test.run = () => {
    if (executable || process.env.TEST_BROWSER_REQUIRED) suite.run()
    else warnNotTested(name, `No browser found: ${advice}.`)
  }
  return test
}

async function openBrowserTest(service: TestService, port: number) {
  const { origin, stop } = await listen(service, port)
  const wrong: string[] = []
  const opened: (Page | PlainPage)[] = []

  function open(path: string, visit: FlowVisit): Promise<FlowPage>
  function open(path: string, visit?: Visit): Promise<Page>
  function open(path: string, { isPlain = false, isScripted = false, ...visit }: Partial<FlowVisit> = {}) {
    return isPlain || isScripted ? openWithoutBrowser(path, isScripted, visit) : openInBrowser(path, visit)
  }

  async function openWithoutBrowser(
    path: string,
    isScripted: boolean,
    { as, status = 200, refusals = [], websites = [] }: Visit,
  ) {
    const send = async (request: Request) =>
      new URL(request.url).origin === origin ? service.app(request, '127.0.0.1') : fetch(request)
    const options = [{ origin, websites, send }, as?.session, [status, ...refusals]] as const
    const page = isScripted ? new ScriptedPage(wrong, ...options) : new PlainPage(...options)
    opened.push(page)
    await page.goto(path)
    assert.is(page.status, status, path)
    return page
  }

  async function openInBrowser(
    path: string,
    { as, width = widths.wide, colorScheme = 'light', status = 200, refusals = [], websites = [], ...options }: Visit,
  ) {
    const page = await pagePool.take(options)
    opened.push(page)
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    const cookie = { name: 'user_id', url: origin, httpOnly: true, sameSite: 'Lax' } as const
    if (as) await page.context().addCookies([{ ...cookie, value: as.session }])
    const origins = [origin, new URL(path, origin).origin, ...websites]
    guard(page, { origins, statuses: [status, ...refusals], wrong })
    const { goto } = Object.getPrototypeOf(page) as Page
    page.goto = (url, options) => goto.call(page, new URL(url, origin).href, options)
    const response = await page.goto(path)
    assert.is(response?.status(), status, path)
    return page
  }

  async function close() {
    const end = (page: Page | PlainPage) =>
      page instanceof PlainPage ? page.close() : pagePool.giveBack(page, `${origin}/health`)
    await Promise.all(opened.map(end))
    await stop()
  }
  return { service: Object.assign(service, { origin, open, wrong }), close }
}

type Guarded = { origins: string[]; statuses: number[]; wrong: string[] }

function guard(page: Page, { origins, statuses, wrong }: Guarded) {
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpectedError(message.text(), statuses)) wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    const isExpected = origins.some((origin) => url.startsWith(`${origin}/`))
    if (!isExpected && !url.startsWith('data:')) wrong.push(`request to ${url}`)
  })
}

/** Chromium does not log some violations, such as an `eval` whose error is caught. */
function reportPolicyViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    reportError(new Error(`Content Security Policy: ${violatedDirective} blocked ${blockedURI}`)),
  )
}

/** Returns the path and query of the current URL. */
export function pathOf(page: Pick<Page, 'url'>): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** The package's own `source` is not minified, so that it takes a browser longer to compile. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns accessibility violations found by axe-core: WCAG 2.2 AA and best practices. */
export const findViolations = (page: Page) => runAxe(page, { runOnly: standards })

/** The same but for color contrast, which takes half of the time. */
export const findUncolouredViolations = (page: Page) =>
  runAxe(page, { runOnly: standards, rules: { 'color-contrast': { enabled: false } } })

/** Returns what is too small to hit, the only rule that depends on the width. */
export const findSmallTargets = (page: Page) => runAxe(page, { runOnly: { type: 'rule', values: ['target-size'] } })

/** Returns violations of color contrast, the only rule that depends on the theme. */
export const findContrastViolations = (page: Page) =>
  runAxe(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function runAxe(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(
    async (options) => {
      const { run } = (globalThis as unknown as { axe: typeof axe }).axe
      const { violations } = await run(document, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
    },
    { ...options, resultTypes: ['violations' as const] },
  )
}

/** Whether a page is wider than its window. */
export const hasHorizontalScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
