import { ByLanguage } from '../../../lib/schemas/translation.ts'
import { page } from '../../../lib/web/page.tsx'
import { readTranslationContext, toFormValues } from './read-translation.ts'
import { TranslateTerm, titleOf } from './translation-form.tsx'

/** The form that translates a term. */
export default page(
  { path: '/terms/:id/translations/:language', summary: 'Translate a term', params: ByLanguage, isMultilingual: true },
  async ({ ctx, actor, params, sendPage }) => {
    const context = await readTranslationContext(ctx, actor, params)
    return sendPage(titleOf(context), <TranslateTerm {...context} values={toFormValues(context)} />)
  },
)
