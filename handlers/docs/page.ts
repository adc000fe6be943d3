import { endpoint } from '../../lib/endpoint.ts'
import { html } from '../../lib/pages/html.ts'
import { htmlType, layout, pageHeaders } from '../../lib/pages/layout.ts'

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
    const content = html`<div id="app"></div>
<noscript><p>This page takes JavaScript; the plain document is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
<script src="/assets/scalar.js"></script>
<script src="/assets/docs.js"></script>`
    // The reference writes its styles into the page, so this page alone lets styles be inline.
    const policy = pageHeaders['content-security-policy'].replace(
      "style-src 'self'",
      "style-src 'self' 'unsafe-inline'",
    )
    return reply(200, layout(ctx.settings, { title: 'API', content }), {
      'content-security-policy': policy,
    })
  },
)
