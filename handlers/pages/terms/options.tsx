import * as v from 'valibot'
import { TermQuery } from '../../../lib/schemas/term.ts'
import { uuid } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { searchOthers } from '../../../lib/web/search-others.ts'
import { TermOptions } from '../../../lib/web/term-combobox.tsx'

/** The terms that a combobox offers for what was typed. */
export default page(
  {
    path: '/terms/options',
    summary: 'Find terms to choose from',
    query: v.object({
      q: TermQuery.entries.q,
      except: v.optional(uuid),
      list: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/)), 'found'),
    }),
  },
  async ({ ctx, query: { q, except, list }, sendPart }) => {
    const terms = q === undefined ? [] : await searchOthers(ctx, except, q)
    return sendPart(<TermOptions id={list} terms={terms.slice(0, 8)} q={q} />)
  },
)
