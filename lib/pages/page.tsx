import type { ComponentChildren, VNode } from 'preact'
import type { Context } from '../context.ts'
import { type Contract, type Endpoint, endpoint, type Input, isPartial } from '../endpoint.ts'
import type { Fields } from '../fields.ts'
import type { Access } from '../identity/actor.ts'
import type { Role } from '../schemas/user.ts'
import { htmlType, pageHeaders, renderDocument, renderPart } from './document.tsx'
import { Layout, type Viewer } from './layout.tsx'
import { noticeOf } from './notices.ts'

const html = { media: [htmlType] }
const answers = { 200: html, 303: null, 409: html, 422: html } as const
type Status = 200 | 409 | 422

type PageContract<P extends Fields, Q extends Fields, F extends Fields> = Pick<
  Contract<P, Q>,
  'path' | 'summary' | 'params' | 'query'
> & {
  /** makes the page one that a form is posted to */
  form?: F
  /** the least role */
  role?: Role
}

type PageInput<P, Q, F> = Omit<
  Input<P, Q, undefined, typeof answers, Access, F>,
  'body' | 'reply'
> & {
  /** whether htmx asks, for a part of the page alone */
  isPartial: boolean
  /** Answers a whole page around `content`; 409 and 422 where a form is shown again. */
  show(title: string, content: ComponentChildren, status?: Status): Promise<Response>
  /** Answers a part of a page, with headers that tell htmx what else to do. */
  showPart(part: VNode, headers?: Record<string, string>, status?: Status): Response
  /** Leads to another page once something is done. */
  go(path: string): Response
}

/**
 * Makes the endpoint of a page: for people who have logged in, left out of the API document. Who has no
 * session is sent to log in.
 */
export function page<P extends Fields, Q extends Fields, F extends Fields>(
  { role = 'viewer', ...contract }: PageContract<P, Q, F>,
  handler: (input: PageInput<P, Q, F>) => Promise<Response> | Response,
): Endpoint {
  return endpoint(
    {
      ...contract,
      method: contract.form ? 'POST' : 'GET',
      tag: 'service',
      access: { role, scope: contract.form ? 'write' : 'read', page: true },
      answers,
      hidden: true,
    },
    ({ reply, ...input }) => {
      const { ctx, actor, request } = input
      return handler({
        ...input,
        isPartial: isPartial(request),
        async show(title, content, status = 200) {
          const viewer = (await ctx.db.one<Viewer>('users/find', { id: actor.id })) ?? null
          const text = renderPage(ctx, { title, content, viewer, url: request.url })
          return reply(status, text, pageHeaders)
        },
        showPart: (part, headers = {}, status = 200) => reply(status, renderPart(part), headers),
        go: (path) => reply(303, null, { location: path }),
      })
    },
  )
}

type Page = {
  title: string
  content: ComponentChildren
  viewer: Viewer | null
  /** where it is, for the navigation and for news of what was just done */
  url: string
}

/** The text of a page in the layout of all. */
export function renderPage(
  { settings }: Pick<Context, 'settings'>,
  { title, content, viewer, url }: Page,
): string {
  return renderDocument(
    <Layout
      title={title}
      devMode={settings.devMode}
      viewer={viewer}
      path={new URL(url).pathname}
      notice={noticeOf(url)}
    >
      {content}
    </Layout>,
  )
}
