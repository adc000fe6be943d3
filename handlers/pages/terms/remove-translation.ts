import { removeTranslation } from '../../../lib/glossary/translations.ts'
import { ByLanguage } from '../../../lib/schemas/translation.ts'
import { noFields, page } from '../../../lib/web/page.tsx'

export default page(
  {
    path: '/terms/:id/translations/:language/remove',
    summary: 'Remove a translation',
    params: ByLanguage,
    form: noFields,
    isMultilingual: true,
  },
  async ({ ctx, actor, params, redirect }) => {
    await removeTranslation(ctx, actor, params)
    return redirect(`/terms/${params.id}?done=translation_removed`)
  },
)
