import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from 'playwright-core'
import { apiToken } from './credentials.ts'
import { eventually } from './eventually.ts'
import { openTestService, type Person, type TestService, threeLanguages } from './test-service.ts'

/** The headless shell loads no extensions. */
export const executable = '/usr/bin/chromium'
export const canTest = existsSync(executable)

export const origin = 'http://glossary.test'

/** A request of the browser, whatever sent it. */
export type Recorded = { method: string; url: string; headers: Record<string, unknown>; body: string }

type Shown = { html: string; headers?: Record<string, string> }

/** A browser with the extension, for which websites and the glossary are at invented names. */
export type ExtensionBrowser = {
  service: TestService
  admin: Person
  /** a token that may only read */
  token: string
  context: BrowserContext
  /** the ID of the extension */
  id: string
  requests: Recorded[]
  /** names of the service that the browser itself asked for */
  connects: string[]
  /** says what an address shows */
  show(address: string, html: string, headers?: Record<string, string>): void
  open(address: string): Promise<Page>
  options(): Promise<Page>
  /** the worker that runs */
  worker(): Promise<Worker>
  endWorker(): Promise<void>
  /** presses the button in the toolbar, then the one of its popup; the person allows the site `agreed` if asked */
  press(page: Page, agreed?: string): Promise<string>
  /** allows a site in the options, without the button */
  allow(site: string): Promise<void>
  /** the processor time of the worker and the pages of the extension, in ms, since their process began */
  extensionMs(): Promise<number>
  close(): Promise<void>
}

/** Starts a service and a browser with its extension, in which nobody has done anything yet. */
export async function openExtension(): Promise<ExtensionBrowser> {
  const { service, close: closeService } = await openTestService({
    SERVICE_APP_URL: origin,
    SERVICE_DEV_MODE: 'true',
    ...threeLanguages,
  })
  const pages = new Map<string, Shown>()
  const requests: Recorded[] = []
  const connects: string[] = []
  const proxy = await startProxy(service, pages, requests, connects)
  const folder = await mkdtemp(join(tmpdir(), 'glossary-extension-'))
  const unpacked = join(folder, 'unpacked')
  await mkdir(unpacked)
  await unpack(service, unpacked)
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: executable,
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
      ...[`--disable-extensions-except=${unpacked}`, `--load-extension=${unpacked}`],
      ...[`--proxy-server=127.0.0.1:${proxy.port}`, '--proxy-bypass-list=<-loopback>'],
      '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LocalNetworkAccessChecks',
    ],
  })
  const first = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const id = new URL(first.url()).host
  const admin = await service.person('admin')
  const { token } = await apiToken(service, admin)
  const browser = await context.browser()?.newBrowserCDPSession()
  if (!browser) throw new Error('the browser is gone')

  const open = async (address: string) => {
    const page = await context.newPage()
    await page.goto(address)
    return page
  }
  const extensionPage = (name: string) => open(`chrome-extension://${id}/${name}`)

  return {
    ...{ service, admin, token, context, id, requests, connects, open },
    show: (address, html, headers) => void pages.set(address, { html, ...(headers && { headers }) }),
    options: () => extensionPage('options.html'),
    async worker() {
      const page = await extensionPage('popup.html') // wakes it
      await page.locator('#state').waitFor({ state: 'attached' })
      await eventually('the worker', async () => (await workersOf(browser)).length > 0)
      await page.close()
      return context.serviceWorkers().at(-1) as Worker
    },
    async endWorker() {
      // A page that is just closing may wake it again.
      await eventually('the end of the worker', async () => {
        for (const { targetId } of await workersOf(browser)) await browser.send('Target.closeTarget', { targetId })
        return (await workersOf(browser)).length === 0
      })
    },
    async press(page, agreed) {
      if (agreed !== undefined) await agree(open, id, agreed)
      return press(browser, page, id)
    },
    async allow(site) {
      await agree(open, id, site)
      const page = await extensionPage('options.html')
      await page.evaluate((origins) => chrome.permissions.request({ origins }), [site])
      await page.close()
    },
    extensionMs: () => extensionMs(browser),
    async close() {
      await context.close()
      await proxy.stop()
      await closeService()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Only Linux tells which processes are those of extensions. */
async function extensionMs(browser: CDPSession) {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  const isOfExtension = ({ id }: { id: number }) => {
    const file = `/proc/${id}/cmdline`
    return existsSync(file) && readFileSync(file, 'utf8').includes('--extension-process')
  }
  return processInfo.filter(isOfExtension).reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0)
}

/** Records all requests of the browser, and answers those for the glossary and for invented websites. */
async function startProxy(service: TestService, pages: Map<string, Shown>, requests: Recorded[], connects: string[]) {
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url = '', headers } = incoming
    const body = await buffer(incoming)
    requests.push({ method, url, headers, body: body.toString() })
    if (!url.startsWith(`${origin}/`)) {
      const { html, headers } = pages.get(url) ?? { html: '<!doctype html><title>A page</title><main>Our SLA</main>' }
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
      return response.end(html)
    }
    const kept = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !/^(proxy-)?connection$/.test(name) ? [[name, value] as [string, string]] : [],
    )
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const request = new Request(url, { method, headers: kept, ...(hasBody && { body }) })
    const answer = await service.app(request, '127.0.0.1')
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  server.on('connect', ({ url = '' }, socket) => {
    connects.push(url)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  async function stop() {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { port: (server.address() as AddressInfo).port, stop }
}

/** Before the worker: what it gives to the menu, which a test cannot see otherwise. */
const recordMenu = `{
  const create = chrome.contextMenus.create.bind(chrome.contextMenus)
  chrome.contextMenus.create = (item) => create((globalThis.menuItem = item))
}
`

/** The files that the service gives, with a key that presses the button of the toolbar. */
async function unpack(service: TestService, folder: string) {
  const answer = await service.app(new Request(`${origin}/extension.zip`), '127.0.0.1')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  for (const [name, content] of Object.entries(files)) {
    const text = () => new TextDecoder().decode(content)
    const key = { _execute_action: { suggested_key: { default: 'Ctrl+Shift+Y' } } }
    const changed =
      name === 'manifest.json'
        ? JSON.stringify({ ...JSON.parse(text()), commands: key })
        : name === 'worker.js'
          ? recordMenu + text()
          : content
    await writeFile(join(folder, name), changed)
  }
}

const targetsOf = async (browser: CDPSession) => (await browser.send('Target.getTargets')).targetInfos
const workersOf = async (browser: CDPSession) =>
  (await targetsOf(browser)).filter(({ type }) => type === 'service_worker')

/** What the person will say to the question of the browser, which a test cannot answer. */
async function agree(open: (address: string) => Promise<Page>, id: string, site: string) {
  const settings = await open('chrome://extensions/')
  type Private = { developerPrivate: { addHostPermission(id: string, site: string): Promise<void> } }
  await settings.evaluate(([id, site]) => (chrome as never as Private).developerPrivate.addHostPermission(id, site), [
    id,
    site,
  ] as const)
  await settings.close()
}

/** Presses the button of the toolbar by its key, and the button of its popup; returns what the popup says then. */
async function press(browser: CDPSession, page: Page, id: string) {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  const key = { modifiers: 10, windowsVirtualKeyCode: 89, nativeVirtualKeyCode: 29, key: 'Y', code: 'KeyY' }
  for (const type of ['rawKeyDown', 'keyUp'] as const) await session.send('Input.dispatchKeyEvent', { type, ...key })
  let targetId = ''
  await eventually('the popup', async () => {
    const popup = (await targetsOf(browser)).find(({ url }) => url === `chrome-extension://${id}/popup.html`)
    targetId = popup?.targetId ?? ''
    return targetId !== ''
  })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: false })
  let count = 0
  const evaluate = (expression: string) =>
    new Promise<string>((resolve) => {
      const id = ++count
      const hear = ({ message }: { message: string }) => {
        const answer = JSON.parse(message)
        if (answer.id !== id) return
        browser.off('Target.receivedMessageFromTarget', hear)
        resolve(answer.result.result.value)
      }
      browser.on('Target.receivedMessageFromTarget', hear)
      const params = { expression, userGesture: true, returnByValue: true }
      const message = JSON.stringify({ id, method: 'Runtime.evaluate', params })
      browser.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => resolve(''))
    })
  const text = () => evaluate('document.body.innerText')
  let said = ''
  await eventually('the button of the popup', async () => {
    said = await text()
    return /Mark names on|Stop on|are not marked/.test(said)
  })
  if (/are not marked/.test(said)) return said
  await evaluate(`document.getElementById('site').click()`)
  await eventually('the button to change', async () =>
    (await text()).includes(said.includes('Stop on') ? 'Mark' : 'Stop on'),
  )
  const after = await text()
  await browser.send('Target.closeTarget', { targetId })
  return after
}
