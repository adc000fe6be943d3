import * as v from 'valibot'
import { maxRequestBytes, textToExplain } from '../../../lib/schemas/lookup.ts'
import { ListQuery } from '../../../lib/web/list-query.ts'
import { page } from '../../../lib/web/page.tsx'
import { isText } from '../../../lib/web/parts/unknown-word.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { ExplainPage } from './explain-view.tsx'
import { explainSent } from './read-explanation.ts'

const Typed = v.object({
  ...v.omit(ListQuery, ['q']).entries,
  q: v.optional(textToExplain),
  /** a text of several lines, which a box cannot hold */
  message: v.optional(textToExplain),
})

/** Opens or searches for the word that was typed; explains a message, which is never in a URL. */
export default page(
  { path: '/t', summary: 'Look up what was typed', form: Typed, maxBodyBytes: maxRequestBytes },
  async ({ ctx, actor, form, redirect, sendPage }) => {
    const typed = form.typed.get('message') ?? form.typed.get('q') ?? ''
    if (!isText(typed.trim())) return redirect(buildUrl('/t', form.read()))
    const read = () => {
      const { message, q = '' } = form.read()
      return message ?? q
    }
    const sent = await explainSent(ctx, actor, read, typed)
    return sendPage('Explain a text', <ExplainPage {...sent} />, sent.problem?.status)
  },
)
