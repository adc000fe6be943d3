import { flashMessage } from '../../../lib/pages/flash-messages.ts'
import { page } from '../../../lib/pages/page.tsx'
import { referringPath } from '../../../lib/pages/terms/return-path.ts'
import { TermPage } from '../../../lib/pages/terms/term.tsx'
import { readTermView } from '../../../lib/pages/terms/view.ts'
import { ById } from '../../../lib/schemas/page.ts'

/** The page of a term, with its actions. */
export default page(
  { path: '/terms/:id', summary: 'Read a term', params: ById },
  async ({ ctx, actor, params, request, isPartial, sendPageOrPart }) => {
    const view = await readTermView(ctx, actor, params.id, request)
    const feedback = {
      isPart: isPartial,
      notice: flashMessage(request.url),
      returnTo: referringPath(request),
    }
    return sendPageOrPart(view.term.name, <TermPage {...view} {...feedback} />)
  },
)
