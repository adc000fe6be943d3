import { endpoint } from '../../lib/endpoint.ts'
import { html } from '../../lib/pages/html.ts'
import { htmlType, layout, pageHeaders } from '../../lib/pages/layout.ts'

/** Where people log in. */
export default endpoint(
  {
    method: 'GET',
    path: '/login',
    summary: 'Log in',
    tag: 'service',
    access: 'public',
    answers: { 200: { media: [htmlType] } },
    hidden: true,
  },
  ({ ctx, reply }) => {
    const content = html`<main>
<h1>Log in</h1>
${ctx.settings.devMode ? devForm : noDoor}
</main>`
    return reply(200, layout(ctx.settings, { title: 'Log in', content }), pageHeaders)
  },
)

const devForm = html`<form class="card" action="/auth/dev/login">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" required autocomplete="email" autofocus>
<button>Log in</button>
</form>`

const noDoor = html`<p class="card">There is no way to log in yet. For now, the operator can set <code>SERVICE_DEV_MODE=true</code> on a machine of their own; Sign in with Slack comes with a later version. API tokens go on working.</p>`
