/**
 * Whether a phrase can be what a short form stands for, whatever its letters: a balanced phrase that neither begins nor
 * ends with a word such as "of", is not code, does not contain the short form, and has commas only in lists.
 */
export function isLongForm(phrase: string, short: string): boolean {
  return (
    phrase.length > short.length &&
    !startsBadly.test(phrase) &&
    !endsBadly.test(phrase) &&
    !isCode.test(phrase) &&
    !containsShort(phrase, short) &&
    hasListCommas(phrase) &&
    !isAlternative.test(phrase) &&
    isBalanced(phrase)
  )
}

/** Whether commas or slashes (except those of I/O and Baltimore/Washington) join the parts of a phrase. */
export function isCompound(phrase: string): boolean {
  return /,\s|\p{L}{2}\/\p{Ll}/u.test(phrase)
}

// A name can begin with a capital The: The Open Group.
const startsBadly = /^(?:[Aa]n?|[Aa]nd|[Oo]f|[Oo]r|the|The(?! \p{Lu}))(?:\s|$)/u
const endsBadly = /\s(?:a|an|and|for|of|or|the|to|with)$/
/** In "the TA, or Sales (TS)" and "PM or Support (PS)", the bracket is no abbreviation of both. */
const isAlternative = /,\sor\s|^\p{Lu}{2,}s?\sor\s/u
const isCode = /:\/\/|[@\\=<>{}|_"“”]|: | \/ /

/** PostgreSQL is not what SQL stands for, nor is a conditional what cond stands for. */
function containsShort(phrase: string, short: string) {
  const name = short.replace(/s$/, '')
  const [words, parts] = [phrase, name].map((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const isRepeated = parts?.every((part) => words?.includes(part))
  const isCut = name.length > 3 && phrase.toLowerCase().includes(name.toLowerCase())
  return isRepeated || isCut || (name.length > 1 && phrase.includes(name))
}

/** Commas can only separate the items of a list, which has "and" or items of the same length. */
function hasListCommas(phrase: string) {
  const [first = '', ...others] = phrase.split(/,\s+/)
  const countWords = (item: string) => item.split(/[\s-]/).length
  const isEven = others.every((item) => countWords(item) === countWords(first))
  return isEven || others.some((item) => /(?:^|\s)(?:and|&)\s/.test(item))
}

function isBalanced(phrase: string) {
  let depth = 0
  for (const char of phrase) {
    if (/[([]/.test(char)) depth++
    if (/[)\]]/.test(char)) depth--
    if (depth < 0) return false
  }
  return depth === 0
}
