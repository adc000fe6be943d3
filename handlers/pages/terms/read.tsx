import { flashMessage } from '../../../lib/pages/flash-messages.ts'
import { page } from '../../../lib/pages/page.tsx'
import { TermPage } from '../../../lib/pages/terms/term.tsx'
import { readTermView } from '../../../lib/pages/terms/view.ts'
import { ById } from '../../../lib/schemas/page.ts'

/** A term, and all that can be done with it. */
export default page(
  { path: '/terms/:id', summary: 'A term', params: ById },
  async ({ ctx, actor, params, request, isPartial, present }) => {
    const view = await readTermView(ctx, actor, params.id)
    const news = { isPart: isPartial, notice: flashMessage(request.url) }
    return present(view.term.name, <TermPage {...view} {...news} />)
  },
)
