import { CookieJar } from 'jsdom'
import type { Target } from './plain-form.ts'

export type Site = {
  origin: string
  /** sends a request */
  send(request: Request): Promise<Response>
  /** other websites to which pages lead */
  websites: readonly string[]
}

/** The page that a request comes from. */
export type Sender = { url: URL; policy: string }

/**
 * Sends the requests of a browser that goes from page to page, with its cookies and the headers that a service looks
 * at.
 */
export class PlainRequests {
  readonly #site: Site
  readonly cookies = new CookieJar()

  constructor(site: Site) {
    this.#site = site
  }

  setCookie(cookie: string) {
    this.cookies.setCookieSync(cookie, this.#site.origin)
  }

  /**
   * Goes to a page, through all redirects.
   *
   * @param from the page with the link or the form; none if a person enters the URL
   */
  async go(target: Target, from?: Sender): Promise<{ url: URL; response: Response }> {
    const { hash } = target.url
    let { url, method, body } = target
    let isSameSite = true
    for (let redirects = 0; redirects < 20; redirects++) {
      if (from && target.isForm) checkFormAction(url, from)
      isSameSite &&= url.origin === from?.url.origin
      const headers = this.#headersOf(url, method, from, isSameSite)
      const response = await this.#send(url, { method, headers, body })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || location === null) {
        url.hash ||= hash
        return { url, response }
      }
      url = new URL(location, url)
      if (response.status < 307) [method, body] = ['GET', undefined]
    }
    throw new Error(`too many redirects from ${target.url}`)
  }

  /** Loads what a page needs, or what a script of it asks for. The request has its cookies. */
  async load(request: Request, { origin, href }: URL): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname.endsWith('.css')) return new Response('', { headers: { 'content-type': 'text/css' } })
    const { 'accept-encoding': _, ...given } = Object.fromEntries(request.headers)
    const headers = {
      ...given,
      ...{ host: url.host, referer: href.replace(/#.*/, ''), cookie: this.cookies.getCookieStringSync(url.href) },
      ...{ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
      ...(request.method !== 'GET' && { origin }),
    }
    const body = request.body && new Uint8Array(await request.arrayBuffer())
    return this.#send(url, { method: request.method, headers, body })
  }

  #headersOf(url: URL, method: string, from: Sender | undefined, isSameSite: boolean) {
    const isSent = isSameSite || method === 'GET' // SameSite=Lax
    const cookie = this.cookies.getCookieStringSync(url.href, { sameSiteContext: isSent ? 'lax' : 'none' })
    return {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      host: url.host,
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': from ? (isSameSite ? 'same-origin' : 'cross-site') : 'none',
      'sec-fetch-user': '?1',
      ...(cookie && { cookie }),
      ...(from && method === 'POST' && { origin: from.url.origin }),
      // The Referrer-Policy of our pages is same-origin.
      ...(from && isSameSite && { referer: from.url.href.replace(/#.*/, '') }),
    }
  }

  async #send(url: URL, init: RequestInit) {
    const { origin, websites, send } = this.#site
    const isExpected = url.protocol === 'data:' || [origin, ...websites].includes(url.origin)
    if (!isExpected) throw new Error(`request to ${url}`)
    const response = await send(new Request(url, { ...init, redirect: 'manual' }))
    for (const cookie of response.headers.getSetCookie()) {
      this.cookies.setCookieSync(cookie, url.href)
    }
    return response
  }
}

/** As a browser, refuses that a form leads to where the page's Content-Security-Policy does not allow it. */
function checkFormAction(url: URL, { url: page, policy }: Sender) {
  const sources = /form-action ([^;]*)/.exec(policy)?.[1]?.split(' ')
  const isAllowed = sources?.some((source) =>
    source === "'self'" ? url.origin === page.origin : url.href.startsWith(source),
  )
  if (sources && !isAllowed) throw new Error(`Content Security Policy: form-action blocks ${url}`)
}
