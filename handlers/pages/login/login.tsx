import * as v from 'valibot'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { loginTarget } from '../../../lib/identity/login-target.ts'
import { htmlType, pageHeaders } from '../../../lib/web/document.tsx'
import { renderPage } from '../../../lib/web/page.tsx'
import { LogIn } from './login-view.tsx'

export default endpoint(
  {
    method: 'GET',
    path: '/login',
    summary: 'Log in',
    tag: 'service',
    access: 'public',
    query: v.object({ next: v.optional(v.string()) }),
    responses: { 200: { media: [htmlType] } },
  },
  ({ ctx, request, query, reply }) => {
    const providers = (['oidc', 'slack'] as const).flatMap((method) => {
      const { name } = ctx.providers[method]
      return name === null ? [] : [{ name, path: `/auth/${method}/login` }]
    })
    const content = <LogIn devMode={ctx.settings.devMode} providers={providers} next={loginTarget(query.next)} />
    const text = renderPage(ctx, { title: 'Log in', content, reader: null, url: request.url })
    return reply(200, text, pageHeaders)
  },
)
