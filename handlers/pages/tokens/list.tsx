import * as v from 'valibot'
import { listApiTokens } from '../../../lib/identity/api-tokens.ts'
import { originOf, page } from '../../../lib/pages/page.tsx'
import { readListing } from '../../../lib/pages/parts/listing.ts'
import { Tokens, TokensPage } from '../../../lib/pages/tokens.tsx'
import { ArrayPage } from '../../../lib/schemas/page.ts'

const { offset } = ArrayPage.entries

/** The viewer's API tokens, with a form to create one. */
export default page(
  { path: '/tokens', summary: 'My tokens', query: v.object({ offset }) },
  async ({ ctx, actor, query, request, isPartial, sendPage, sendPart }) => {
    const tokens = await readListing(query.offset, (range) => listApiTokens(ctx, actor, range))
    const props = { tokens, origin: originOf(ctx, request) }
    return isPartial
      ? sendPart(<Tokens {...props} isPart />)
      : sendPage('Tokens', <TokensPage {...props} />)
  },
)
