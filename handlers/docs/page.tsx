import { assetUrl } from '../../lib/http/assets.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { Document, htmlType, pageHeaders, renderDocument } from '../../lib/pages/document.tsx'
import { DevModeBanner } from '../../lib/pages/layout.tsx'

/** Shows the API, ready to be tried with the session of the browser. */
export default endpoint(
  {
    method: 'GET',
    path: '/docs',
    summary: 'Read about the API',
    tag: 'service',
    access: 'public',
    answers: { 200: { media: [htmlType] } },
    hidden: true,
  },
  ({ ctx, reply }) => {
    const content = (
      <Document title="API" styles={['docs.css']}>
        {ctx.settings.devMode && <DevModeBanner />}
        <div id="app" />
        <noscript>
          <p>
            This page takes JavaScript; the plain document is at{' '}
            <a href="/openapi.json">/openapi.json</a>.
          </p>
        </noscript>
        <script src={assetUrl('scalar.js')} />
        <script src={assetUrl('docs.js')} />
      </Document>
    )
    // The reference writes its styles into the page, so this page alone lets styles be inline.
    const policy = pageHeaders['content-security-policy'].replace(
      "style-src 'self'",
      "style-src 'self' 'unsafe-inline'",
    )
    return reply(200, renderDocument(content), { 'content-security-policy': policy })
  },
)
