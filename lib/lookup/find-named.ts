import type { Finds } from '../context.ts'
import { findContained } from './contained.ts'
import { type Found, findWhole, type Surroundings } from './find.ts'
import { findMisspelled } from './misspelled.ts'

type Find = (needs: Finds, q: string, surroundings: Surroundings, limit: number) => Promise<Found>

/** Finds what a text is, or else what it is but for a letter, or else the names in it. */
export const findNamed: Find = async ({ db, names }, q, surroundings, limit) => {
  const found = await findWhole({ db }, q, surroundings, limit)
  if (found.match !== 'none') return found
  return (
    (await findMisspelled({ db }, q, surroundings, limit)) ??
    (await findContained({ db, names }, q, surroundings, limit)) ??
    found
  )
}

/** Finds what a text is that may be unfinished, or else the names in it. */
export const findUncorrected: Find = async ({ db, names }, q, surroundings, limit) => {
  const found = await findWhole({ db }, q, surroundings, limit)
  if (found.match !== 'none') return found
  return (await findContained({ db, names }, q, surroundings, limit)) ?? found
}
