import { createApiToken, listApiTokens } from '../../../lib/identity/api-tokens.ts'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { readListing } from '../../../lib/pages/parts/listing.ts'
import { Tokens, TokensPage } from '../../../lib/pages/tokens.tsx'
import { TokenRequest } from '../../../lib/schemas/token.ts'

/**
 * Creates an API token and shows it. It stands in this one answer and nowhere else, which is why none
 * leads on to another page.
 */
export default page(
  { path: '/tokens', summary: 'Create an API token', form: TokenRequest, session: true },
  async ({ ctx, actor, form, isPartial, show, showPart }) => {
    const { result, problem } = await attempt(() => createApiToken(ctx, actor, form.read()))
    const tokens = await readListing(0, (range) => listApiTokens(ctx, actor, range))
    const props = {
      ...{ tokens, problem, appUrl: ctx.settings.appUrl },
      ...(problem && { typed: form.typed }),
      ...(result && { created: result }),
    }
    return isPartial
      ? showPart(<Tokens {...props} isPart />, {}, problem?.status)
      : show('My tokens', <TokensPage {...props} />, problem?.status)
  },
)
