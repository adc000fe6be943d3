import { removeWanted } from '../../../lib/lookup/wanted.ts'
import { page } from '../../../lib/pages/page.tsx'
import { ByName } from '../../../lib/schemas/wanted.ts'

/** Removes a wanted name. */
export default page(
  { path: '/wanted/remove', summary: 'Remove a wanted name', role: 'editor', form: ByName },
  async ({ ctx, form, redirect }) => {
    await removeWanted(ctx, form.read().name)
    return redirect('/wanted?done=unwanted')
  },
)
