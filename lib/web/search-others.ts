import * as v from 'valibot'
import type { Context } from '../context.ts'
import { answerSearch } from '../lookup/search-to-terms.ts'
import type { Term } from '../schemas/term.ts'
import { query } from '../schemas/text.ts'
import type { RelationRow } from './read-term-rows.ts'

type Needs = Pick<Context, 'db' | 'names' | 'settings'>

/** The most terms to choose from. */
const limit = 20

/** Searches for terms besides one of them. */
export async function searchOthers(ctx: Needs, id: string | undefined, q: string): Promise<Term[]> {
  const { items } = (await answerSearch(ctx, { q }, { limit, offset: 0 })).terms
  return items.filter((other) => other.id !== id)
}

/** Adds the terms that each row of related terms may mean, of which none was chosen. */
export async function withCandidates<Relations extends { rows: readonly RelationRow[] }>(
  ctx: Needs,
  except: string | undefined,
  relations: Relations,
): Promise<Relations & { candidates: ReadonlyMap<number, readonly Term[]> }> {
  const candidates = new Map<number, readonly Term[]>()
  for (const [index, { q, other_id }] of relations.rows.slice(0, 20).entries()) {
    const asked = v.safeParse(query(200), q)
    if (other_id || !asked.success) continue
    candidates.set(index, (await searchOthers(ctx, except, asked.output)).slice(0, 8))
  }
  return { ...relations, candidates }
}
