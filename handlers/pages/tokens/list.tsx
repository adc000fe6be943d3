import * as v from 'valibot'
import { listApiTokens } from '../../../lib/identity/api-tokens.ts'
import { page } from '../../../lib/pages/page.tsx'
import { readListing } from '../../../lib/pages/parts/listing.ts'
import { Tokens, TokensPage } from '../../../lib/pages/tokens.tsx'
import { ArrayPage } from '../../../lib/schemas/page.ts'

const { offset } = ArrayPage.entries

/** One's own API tokens, and how to make one. */
export default page(
  { path: '/tokens', summary: 'My tokens', query: v.object({ offset }) },
  async ({ ctx, actor, query, isPartial, show, showPart }) => {
    const tokens = await readListing(query.offset, (range) => listApiTokens(ctx, actor, range))
    const props = { tokens, appUrl: ctx.settings.appUrl }
    return isPartial
      ? showPart(<Tokens {...props} isPart />)
      : show('My tokens', <TokensPage {...props} />)
  },
)
