import * as v from 'valibot'
import { listAgents } from '../../../lib/identity/agents.ts'
import { listApiTokens } from '../../../lib/identity/api-tokens.ts'
import { resourceOf } from '../../../lib/oauth/metadata.ts'
import { ListRange } from '../../../lib/schemas/list.ts'
import { originOf, page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { Tokens, TokensPage } from './tokens-view.tsx'

const { offset } = ListRange.entries

/** The reader's API tokens, with a form to create one, and the agents that have logged in. */
export default page(
  {
    path: '/tokens',
    summary: 'My tokens',
    query: v.object({ offset, agents: offset, name: v.optional(v.string(), '') }),
  },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart }) => {
    const tokens = await readListing(query.offset, (range) => listApiTokens(ctx, actor, range))
    const typed = new URLSearchParams({ name: query.name }) // A link says what the token is for.
    const props = { tokens, typed, origin: originOf(ctx, request) }
    if (isPartial) return sendPart(<Tokens {...props} isPart />)
    const agents = ctx.oauth && (await readListing(query.agents, (range) => listAgents(ctx, actor.id, range)))
    return sendPage('Tokens', <TokensPage {...props} agents={agents} endpoint={resourceOf(ctx.settings)} />)
  },
)
