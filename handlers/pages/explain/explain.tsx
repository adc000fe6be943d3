import * as v from 'valibot'
import { ExplainPage, Result } from '../../../lib/pages/explain/explain.tsx'
import { explainSent } from '../../../lib/pages/explain/explain-sent.ts'
import { page } from '../../../lib/pages/page.tsx'
import { maxRequestBytes, textToExplain } from '../../../lib/schemas/lookup.ts'

/** Explains a text that was pasted. */
export default page(
  {
    path: '/explain',
    summary: 'Explain a text',
    form: v.object({ text: textToExplain }),
    maxBodyBytes: maxRequestBytes,
  },
  async ({ ctx, actor, form, isPartial, sendPage, sendPart }) => {
    const sent = await explainSent(
      ctx,
      actor.id,
      () => form.read().text,
      form.typed.get('text') ?? '',
    )
    const status = sent.problem?.status
    if (isPartial) return sendPart(<Result {...sent} isPart />, {}, status)
    return sendPage('Explain a text', <ExplainPage {...sent} />, status)
  },
)
