import type { ComponentChildren, VNode } from 'preact'
import type { Context } from '../context.ts'
import { type Contract, type Endpoint, endpoint, type Input, isPartial } from '../http/endpoint.ts'
import type { Access } from '../identity/actor.ts'
import type { Fields } from '../schemas/fields.ts'
import type { Role } from '../schemas/user.ts'
import { htmlType, pageHeaders, renderDocument, renderPart } from './document.tsx'
import { flashMessage } from './flash-messages.ts'
import { Layout, type Viewer } from './layout.tsx'

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
  /** API tokens will not do, whatever their scope */
  session?: boolean
}

type PageInput<P, Q, F> = Omit<
  Input<P, Q, undefined, typeof answers, Access, F>,
  'body' | 'reply'
> &
  PageAnswers

/** How a page answers. */
export type PageAnswers = {
  /** whether htmx asks, for a part of the page alone */
  isPartial: boolean
  /** Answers a whole page around `content`; 409 and 422 where a form is shown again. */
  show(title: string, content: ComponentChildren, status?: Status): Promise<Response>
  /** Answers a part of a page, with headers that tell htmx what else to do. */
  showPart(part: VNode, headers?: Record<string, string>, status?: Status): Response
  /** Answers a page, or its content alone where htmx asks. */
  present(title: string, content: VNode, status?: Status): Promise<Response>
  /** Leads to another page once something is done; htmx takes what it answers as a part. */
  go(path: string): Response
  /** Leads to another page; htmx leaves the open one for it. */
  leave(path: string): Response
}

/**
 * Makes the endpoint of a page: for people who have logged in, left out of the API document. Who has no
 * session is sent to log in.
 */
export function page<P extends Fields, Q extends Fields, F extends Fields>(
  { role = 'viewer', session = false, ...contract }: PageContract<P, Q, F>,
  handler: (input: PageInput<P, Q, F>) => Promise<Response> | Response,
): Endpoint {
  return endpoint(
    {
      ...contract,
      method: contract.form ? 'POST' : 'GET',
      tag: 'service',
      access: { role, scope: contract.form ? 'write' : 'read', session, page: true },
      answers,
      hidden: true,
    },
    ({ reply, ...input }) => {
      const { ctx, actor, request } = input
      const isPart = isPartial(request)
      async function show(title: string, content: ComponentChildren, status: Status = 200) {
        const viewer = (await ctx.db.one<Viewer>('users/find', { id: actor.id })) ?? null
        const text = renderPage(ctx, { title, content, viewer, url: request.url })
        return reply(status, text, pageHeaders)
      }
      const showPart = (part: VNode, headers = {}, status: Status = 200) =>
        reply(status, renderPart(part), headers)
      const go = (path: string) => reply(303, null, { location: path })
      return handler({
        ...input,
        ...{ isPartial: isPart, show, showPart, go },
        present: async (title, content, status) =>
          isPart ? showPart(content, {}, status) : show(title, content, status),
        leave: (path) => (isPart ? reply(200, '', { 'hx-redirect': path }) : go(path)),
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
      notice={flashMessage(url)}
    >
      {content}
    </Layout>,
  )
}
