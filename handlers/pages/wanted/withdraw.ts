import { withdrawNotice } from '../../../lib/lookup/wanted.ts'
import { page } from '../../../lib/pages/page.tsx'
import { wordPath } from '../../../lib/pages/parts/url.ts'
import { ByName } from '../../../lib/schemas/wanted.ts'

/** Takes back that the reader wants to be told when a name has been added. */
export default page(
  {
    path: '/wanted/withdraw',
    summary: 'Take back the request to be told when a name has been added',
    form: ByName,
  },
  async ({ ctx, actor, form, redirect }) => {
    const { name } = form.read()
    await withdrawNotice(ctx, actor.id, name)
    return redirect(`${wordPath(name)}?done=notify_withdrawn`)
  },
)
