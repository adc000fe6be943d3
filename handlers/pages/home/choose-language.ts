import * as v from 'valibot'
import { setLanguage } from '../../../lib/identity/language.ts'
import { parseLocalPath } from '../../../lib/identity/login-target.ts'
import { languageTag } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/** Chooses the language in which the reader sees what terms mean; without one, that of the browser. */
export default page(
  {
    path: '/language',
    summary: 'Choose a language',
    form: v.object({ language: v.optional(languageTag) }),
    isMultilingual: true,
  },
  async ({ ctx, actor, form, request, redirect }) => {
    await setLanguage(ctx, actor, form.read().language ?? null)
    return redirect(pathBefore(request))
  },
)

/** Returns the path of the page that has sent a form; `/` if that is not known. */
function pathBefore({ headers, url }: Request): string {
  const referrer = URL.parse(headers.get('referer') ?? '')
  if (referrer?.host !== new URL(url).host) return '/'
  const { pathname, searchParams } = parseLocalPath(referrer.pathname + referrer.search) ?? new URL('/', url)
  searchParams.delete('done')
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}
