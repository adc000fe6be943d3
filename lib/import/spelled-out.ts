/**
 * Whether a text spells a name out: the letters of the name begin words of the text in their order, from the first one on
 * ("Service Level Agreement"), or they are in fewer words than the name has letters ("Allgemeine Geschäftsbedingungen",
 * AGB). The text is not much longer.
 */
export function spellsOut(name: string, text: string): boolean {
  const letters = toLetters(name)
  if (letters.length < 2 || letters.length > 12 || text.length > 300) return false
  const words = toPlain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  if (words.length > 2 * letters.length + 2 || words.join('') === letters) return false
  const initials = words.map((word) => word.charAt(0)).join('')
  return (
    beginsAndContains(initials, letters) ||
    (words.length <= letters.length && beginsAndContains(words.join(''), letters))
  )
}

/** Whether a text begins with the first of some letters and has the others in their order. */
function beginsAndContains(text: string, letters: string) {
  if (text[0] !== letters[0]) return false
  let found = 0
  for (const character of text) if (character === letters[found]) found++
  return found === letters.length
}

const toPlain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The plural is not spelled out. */
const toLetters = (name: string) =>
  toPlain(name.slice(0, 40).replace(/(?<=\p{Lu})s$/u, '')).replace(/[^\p{L}\p{N}]/gu, '')
