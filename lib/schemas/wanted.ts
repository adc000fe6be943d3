import * as v from 'valibot'
import { whole } from './numbers.ts'
import { label, uuid } from './text.ts'

/** Where people look names up. */
const surfaces = ['page', 'lookup', 'slack', 'mcp'] as const
export type Surface = (typeof surfaces)[number]

const maxLength = 60
const maxWords = 4

/** Signs of an address, a text without letters and digits, and numbers that may belong to a person. */
const unlikeName = /@|:\/\/|^[^\p{L}\p{N}]*$|\p{Nd}{7}/u

/** How people greet or thank a bot. */
const greeting =
  /^(?:hi+|hello|hey+|howdy|greetings|dear|thanks?|thx|cheers|bye|goodbye|good (?:morning|afternoon|evening|day|night)|hallo|moin|servus|guten (?:morgen|tag|abend)|danke|bonjour|salut|merci|hola|buen[ao]s \p{L}+|gracias|ciao|buongiorno|grazie)(?:\s+(?:there|all|everyone|everybody|team|folks|guys|you|again|so much|a lot|zusammen))?(?![\p{L}\p{N}&/-])/iu

/** What people answer a bot. */
const replies = new Set(
  `ok okay kk yes yep yeah yup no nope nah sure cool great nice perfect awesome wow lol haha hm hmm huh please pls sorry
  test testing ping got it never mind nevermind good fine done right alright so very that was ja nein bitte oui non`.split(
    /\s+/,
  ),
)

const isReply = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => replies.has(word))

/** Returns a text without the greeting that it begins with, if there is one. */
export const withoutGreeting = (text: string): string =>
  text
    .trim()
    .replace(greeting, '')
    .replace(/^[\s,;:!.?–—-]+/u, '')

/**
 * Whether a text could be the name of a term, and is no address, sentence, number, greeting or reply (contract, section
 * 16).
 */
export const looksLikeName = (text: string): boolean => {
  if ([...text].length > maxLength) return false
  const plain = text.normalize('NFKC').trim()
  if (plain.split(/\s+/).length > maxWords || unlikeName.test(plain)) return false
  return !greeting.test(plain) && !isReply(plain)
}

/** What people look up and nobody has added: what the name of a term may be, as far as it looks like one. */
export const wantedName = v.pipe(label(maxLength), v.check(looksLikeName, 'must look like the name of a term'))

export const WantedName = v.object({
  id: uuid,
  name: v.string(),
  people: whole,
  lookups: whole,
  surfaces: v.array(v.picklist(surfaces)),
  last_asked_on: v.pipe(v.string(), v.metadata({ jsonSchema: { format: 'date' } })),
})
export type WantedName = v.InferOutput<typeof WantedName>

export const ByName = v.object({ name: wantedName })
