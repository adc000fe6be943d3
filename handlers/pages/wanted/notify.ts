import { requestNotice } from '../../../lib/lookup/wanted.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ByName } from '../../../lib/schemas/wanted.ts'

/** Stores that the user wants to be told when a name has been added. */
export default page(
  { path: '/wanted/notify', summary: 'Be told when a name has been added', form: ByName },
  async ({ ctx, actor, form, redirect }) => {
    await requestNotice(ctx, actor.id, form.read().name)
    return redirect('/wanted?done=notify')
  },
)
