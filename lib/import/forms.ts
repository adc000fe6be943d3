import { statuses } from '../schemas/term.ts'
import { readTitle, underline } from './markdown.ts'
import { splitName } from './names.ts'

// The forms of lists without a table. Each reads a line, with the one below it, as the beginning of an entry.

/** The beginning of an entry. */
type Start = { name: string; full_name?: string; text: string }

/** How a list is written. */
export type Form = {
  read(line: string, next: string): Start | undefined
  /** whether hardly anything else is written so */
  isStrong: boolean
  /** whether an entry goes on to the next one or a heading, over blank lines */
  isOpen: boolean
}

/** What stands before an entry of a list. */
const bullet = String.raw`^ {0,8}(?:(?:[-*+•▪]|\d{1,5}[.)])[ \t]{1,9})?`

/** Reads an entry of one line, whose name and text are the groups of a pattern. */
const line =
  (pattern: RegExp) =>
  (text: string): Start | undefined => {
    const [, name = '', meaning = ''] = pattern.exec(text) ?? []
    const isName = name !== '' && name.split(/\s/).length <= 8 && !/[.!?]$/.test(name)
    return isName ? { name, text: meaning.trim() } : undefined
  }

const name = String.raw`([^\s:：,;|=\t#>\\*][^:：,;|=\t]{0,79}?)`

const bold = RegExp(
  String.raw`${bullet}(?:\*\*|__)((?:\\.|(?!\*\*|__).)+)(?:\*\*|__) ?(?:\(((?:\\.|[^\\()]|\([^()]*\))+)\))?[ \t]{0,9}([:：=]|[-–—]{1,2}(?= |$)|$)(.*)$`,
)

/** `**QZA**: …`, `**QZA** (Quality Zone Audit): …`, `**QZA:** …` */
function readBold(text: string): Start | undefined {
  const [, inside = '', full_name, mark, rest = ''] = bold.exec(text) ?? []
  const [, own = inside, colon] = /^(.*[^\\])([:：])$/.exec(inside) ?? []
  if (inside === '' || (!mark && !colon)) return readBoldText(text)
  return { name: own, text: rest.trim(), ...(full_name && { full_name }) }
}

/** `**QZA:** …` */
const boldColon = RegExp(String.raw`${bullet}(?:\*\*|__)((?:\\.|(?!\*\*|__).)+)[:：](?:\*\*|__)[ \t]{0,9}(.*)$`)
const readBoldText = line(boldColon)

/** `## QZA` above a text */
function readHeading(text: string, next: string): Start | undefined {
  const heading = readTitle(text, next)
  return heading && heading.level > 1 ? { name: heading.title, text: '' } : undefined
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

const strong = (read: Form['read'], isOpen = false): Form => ({ read, isStrong: true, isOpen })
const weak = (read: Form['read']): Form => ({ read, isStrong: false, isOpen: false })

/** All forms; of several that fit equally, the first one is meant. */
export const forms = {
  abbreviations: strong(line(/^\s*\*\[([^\]]{1,120})\]:[ \t]{0,9}(.+)$/)),
  latex: strong(readLatex),
  bold: strong(readBold, true),
  double: strong(line(RegExp(String.raw`${bullet}([^:|]{1,80}?)[ \t]?::+(?:[ \t]{1,9}(.*))?$`))),
  definitions: strong(readDefinitionList),
  headings: { read: readHeading, isStrong: false, isOpen: true },
  colons: weak(line(RegExp(String.raw`${bullet}${name}[ \t]{0,9}(?::[ \t]{1,9}|：)(\S.*)$`))),
  dashes: weak(line(RegExp(String.raw`${bullet}${name}(?:[ \t]{1,9}(?:--?|–|—)[ \t]{1,9}|—)(\S.*)$`))),
  equals: weak(line(RegExp(String.raw`${bullet}${name}[ \t]{0,9}(?:=>?|→|->|⇒)[ \t]{0,9}(\S.*)$`))),
  brackets: weak(readBracketed),
  indented: weak(readIndented),
} satisfies Record<string, Form>
export type FormName = keyof typeof forms

/** Whether a line only underlines the heading above it, or separates parts. */
export const isRule = (text: string): boolean => underline.test(text) || /^ {0,3}(?:\*[ ]?){3,}$/.test(text)

/** How many lines decide about the form. */
const maxJudged = 500
/** How much of such a line is read. */
const maxLength = 2000

/** A heading of our own Markdown, whose terms can have more lines that say what they are than others. */
const ownHeading = RegExp(`^## .+ \\((?:${statuses.join('|')})\\)$`)

/**
 * Finds the form of a list; undefined if a text is none.
 *
 * @param lines those of the text
 */
export function findForm(lines: readonly string[]): FormName | undefined {
  const judged = lines.slice(0, maxJudged).map((text) => text.slice(0, maxLength))
  if (ownHeading.test(judged.find((text) => text.startsWith('## ')) ?? '')) return 'headings'
  const filled = judged.filter((text, index) => {
    const isTitle = readTitle(text, judged[index + 1] ?? '') !== undefined
    return text.trim() !== '' && !isTitle && !isRule(text) && !/^(?: {2,}|\t)/.test(text)
  }).length
  let best: { name: FormName; score: number } | undefined
  for (const [key, { read, isStrong }] of Object.entries(forms)) {
    const form = key as FormName
    const starts = judged.filter((text, index) => read(text, judged[index + 1] ?? '')).length
    const isEnough = isStrong
      ? starts > 0 && starts >= filled / 10
      : form === 'headings'
        ? starts > 1
        : starts > 1 && starts > filled / 2
    const score = starts * (isStrong ? 2 : 1)
    if (isEnough && score > (best?.score ?? 0)) best = { name: form, score }
  }
  return best?.name
}
