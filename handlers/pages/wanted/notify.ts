import { requestNotice } from '../../../lib/lookup/wanted.ts'
import { page } from '../../../lib/pages/page.tsx'
import { wordPath } from '../../../lib/pages/parts/url.ts'
import { ByName } from '../../../lib/schemas/wanted.ts'

/** Stores that the reader wants to be told when a name has been added. Leads to the page of the name, where they can take it back. */
export default page(
  { path: '/wanted/notify', summary: 'Be told when a name has been added', form: ByName },
  async ({ ctx, actor, form, redirect }) => {
    const { name } = form.read()
    await requestNotice(ctx, actor.id, name)
    return redirect(`${wordPath(name)}?done=notify`)
  },
)
