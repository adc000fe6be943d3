import * as v from 'valibot'
import { explainText } from '../../../lib/lookup/explain.ts'
import { ExplainPage, Result } from '../../../lib/pages/explain/explain.tsx'
import { page } from '../../../lib/pages/page.tsx'
import { attempt } from '../../../lib/pages/parts/form.tsx'
import { maxRequestBytes, textToExplain } from '../../../lib/schemas/lookup.ts'

/** Explains a text that was pasted. */
export default page(
  {
    path: '/explain',
    summary: 'Explain a text',
    form: v.object({ text: textToExplain }),
    maxBodyBytes: maxRequestBytes,
  },
  async ({ ctx, form, isPartial, sendPage, sendPart }) => {
    const { result, problem } = await attempt(async () => {
      const { text } = form.read()
      return { text, explanation: await explainText(ctx, text, { loose: true }) }
    })
    if (result) ctx.lookups.countExplained(result.explanation.unknown)
    const props = result ?? { text: form.typed.get('text') ?? '', problem }
    if (isPartial) return sendPart(<Result {...props} isPart />, {}, problem?.status)
    return sendPage('Explain a text', <ExplainPage {...props} />, problem?.status)
  },
)
