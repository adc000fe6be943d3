import * as v from 'valibot'
import { maxRequestBytes, textToExplain } from '../../../lib/schemas/lookup.ts'
import { page } from '../../../lib/web/page.tsx'
import { ExplainPage, Result } from './explain-view.tsx'
import { explainSent } from './read-explanation.ts'

export default page(
  {
    path: '/explain',
    summary: 'Explain a text',
    form: v.object({ text: textToExplain }),
    maxBodyBytes: maxRequestBytes,
  },
  async ({ ctx, actor, form, isPartial, sendPage, sendPart }) => {
    const sent = await explainSent(ctx, actor, () => form.read().text, form.typed.get('text') ?? '')
    const status = sent.problem?.status
    // A refusal is below the text.
    const headers: Record<string, string> = sent.problem ? { 'hx-reswap': 'outerHTML show:top' } : {}
    if (isPartial) return sendPart(<Result {...sent} isPart />, headers, status)
    return sendPage('Explain a text', <ExplainPage {...sent} />, status)
  },
)
