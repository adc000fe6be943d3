import * as v from 'valibot'
import { paths } from '../../../lib/oauth/metadata.ts'
import { requireOAuth, toOAuthRequest } from '../../../lib/oauth/requests.ts'
import { Problem } from '../../../lib/problem.ts'
import { uuid } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { Answered } from './consent-view.tsx'

/**
 * Stores a person's answer to an agent. The browser goes on by the Refresh header: the Content-Security-Policy forbids
 * that a form leads to another site.
 */
export default page(
  {
    path: '/oauth/consent/:uid',
    summary: 'Answer an agent',
    params: v.object({ uid: v.string() }),
    form: v.object({ user_id: uuid, answer: v.picklist(['allow', 'cancel']) }),
    session: true,
  },
  async ({ ctx, actor, params, form, requestState, sendPage }) => {
    const { user_id, answer } = form.read()
    // Somebody else has logged in since the page was shown.
    if (user_id !== actor.id) throw new Problem('agent_request_not_found')
    const isAllowed = answer === 'allow'
    const request = toOAuthRequest(ctx, requestState)
    await requireOAuth(ctx).answer(request, params.uid, { userId: actor.id, isAllowed })
    const next = `${paths.authorize}/${params.uid}`
    const title = isAllowed ? 'Agent connected' : 'Agent not connected'
    const response = await sendPage(title, <Answered title={title} next={next} />)
    response.headers.set('refresh', `0;url=${next}`)
    return response
  },
)
