import { confirmTranslation } from '../../../lib/glossary/translations.ts'
import { ByLanguage } from '../../../lib/schemas/translation.ts'
import { noFields, page } from '../../../lib/web/page.tsx'

/** Says that a translation is right for the current text. */
export default page(
  {
    path: '/terms/:id/translations/:language/current',
    summary: 'Confirm a translation',
    params: ByLanguage,
    form: noFields,
    isMultilingual: true,
  },
  async ({ ctx, actor, params, redirect }) => {
    await confirmTranslation(ctx, actor, params)
    return redirect(`/terms/${params.id}?done=translation_confirmed`)
  },
)
