import * as v from 'valibot'
import { requireOAuth, toOAuthRequest } from '../../../lib/oauth/requests.ts'
import type { User } from '../../../lib/schemas/user.ts'
import { page } from '../../../lib/web/page.tsx'
import { Consent } from './consent-view.tsx'

/** Asks a person whether an agent may read the glossary for them. */
export default page(
  { path: '/oauth/consent/:uid', summary: 'Connect an agent', params: v.object({ uid: v.string() }), session: true },
  async ({ ctx, actor, params, requestState, sendPage }) => {
    const oauth = requireOAuth(ctx)
    const request = await oauth.readRequest(toOAuthRequest(ctx, requestState), params.uid)
    const user = await ctx.db.one<User>('identity/find-user', { id: actor.id })
    if (!user) throw new Error('the user does not exist any more')
    const title = `Connect ${request.name}`
    return sendPage(title, <Consent {...request} title={title} uid={params.uid} user={user} />)
  },
)
