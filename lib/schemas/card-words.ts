import { listedKinds, relationWords, useInstead } from './relations.ts'
import { stateWords } from './states.ts'

/** The words of pages that the card beside a marked name has as well: what `assets/embed/` imports of `words.js`. */
export const cardWords = {
  relationHeadings: Object.fromEntries(listedKinds.map((kind) => [kind, relationWords[kind].heading])),
  stateNames: Object.fromEntries(Object.entries(stateWords).map(([state, { name }]) => [state, name])),
  useInstead,
}
