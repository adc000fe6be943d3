import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import type { BrowserTestService } from './browser.ts'
import { embedKey } from './credentials.ts'
import type { Person } from './test-service.ts'

/** A website of another origin, whose pages load the embed. */
export type Website = {
  origin: string
  key: string
  admin: Person
  /** changes what the page has; attributes of the script replace those that it has otherwise, and null leaves it out */
  show(html: string, content?: Content): void
  /** changes the page and opens it */
  open(html: string, options?: Content & Visit): Promise<Page>
  stop(): Promise<void>
}

type Content = { css?: string; lang?: string; script?: Record<string, string> | null }
type Visit = Parameters<BrowserTestService['open']>[1]

/** Starts a website. Its policy allows scripts and requests of the glossary, and nothing inline. */
export async function openWebsite(service: BrowserTestService): Promise<Website> {
  let shown = { html: '', css: '' }
  const policy = `default-src 'none'; script-src ${service.origin}; connect-src ${service.origin}; style-src 'self'; img-src data:; require-trusted-types-for 'script'`
  const server = createServer(({ url }, response) => {
    const type = url === '/page.css' ? 'css' : 'html'
    response.setHeader('content-type', `text/${type}; charset=utf-8`)
    response.setHeader('content-security-policy', policy)
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    response.end(shown[type])
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const admin = await service.person('admin')
  const { key } = await embedKey(service, admin, [origin])

  function show(html: string, { css = '', lang = 'en', script = {} }: Content = {}) {
    shown = { html: document(html, lang, script && { 'data-key': key, ...script }, service.origin), css }
  }
  async function open(html: string, { css, lang, script, ...visit }: Content & Visit = {}) {
    show(html, {
      ...(css !== undefined && { css }),
      ...(lang !== undefined && { lang }),
      ...(script !== undefined && { script }),
    })
    return service.open(`${origin}/`, visit)
  }
  async function stop() {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { origin, key, admin, show, open, stop }
}

function document(html: string, lang: string, script: Record<string, string> | null, glossary: string) {
  const attributes = Object.entries(script ?? {}).map(([name, value]) => `${name}="${value}"`)
  const tag = script && `<script src="${glossary}/embed.js" ${attributes.join(' ')} defer></script>`
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">${tag ?? ''}</head><body>${html}</body></html>`
}
