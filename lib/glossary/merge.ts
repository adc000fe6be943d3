import type { Term } from '../schemas/term.ts'

/** What people write in a term. */
export const textFields = ['name', 'full_name', 'definition', 'category'] as const
export type TextField = (typeof textFields)[number]
export type Texts = Pick<Term, TextField>

export type Merged = {
  /** an edit carried over to the texts that are there now */
  texts: Texts
  /** what others alone have changed: theirs is in `texts` */
  adopted: TextField[]
  /** what both have changed, differently: the edit's is in `texts` */
  contested: TextField[]
}

/**
 * Brings an edit together with what others have changed meanwhile.
 *
 * @param base what both began with
 * @param theirs what is there now
 * @param mine what the edit wants
 */
export function merge(base: Texts, theirs: Texts, mine: Texts): Merged {
  const merged: Merged = { texts: { ...mine }, adopted: [], contested: [] }
  for (const field of textFields) {
    if (theirs[field] === base[field] || theirs[field] === mine[field]) continue
    if (mine[field] !== base[field]) merged.contested.push(field)
    else {
      merged.adopted.push(field)
      Object.assign(merged.texts, { [field]: theirs[field] })
    }
  }
  return merged
}
