import * as v from 'valibot'
import { isExplained } from '../../../lib/glossary/unexplained.ts'
import { findMeanings } from '../../../lib/lookup/typed-to-terms.ts'
import { query } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'

/**
 * Counts an answer that somebody has read while they typed, or opened (assets/search.js): no request before says so.
 */
export default page(
  { path: '/t/seen', summary: 'Count an answer as a lookup', form: v.object({ q: query(200) }) },
  async ({ ctx, actor, form, sendPart }) => {
    const found = await findMeanings(ctx, form.read().q, { readerId: actor.id }, 1)
    const isAnswer = found.terms.some(isExplained)
    if (isAnswer) ctx.lookups.count({ ...found, surface: 'page', person: actor.id })
    return sendPart(<span hidden />)
  },
)
