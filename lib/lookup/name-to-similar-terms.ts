import * as v from 'valibot'
import type { Db } from '../context.ts'
import { findByNames } from '../glossary/read.ts'
import * as content from '../schemas/content.ts'
import type { Term } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'

export type Similar = {
  /** the meanings of the same name, ignoring case; the most trusted first */
  same: Term[]
  /** how many meanings the name has; `same` has the first of them */
  sameTotal: number
  /** the meanings of names with a similar spelling, the most similar name first */
  close: Term[]
}

/** Few enough to read while typing. */
const maxPerKind = 6

/**
 * Finds the terms that someone should read before adding a name.
 *
 * @param typed the name, possibly unfinished; if it is invalid, nothing is similar
 */
export async function findSimilar({ db }: Db, typed: string): Promise<Similar> {
  const parsed = v.safeParse(content.name, typed)
  if (!parsed.success) return { same: [], sameTotal: 0, close: [] }
  const name = parsed.output
  const rows = await db.many<{ name: string }>('lookup/similar-names', { text: name })
  const names = rows.map((row) => row.name)
  const terms = await findByNames({ db }, [name, ...names])
  const rank = new Map(names.map((name, i) => [fold(name), i]))
  const isSame = (term: Term) => fold(term.name) === fold(name)
  const rankOf = (term: Term) => rank.get(fold(term.name)) ?? names.length
  const same = terms.filter(isSame)
  return {
    same: same.slice(0, maxPerKind),
    sameTotal: same.length,
    close: terms
      .filter((term) => !isSame(term))
      .sort((a, b) => rankOf(a) - rankOf(b))
      .slice(0, maxPerKind),
  }
}
