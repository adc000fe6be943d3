import { splitName } from './names.ts'

// The forms of lists without a table. Each reads a line, with the one below it, as the beginning of an entry.

/** The beginning of an entry. */
export type Start = { name: string; full_name?: string; text: string }

/** How a list is written. */
export type Form = {
  read(line: string, next: string): Start | undefined
  /** reads an item beside items that are entries */
  readItem?(line: string, next: string): Start | undefined
  /** whether hardly anything else is written so */
  isStrong?: boolean
  /** whether an entry goes on to the next one or a heading, over blank lines */
  isOpen?: boolean
  /** whether an entry begins where a paragraph or an item of a list does */
  isPlaced?: boolean
  /** whether its entries can say of each part what it is: `**Definition:** …` */
  hasLabels?: boolean
}

/** What stands before an entry of a list. */
const bullet = String.raw`^ {0,8}(?:(?:[-*+•▪]|\d{1,5}[.)])[ \t]{1,9})?`

/** Reads an entry of one line, whose name and text are the groups of a pattern. */
const line =
  (pattern: RegExp) =>
  (text: string): Start | undefined => {
    const [, name = '', meaning = ''] = pattern.exec(text) ?? []
    return isName(name) ? { name, text: meaning.trim() } : undefined
  }

const isName = (name: string) => name !== '' && name.split(/\s/).length <= 8 && !/[.!?]$/.test(name)

const name = String.raw`([^\s:：,;|=\t#>\\*][^:：,;|=\t]{0,79}?)`

/** A bold name, and in brackets what it stands for. Brackets and colons can be full-width. */
const bold =
  /^[ \t]{0,20}(?:(?:[-*+•▪]|\d{1,5}[.)])[ \t]{1,9})?(\*\*\*?|___?)((?:\\.|(?!\1)[^\\])+)\1 ?(?:[(（]((?:\\.|[^\\()（）]|[(（][^()（）]*[)）])+)[)）])?[ \t]{0,9}(.*)$/
/** What separates a name from its text. */
const separator = /^(?:[:：=]|[-–—]{1,2}(?= |$))/

/** `**QZA**: …`, `**QZA** (Quality Zone Audit): …`, `**QZA:** …` */
function readBold(line: string): Start | undefined {
  const [, , inside, full_name, rest = ''] = bold.exec(line) ?? []
  if (inside === undefined) return undefined
  const [, own = inside, colon] = /^(.*[^\\])([:：])$/.exec(inside) ?? []
  if (!colon && !separator.test(rest)) return undefined
  const text = rest.replace(colon ? '' : separator, '').trim()
  return { name: own, text, ...(full_name && { full_name }) }
}

/** `**QZA** …`, `**QZA**. …`, `**QZA**` above its text */
function readLooseBold(line: string): Start | undefined {
  const [, , inside, full_name, rest = ''] = bold.exec(line) ?? []
  const own = inside?.replace(/(?<!\\)\.$/, '') ?? ''
  if (!isName(own) || separator.test(rest)) return readBold(line)
  const text = rest.replace(/^(?:\.|<br ?\/?>)\s*/i, '')
  return /^[,;)\]’'-]/.test(text) ? undefined : { name: own, text, ...(full_name && { full_name }) }
}

/** A line above `: …` */
function readDefinitionList(text: string, next: string): Start | undefined {
  const own = /^;[ \t]{0,9}(.+)$/.exec(text)?.[1]
  const [, term, meaning] = /^(.{1,120}?)[ \t]{1,9}:[ \t]{1,9}(.+)$/.exec(own ?? '') ?? []
  if (term && meaning) return { name: term, text: meaning }
  const isAbove = /^ {0,3}[:~][ \t]{1,9}\S/.test(next) && /^\S.{0,119}$/.test(own ?? text)
  return isAbove && !/^[:#>]/.test(text) ? { name: own ?? text, text: '' } : undefined
}

/** A line above one that is indented */
function readIndented(text: string, next: string): Start | undefined {
  const isAbove = /^(?: {2,}|\t)\S/.test(next) && /^[^\s\-*+>#:].{0,79}$/.test(text)
  return isAbove && !/[.!?,;]$/.test(text.trim()) ? { name: text.trim(), text: '' } : undefined
}

/** `Quality Zone Audit (QZA)` */
function readBracketed(text: string): Start | undefined {
  const parts = splitName(text.trim().replace(/^(?:[-*+•▪]|\d{1,5}[.)])[ \t]{1,9}/, ''))
  return parts?.full_name ? { name: parts.name, text: parts.full_name } : undefined
}

const latex =
  /^\s*\\(?:newacronym|newabbreviation|acrodef|acro|abbrev)(?:\[[^\]]*\])?\{([^{}]*)\}(?:\[([^\]]*)\])?\{([^{}]*)\}(?:\{((?:[^{}]|\{[^{}]*\})*)\})?/

/** `\newacronym{qza}{QZA}{Quality Zone Audit}`, `\acro{QZA}{Quality Zone Audit}` */
function readLatex(text: string): Start | undefined {
  const [, key = '', short, second = '', third] = latex.exec(text) ?? []
  if (!key) return undefined
  const plain = (part: string) =>
    part
      .replace(/\\\w+\{([^{}]*)\}/g, '$1')
      .replace(/\\([&%$#_])/g, '$1')
      .replaceAll('~', ' ')
  return third === undefined
    ? { name: plain(short ?? key), text: plain(second) }
    : { name: plain(second), text: plain(third) }
}

const strong = (read: Form['read']): Form => ({ read, isStrong: true })

/** All forms; of several that fit equally, the first one is meant. Headings are read by their level. */
export const forms = {
  abbreviations: strong(line(/^\s*\*\[([^\]]{1,120})\]:[ \t]{0,9}(.+)$/)),
  latex: strong(readLatex),
  bold: { ...strong(readBold), readItem: readLooseBold, isOpen: true, isPlaced: true },
  double: strong(line(RegExp(String.raw`${bullet}([^:|]{1,80}?)[ \t]?::+(?:[ \t]{1,9}(.*))?$`))),
  definitions: strong(readDefinitionList),
  headings: { read: () => undefined, isOpen: true, hasLabels: true },
  looseBold: { read: readLooseBold, isOpen: true, isPlaced: true },
  colons: { read: line(RegExp(String.raw`${bullet}${name}[ \t]{0,9}(?::[ \t]{1,9}|：)(\S.*)$`)) },
  dashes: { read: line(RegExp(String.raw`${bullet}${name}(?:[ \t]{1,9}(?:--?|–|—)[ \t]{1,9}|—)(\S.*)$`)) },
  equals: { read: line(RegExp(String.raw`${bullet}${name}[ \t]{0,9}(?:=>?|→|->|⇒)[ \t]{0,9}(\S.*)$`)) },
  brackets: { read: readBracketed },
  indented: { read: readIndented },
} satisfies Record<string, Form>
export type FormName = keyof typeof forms
