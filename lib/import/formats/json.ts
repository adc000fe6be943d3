import { parseJson } from '../documents.ts'
import type { Format } from '../format.ts'
import { readObjects } from '../objects.ts'

/** Our export, lists of terms, and objects of names and texts. */
export const json: Format = {
  label: 'JSON',
  types: ['application/json'],
  endings: ['json'],
  isUtf8: true,
  isLike: (text) => /^\s*(?:\[\s*[{[\]]|\{\s*["}])/.test(text),
  readText: (text, _, { reversed }) => ({ ...readObjects(parseJson(text), reversed), isExact: true }),
}
