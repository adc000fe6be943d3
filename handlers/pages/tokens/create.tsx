import * as v from 'valibot'
import { addDays } from '../../../lib/days.ts'
import { listAgents } from '../../../lib/identity/agents.ts'
import { createApiToken, listApiTokens } from '../../../lib/identity/api-tokens.ts'
import { resourceOf } from '../../../lib/oauth/metadata.ts'
import { lifetimes, TokenRequest } from '../../../lib/schemas/credentials.ts'
import { originOf, page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { Tokens, TokensPage } from './tokens-view.tsx'

const { name, scopes } = TokenRequest.entries
const NewTokenForm = v.object({
  name,
  scopes,
  lifetime: v.optional(v.picklist(lifetimes, `must be one of ${lifetimes.join(', ')}`)),
})

/** Creates an API token. Only this response contains it, so there is no redirect. */
export default page(
  { path: '/tokens', summary: 'Create an API token', form: NewTokenForm, session: true },
  async ({ ctx, actor, form, request, isPartial, sendPage, sendPart }) => {
    const { result, problem } = await attempt(() => {
      const { lifetime, ...request } = form.read()
      const expires_at = lifetime === undefined ? null : addDays(ctx.now(), Number(lifetime)).toISOString()
      return createApiToken(ctx, actor, { ...request, expires_at })
    })
    const tokens = await readListing(0, (range) => listApiTokens(ctx, actor, range))
    const props = {
      tokens,
      problem,
      origin: originOf(ctx, request),
      ...(problem && { typed: form.typed }),
      ...(result && { created: result }),
    }
    if (isPartial) return sendPart(<Tokens {...props} isPart />, {}, problem?.status)
    const agents = ctx.oauth && (await readListing(0, (range) => listAgents(ctx, actor.id, range)))
    const content = <TokensPage {...props} agents={agents} endpoint={resourceOf(ctx.settings)} />
    return sendPage('Tokens', content, problem?.status)
  },
)
