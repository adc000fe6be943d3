import { endpoint } from '../../lib/endpoint.ts'
import { html } from '../../lib/pages/html.ts'
import { htmlType, layout, pageHeaders } from '../../lib/pages/layout.ts'
import type { User } from '../../lib/schemas/user.ts'

/** Where a log-in ends. */
export default endpoint(
  {
    method: 'GET',
    path: '/',
    summary: 'Home',
    tag: 'service',
    access: { role: 'viewer', scope: 'read', page: true },
    answers: { 200: { media: [htmlType] } },
    hidden: true,
  },
  async ({ ctx, actor, reply }) => {
    const user = await ctx.db.one<User>('users/find', { id: actor.id })
    const content = html`<main>
<h1>Glossary</h1>
<p>You are logged in as <strong>${user?.email ?? ''}</strong> (${actor.role}).</p>
<div class="card">
<p><a href="/docs">Try the API</a> with your session, or <a href="/api/v1/terms">see the first terms</a> as JSON.</p>
<form method="post" action="/auth/logout"><button>Log out</button></form>
</div>
</main>`
    return reply(200, layout(ctx.settings, { title: 'Home', content }), pageHeaders)
  },
)
