import * as v from 'valibot'
import type { Context } from '../context.ts'
import type { Term } from '../schemas/term.ts'
import * as schema from '../schemas/term.ts'
import { closeNames } from './browse.ts'
import { findByNames } from './find.ts'

export type Similar = {
  /** the meanings of the very name, whatever its case; the most trusted first */
  same: Term[]
  /** how many meanings the very name has; `same` holds the first of them */
  sameTotal: number
  /** the meanings of names spelled like it, the closest name first */
  close: Term[]
}

/** As many meanings as one can look through while typing, of either kind. */
const mostShown = 6

/**
 * What somebody who wants to add a name should look at first.
 *
 * @param typed the name, as far as it is typed; nothing is similar to what can be none
 */
export async function findSimilar({ db }: Pick<Context, 'db'>, typed: string): Promise<Similar> {
  const parsed = v.safeParse(schema.name, typed)
  if (!parsed.success) return { same: [], sameTotal: 0, close: [] }
  const name = parsed.output
  const names = await closeNames({ db }, name)
  const terms = await findByNames({ db }, [name, ...names])
  const place = new Map(names.map((name, i) => [fold(name), i]))
  const isSame = (term: Term) => fold(term.name) === fold(name)
  const order = (term: Term) => place.get(fold(term.name)) ?? names.length
  const same = terms.filter(isSame)
  return {
    same: same.slice(0, mostShown),
    sameTotal: same.length,
    close: terms
      .filter((term) => !isSame(term))
      .sort((a, b) => order(a) - order(b))
      .slice(0, mostShown),
  }
}

/** As the database compares names, near enough to tell them apart here. */
const fold = (name: string) => name.toLowerCase().normalize('NFC')
