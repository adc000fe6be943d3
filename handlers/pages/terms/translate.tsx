import { translate } from '../../../lib/glossary/translations.ts'
import { ByLanguage } from '../../../lib/schemas/translation.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { readTranslationContext, TranslationForm, toFormValues } from './read-translation.ts'
import { TranslateTerm, titleOf } from './translation-form.tsx'

/** Saves a translation. If someone else has changed it since, shows both texts instead. */
export default page(
  {
    path: '/terms/:id/translations/:language',
    summary: 'Translate a term',
    params: ByLanguage,
    form: TranslationForm,
    isMultilingual: true,
  },
  async ({ ctx, actor, params, form, sendPage, redirect }) => {
    const { problem } = await attempt(async () => {
      const { seen = '', ...edit } = form.read()
      await translate(ctx, actor, params, edit, seen)
    })
    if (!problem) return redirect(`/terms/${params.id}?done=translated`)
    const context = await readTranslationContext(ctx, actor, params)
    const values = form.typed
    // Who has seen the other text may replace it.
    if (problem.code === 'version_conflict') values.set('seen', toFormValues(context).get('seen') ?? '')
    return sendPage(titleOf(context), <TranslateTerm {...context} {...{ values, problem }} />, problem.status)
  },
)
