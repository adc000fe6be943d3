import * as v from 'valibot'
import { readTerm } from '../../../lib/glossary/read.ts'
import { RelationKind, TermQuery } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { searchOthers } from '../../../lib/web/search-others.ts'
import { Picker } from './picker-view.tsx'

export default page(
  {
    path: '/terms/:id/relate',
    summary: 'Find a term to relate to another one',
    params: ById,
    query: v.object({ kind: v.optional(RelationKind), q: TermQuery.entries.q }),
  },
  async ({ ctx, params, query: { kind = 'differs_from', q }, sendPage }) => {
    const [term, candidates] = await Promise.all([
      readTerm(ctx, params.id),
      q === undefined ? [] : searchOthers(ctx, params.id, q),
    ])
    return sendPage(
      `Relate ${term.name}`,
      <section class="proposals relate">
        <header class="term-header">
          <h1>
            Relate{' '}
            <a class="subject" href={`/terms/${term.id}`}>
              {term.name}
            </a>
          </h1>
        </header>
        <Picker {...{ term, kind, q, candidates: candidates.slice(0, 8) }} />
      </section>,
    )
  },
)
