import * as v from 'valibot'
import type { Context } from '../../../lib/context.ts'
import { assetUrl } from '../../../lib/http/assets.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { compress } from '../../../lib/http/negotiation.ts'
import { Document, htmlType, pageHeaders, renderDocument } from '../../../lib/web/document.tsx'
import { DevModeBanner, Layout } from '../../../lib/web/layout.tsx'
import { Reference } from './reference-view.tsx'

/** The page of each process: rendering it takes longer than a hundred other requests. */
const rendered = new WeakMap<Context['apiDocument'], string>()

/**
 * Lists the operations of the API. With `try`, loads the viewer in which they can be tried with the session of the
 * browser.
 */
export default endpoint(
  {
    method: 'GET',
    path: '/docs',
    summary: 'Read the API reference',
    tag: 'service',
    access: 'public',
    query: v.object({ try: v.optional(v.boolean('must be true or false'), false) }),
    responses: { 200: { media: [htmlType] } },
  },
  async ({ ctx, query, request, reply }) => {
    if (query.try) {
      return reply(200, renderDocument(<Viewer devMode={ctx.settings.devMode} />), viewerHeaders)
    }
    const { body, headers } = await compress(request, renderPage(ctx))
    return reply(200, body, { ...pageHeaders, ...headers })
  },
)

function renderPage(ctx: Context) {
  const html = rendered.get(ctx.apiDocument) ?? renderDocument(<Page ctx={ctx} />)
  rendered.set(ctx.apiDocument, html)
  return html
}

function Page({ ctx }: { ctx: Context }) {
  return (
    <Layout title="API reference" devMode={ctx.settings.devMode} reader={null} path="/docs" styles={['reference.css']}>
      <Reference document={JSON.parse(ctx.apiDocument())} />
    </Layout>
  )
}

/** The viewer writes styles into the page. */
const viewerHeaders = {
  'content-security-policy': pageHeaders['content-security-policy'].replace(
    "style-src 'self'",
    "style-src 'self' 'unsafe-inline'",
  ),
}

function Viewer({ devMode }: { devMode: boolean }) {
  return (
    <Document title="Try the API" styles={['docs.css']}>
      {devMode && <DevModeBanner />}
      <nav class="back">
        <a href="/docs">Back to the API reference</a>
      </nav>
      <div id="app" />
      <noscript>
        <p>
          This page needs JavaScript. <a href="/docs">The API reference</a> does not.
        </p>
      </noscript>
      <script src={assetUrl('no-eval.js')} />
      <script src={assetUrl('scalar.js')} />
      <script src={assetUrl('docs.js')} />
    </Document>
  )
}
