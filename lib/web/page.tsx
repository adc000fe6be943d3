import type { ComponentChildren, VNode } from 'preact'
import * as v from 'valibot'
import type { Context } from '../context.ts'
import { languageFor } from '../glossary/translations.ts'
import { type Contract, type Endpoint, endpoint, type Input, isPartial } from '../http/endpoint.ts'
import { compress, preferredLanguages } from '../http/negotiation.ts'
import type { RequestState } from '../http/request-state.ts'
import type { Access, Actor } from '../identity/actor.ts'
import { readSessionCookie, writeSessionCookie } from '../identity/cookies.ts'
import { renewSession } from '../identity/sessions.ts'
import { isMultilingual } from '../languages.ts'
import { countWaiting } from '../review/queue.ts'
import type { Fields } from '../schemas/fields.ts'
import { ById } from '../schemas/text.ts'
import type { Role } from '../schemas/user.ts'
import { htmlType, pageHeaders, renderDocument, renderPart } from './document.tsx'
import { flashMessage } from './flash-messages.ts'
import { type Languages, Layout } from './layout.tsx'
import type { HeaderReader } from './navigation.tsx'

export type Reader = Pick<Actor, 'id' | 'role'>

const html = { media: [htmlType] }
const responses = { 200: html, 303: null, 404: html, 409: html, 422: html } as const
type Status = 200 | 404 | 409 | 422

type PageContract<P extends Fields, Q extends Fields, F extends Fields> = Pick<
  Contract<P, Q>,
  'path' | 'summary' | 'isMultilingual' | 'params' | 'query' | 'file' | 'maxBodyBytes' | 'timeoutMs'
> & {
  /** the fields of a form; makes the endpoint a POST */
  form?: F
  role?: Role
  /** requires a session; API tokens are refused */
  session?: boolean
}

/** What the endpoint of a page gets. */
export type PageInput<P, Q, F> = Omit<Input<P, Q, undefined, typeof responses, Access, F>, 'body' | 'reply'> &
  PageResponses

export type PageResponses = {
  /** whether htmx requests only part of the page */
  isPartial: boolean
  /**
   * Responds with a whole page; with 409 or 422 if a form is shown again.
   *
   * @param canonical the path of the page that this one is a copy of
   */
  sendPage(title: string, content: ComponentChildren, status?: Status, canonical?: string): Promise<Response>
  /** Responds with part of a page. `headers` may hold instructions to htmx. */
  sendPart(part: VNode, headers?: Record<string, string>, status?: Status): Response
  /** Responds with a page, or to htmx with its content only. */
  sendPageOrPart(title: string, content: VNode, status?: Status): Promise<Response>
  /** Redirects after an action; htmx inserts the response as part of the current page. */
  redirect(path: string): Response
  /** Redirects; htmx leaves the current page. */
  redirectWindow(path: string): Response
}

/**
 * Creates the endpoint of a page, which requires a login and is not in the API document. Requests without a
 * session are redirected to the login page.
 */
export function page<P extends Fields, Q extends Fields, F extends Fields>(
  { role = 'viewer', session = false, ...contract }: PageContract<P, Q, F>,
  handler: (input: PageInput<P, Q, F>) => Promise<Response> | Response,
): Endpoint {
  const isAction = contract.form !== undefined || contract.file !== undefined
  return endpoint(
    {
      ...contract,
      method: isAction ? 'POST' : 'GET',
      tag: 'service',
      access: { role, scope: isAction ? 'write' : 'read', session, page: true },
      responses,
    },
    async ({ reply, ...given }) => {
      const { ctx, request } = given
      const input = { ...given, actor: { ...given.actor, ...languageOf(given) } }
      const { actor } = input
      await renew(input)
      const isPart = isPartial(request)
      const sendPage: PageResponses['sendPage'] = async (title, content, status = 200, canonical) => {
        const [reader = null, waiting] = await Promise.all([
          ctx.db.one<HeaderReader>('web/read-reader', { id: actor.id }),
          countWaiting(ctx, actor),
        ])
        const languages = languagesOf(ctx, given.actor, actor)
        const page = { title, content, reader, waiting, url: request.url, canonical, languages }
        const { body, headers } = await compress(request, renderPage(ctx, page))
        return reply(status, body, { ...pageHeaders, ...headers, ...variesBy(ctx, headers) })
      }
      const sendPart = (part: VNode, headers = {}, status: Status = 200) =>
        reply(status, renderPart(part), { ...headers, ...variesBy(ctx) })
      const redirect = (path: string) => reply(303, null, { location: path })
      return handler({
        ...input,
        isPartial: isPart,
        sendPage,
        sendPart,
        redirect,
        sendPageOrPart: async (title, content, status) =>
          isPart ? sendPart(content, {}, status) : sendPage(title, content, status),
        redirectWindow: (path) => (isPart ? reply(200, '', { 'hx-redirect': path }) : redirect(path)),
      })
    },
  )
}

/** The language that a page is read in: the person's, or the browser's. Nothing if the glossary has but one. */
function languageOf({ ctx, actor, request }: { ctx: Context; actor: Actor; request: Request }) {
  if (!isMultilingual(ctx.settings)) return null
  return { language: languageFor(ctx, actor, undefined, preferredLanguages(request)) }
}

/** What the footer says of languages. */
const languagesOf = ({ settings }: Context, person: Actor, reader: Actor): Languages | undefined =>
  isMultilingual(settings)
    ? { all: settings.languages, isChosen: Boolean(person.language), shown: reader.language ?? settings.language }
    : undefined

const variesBy = ({ settings }: Context, { vary = 'Origin' }: { vary?: string } = {}) =>
  isMultilingual(settings) ? { vary: `${vary}, Accept-Language` } : null

/**
 * Creates the endpoint of a button for the thing whose ID is in the path.
 *
 * @param act returns the path to go to
 */
export const button = (
  contract: Pick<Contract, 'path' | 'summary'> & { role?: Role },
  act: (input: PageInput<typeof ById, Fields, typeof noFields>) => Promise<string>,
): Endpoint => page({ ...contract, params: ById, form: noFields }, async (input) => input.redirect(await act(input)))

/** The form of an action that needs nothing but its path. */
export const noFields = v.object({})

/**
 * Returns the headers of a part that let htmx show its URL, in place of the current one. A link needs none: htmx shows
 * the URL that it leads to.
 */
export const replaceUrl = (request: Request, url: string): Record<string, string> =>
  request.headers.has('hx-boosted') ? {} : { 'hx-replace-url': url }

type Renewal = { ctx: Context; request: Request; requestState: RequestState }

/** Renews the session of a browser, so that people are not logged out while they work (contract, section 8). */
async function renew({ ctx, request, requestState }: Renewal) {
  const session = readSessionCookie(request)
  if (session === undefined) return
  const renewed = await renewSession(ctx.settings.secretKey, session, ctx.now())
  if (renewed === null) return
  const cookie = writeSessionCookie(ctx.settings, renewed)
  requestState.headers = { ...requestState.headers, 'set-cookie': cookie }
}

type Page = {
  title: string
  content: ComponentChildren
  reader: HeaderReader | null
  /** how many items of the review queue people wait for */
  waiting?: number
  /** the URL of the request, for the navigation and the flash message */
  url: string
  /** the path of the page that this one is a copy of */
  canonical?: string | undefined
  languages?: Languages | undefined
}

/**
 * Returns the origin to show in samples. SERVICE_APP_URL need not be right in development mode, where the port
 * is often changed.
 */
export const originOf = ({ settings }: Pick<Context, 'settings'>, request: Pick<Request, 'url'>): string =>
  settings.devMode ? new URL(request.url).origin : settings.appUrl

/** Renders a page in the common layout. */
export function renderPage(
  { settings }: Pick<Context, 'settings'>,
  { title, content, reader, waiting = 0, url, canonical, languages }: Page,
): string {
  return renderDocument(
    <Layout
      title={title}
      devMode={settings.devMode}
      reader={reader}
      waiting={waiting}
      path={new URL(url).pathname}
      canonical={canonical}
      languages={languages}
      notice={flashMessage(url)}
    >
      {content}
    </Layout>,
  )
}
