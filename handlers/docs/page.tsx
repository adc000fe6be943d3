import { assetUrl } from '../../lib/http/assets.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Document, htmlType, pageHeaders, renderDocument } from '../../lib/pages/document.tsx'
import { DevModeBanner } from '../../lib/pages/layout.tsx'

/** Shows the API reference, in which requests can be tried with the session of the browser. */
export default endpoint(
  {
    method: 'GET',
    path: '/docs',
    summary: 'Read the API reference',
    tag: 'service',
    access: 'public',
    responses: { 200: { media: [htmlType] } },
  },
  ({ ctx, reply }) => {
    const content = (
      <Document title="API reference" styles={['docs.css']}>
        {ctx.settings.devMode && <DevModeBanner />}
        <nav class="back">
          <a href="/">Back to the glossary</a>
        </nav>
        <div id="app" />
        <noscript>
          <p>
            This page needs JavaScript. The OpenAPI document is at{' '}
            <a href="/openapi.json">/openapi.json</a>.
          </p>
        </noscript>
        <script src={assetUrl('no-eval.js')} />
        <script src={assetUrl('scalar.js')} />
        <script src={assetUrl('docs.js')} />
      </Document>
    )
    // The reference writes styles into the page.
    const policy = pageHeaders['content-security-policy'].replace(
      "style-src 'self'",
      "style-src 'self' 'unsafe-inline'",
    )
    return reply(200, renderDocument(content), { 'content-security-policy': policy })
  },
)
