import { diffArrays } from 'diff'

/** With more changed words than this, a comparison takes long and says less than the two texts do. */
const maxEdits = 400
/** How much unchanged text is shown on either side of a change, in UTF-16 units. */
const contextLength = 120

/** With fewer words, a text is read at a glance even where nothing of it stays. */
const minReplacedWords = 3

export type Replacement = { removed: string; added: string }
/** A part of a text that changed, or stayed as it was. */
export type Part = Replacement | { unchanged: string }

/**
 * Returns what changed in a text, word by word.
 *
 * @param options `whole` returns all of the unchanged text
 * @returns null if the text was replaced altogether: less than a third of either text is in the other
 */
export function compareWords(from: string, to: string, { whole = false } = {}): Part[] | null {
  const parts = compare(from, to)
  if (!parts || isReplaced(from, to, parts)) return null
  if (whole) return parts
  return parts.map((part, i) => {
    if ('removed' in part) return part
    const at = { isFirst: i === 0, isLast: i === parts.length - 1 }
    return { unchanged: shorten(part.unchanged, at) }
  })
}

/** Whether words need a space between them when they stand beside each other. */
export const needsGap = ({ removed, added }: Replacement): boolean =>
  removed !== '' && added !== '' && !/\s$/.test(removed) && !/^\s/.test(added)

function isReplaced(from: string, to: string, parts: readonly Part[]): boolean {
  const stays = parts.map((part) => ('unchanged' in part ? lengthOf(part.unchanged) : 0)).reduce((sum, n) => sum + n, 0)
  const words = toTokens(from).filter((each) => /[\p{L}\p{N}]/u.test(each))
  return words.length >= minReplacedWords && to !== '' && 3 * stays < Math.min(lengthOf(from), lengthOf(to))
}

const lengthOf = (text: string) => text.replace(/\s/g, '').length

/** Returns null if too much has changed to be compared. */
function compare(from: string, to: string): Part[] | null {
  const changes = diffArrays(toTokens(from), toTokens(to), { maxEditLength: maxEdits })
  if (!changes) return null
  const parts: Part[] = []
  let change: Replacement = { removed: '', added: '' }
  changes.forEach(({ added, removed, value }, i) => {
    const text = value.join('')
    if (removed) change.removed += text
    else if (added) change.added += text
    else if (change.removed && change.added && isSpace(text) && i < changes.length - 1) {
      // One change of several words is easier to read than several changes of one word.
      change.removed += text
      change.added += text
    } else {
      const sharedEnd = takeSharedEnd(change)
      if (change.removed || change.added) parts.push(change)
      parts.push({ unchanged: sharedEnd + text })
      change = { removed: '', added: '' }
    }
  })
  if (change.removed || change.added) parts.push(change)
  return parts
}

const isSpace = (text: string) => /^[^\S\n]+$/.test(text)

/** Cuts off the space with which both sides of a change end, and returns it. */
function takeSharedEnd(change: Replacement): string {
  if (!change.removed.endsWith(' ') || !change.added.endsWith(' ')) return ''
  change.removed = change.removed.slice(0, -1)
  change.added = change.added.slice(0, -1)
  return ' '
}

/** Scripts that put no spaces between words. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]`
const letters = String.raw`(?:(?!${unspaced})[\p{L}\p{M}\p{N}])+`
/**
 * White space; a character of an unspaced script; a word with the characters that join its parts ("99.5%",
 * "CI/CD", "2026-11-21"); or any other character.
 */
const token = new RegExp(String.raw`\s+|${unspaced}|${letters}(?:[-.,:/'’@&_]+${letters})*[%‰°]?|.`, 'gsu')

const toTokens = (text: string): string[] => text.match(token) ?? []

/** Keeps as much of an unchanged text as readers need to find their place. */
function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const [before, after] = [isFirst ? 0 : contextLength, isLast ? 0 : contextLength]
  if (text.length <= before + after + contextLength) return text
  const head = text.slice(0, before).replace(/\S*$/, '')
  const tail = after === 0 ? '' : text.slice(-after).replace(/^\S*\s*/, ' ')
  return `${head}…${tail}`.toWellFormed()
}
