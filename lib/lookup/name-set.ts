import { pluralsOf } from './inflections.ts'
import { canBegin, canEnd, type Token, tokenize } from './tokens.ts'

/**
 * A compact set of names, in which names are found in a text. It keeps hash codes only: what it finds may, rarely, not
 * be a name, so the database has to confirm it.
 */
export type NameSet = {
  /** Adds a name and its English plurals. A single letter is ignored (contract, section 14). */
  add(name: string): void
  /**
   * Finds what may be names in a text, in its order; of those that begin at a word, the shortest first. Takes time in
   * proportion to the number of tokens: where long names begin everywhere, the rest of the text is not read.
   *
   * @param isRecased whether also names without a lower-case letter match in any case
   */
  find(tokens: readonly Token[], isRecased?: boolean): Generator<Candidate>
}

/** The range in a text of what may be a name, in UTF-16 units; `end` is exclusive. */
export type Candidate = { start: number; end: number }

const isName = 1
const isBeginning = 2
/** A way to compare tokens: the hash code from which names start, and the one of a token. */
type Spelling = { start: number; hashOf(token: Token): number }

const asWritten: Spelling = { start: 0x2545f491, hashOf: ({ hash }) => hash }
const inAnyCase: Spelling = { start: 0x5bd1e995, hashOf: ({ foldedHash }) => foldedHash }
/** Names without a lower-case letter, which a text has in another case. */
const recased: Spelling = { start: 0x1b873593, hashOf: ({ foldedHash }) => foldedHash }

/** With all of them, a text of one word repeated 25,000 times could have millions of candidates. */
const maxCandidatesPerWord = 4
/** How many tokens are compared for each token of a text, on average: a name of 300 signs can begin at every sign. */
const maxStepsPerToken = 32

/** Creates an empty set. */
export function createNameSet(): NameSet {
  const table = createHashTable()

  /** Stores the hash codes of a name and of all its beginnings. */
  function store(name: string, { start, hashOf }: Spelling) {
    const tokens = tokenize(name)
    let hash = start
    for (const [index, token] of tokens.entries()) {
      hash = extend(hash, token, index > 0, hashOf(token))
      table.set(hash, index === tokens.length - 1 ? isName : isBeginning)
    }
  }

  /** Yields where the names end that may begin with a token. */
  function* followFrom(
    tokens: readonly Token[],
    first: number,
    { start, hashOf }: Spelling,
    effort: { steps: number },
  ) {
    let hash = start
    for (let last = first; last < tokens.length && effort.steps > 0; last++) {
      effort.steps--
      const token = tokens[last] as Token
      if (last > first && token.before === 'break') return
      hash = extend(hash, token, last > first, hashOf(token))
      const flags = table.get(hash)
      if (flags & isName && canEnd(tokens, last)) yield token.end
      if (!(flags & isBeginning)) return
    }
  }

  return {
    add(name) {
      if (isSingleLetter(name)) return
      const spellings = matchesAsWritten(name) ? [asWritten, recased] : [inAnyCase]
      for (const form of [name, ...pluralsOf(name)]) {
        for (const spelling of spellings) store(form, spelling)
      }
    },
    *find(tokens, isRecased = false) {
      const spellings = [isRecased ? recased : asWritten, inAnyCase]
      const effort = { steps: maxStepsPerToken * tokens.length }
      for (const [first, { start }] of tokens.entries()) {
        if (!canBegin(tokens, first)) continue
        const ends = new Set(
          spellings.flatMap((spelling) => [...followFrom(tokens, first, spelling, effort)]),
        )
        const longest = [...ends].sort((a, b) => a - b).slice(-maxCandidatesPerWord)
        for (const end of longest) yield { start, end }
      }
    },
  }
}

/** Chooses from left to right the longest of candidates, which `find` has found, without overlaps. */
export function* chooseLongest<Each extends Candidate>(
  candidates: Iterable<Each>,
): Generator<Each> {
  const longest = new Map<number, Each>()
  for (const candidate of candidates) longest.set(candidate.start, candidate)
  let end = 0
  for (const candidate of longest.values()) {
    if (candidate.start < end) continue
    yield candidate
    end = candidate.end
  }
}

/** Whether a name matches only as it is written: it has no lower-case letter (contract, section 14). */
const matchesAsWritten = (name: string): boolean => !/\p{Ll}/u.test(name)

/** Whether a text is a single letter. */
export const isSingleLetter = (text: string): boolean => /^\p{L}\p{M}*$/u.test(text)

/** The hash code of the beginning of a name and another token. */
function extend(hash: number, { before }: Token, isLater: boolean, tokenHash: number) {
  const space = isLater && before === 'space' ? 0x9e3779b9 : 0
  let mixed = Math.imul(hash ^ tokenHash ^ space, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

/** A table of flags by hash code, with open addressing: an entry takes four bytes, of which two bits are its flags. */
function createHashTable() {
  let entries = new Uint32Array(1024)
  let count = 0

  /** Returns where a hash code is, or the free place where it would be. */
  function locate(key: number) {
    const mask = entries.length - 1
    let place = (key >>> 2) & mask
    while (entries[place] !== 0 && (entries[place] ?? 0) >>> 2 !== key >>> 2) {
      place = (place + 1) & mask
    }
    return place
  }

  function grow() {
    const old = entries
    entries = new Uint32Array(2 * old.length)
    for (const entry of old) if (entry !== 0) entries[locate(entry)] = entry
  }

  return {
    get: (hash: number) => (entries[locate(hash)] ?? 0) & 3,
    set(hash: number, flags: number) {
      const place = locate(hash)
      const entry = entries[place] ?? 0
      entries[place] = (entry === 0 ? hash & ~3 : entry) | flags
      if (entry === 0 && ++count > 0.75 * entries.length) grow()
    },
  }
}
