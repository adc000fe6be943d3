import type { Format } from '../lookup/in-texts/text-to-readable.ts'
import { gap } from '../lookup/in-texts/text-to-tokens.ts'
import { toComments } from './comments.ts'

/** What is left of a file that people read: all else is gaps of the same length. */
export type Prose = {
  text: string
  format: Format
  /** signs that could mean something there, as no name is escaped; null where each means itself */
  meaningful: RegExp | null
}

type Hide = (text: string) => string

const toGaps: Hide = (text) => text.replace(/[^\n]/g, gap)
const hide = (pattern: RegExp): Hide => {
  return (text) => text.replace(pattern, toGaps)
}

/** Settings above a text, as site generators have them. */
const frontMatter = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n[\s\S]*?\r?\n\1[ \t]*(?=\r?\n|$)/

/** What stands in prose of any format and is none. Each pattern is bounded, as texts can be anything. */
const marks = [
  /\{\{[^{}]{0,500}\}\}|\{%[^%]{0,500}%\}/g, // shortcodes: {{ x }}, {% x %}
  /\{[:#.][^{}\n]{0,200}\}/g, // attributes: {#id}
  /\[\^[^\]\s]{1,50}\]:?/g, // footnotes: [^x]
  /\[\[[^\]|\n]{1,200}\|/g, // targets of links of wikis: [[x|text]]
  /(?<![\w:]):[a-z0-9_+-]{1,50}:(?![\w:])/g, // emoji: :x:
  /\$\$[^$]{1,2000}\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]{1,200}(?<=[^\s$\\])\$(?![\w$])/g, // mathematics: $x$
  /(?<![\p{L}\p{N}._%+-])@\w[\w./-]{0,100}/gu, // people and packages: @x
]
const path = /(?<![\p{L}\p{N}/._~@-])(?:~|\.{1,2})?\/?[\w.@-]+(?:\/[\w.@*-]+)+\/?/gu
/** What a slash stands between that is no path: `CI/CD`, `data lake/GPS`, `and/or`. */
const alternatives = /^(?=[^/]*\/?[^/]*\p{Lu})[\p{L}\d-]+(?:\/[\p{L}\d-]+){1,2}$|^(?:and\/or|n\/a|w\/o?)$/u

const hidePaths: Hide = (text) => text.replace(path, (found) => (alternatives.test(found) ? found : toGaps(found)))
const hideMarks: Hide = (text) => hidePaths(marks.reduce((rest, pattern) => hide(pattern)(rest), text))

const hideModules = hide(/^(?:import\s[^;'"]{0,500}['"][^'"\n]{1,200}['"];?|export\s.*)$/gm)

/** Hides code, whose blocks are lines between two that are the same. */
function hideFenced(isFence: RegExp): Hide {
  return (text) => {
    let open = ''
    const toLine = (line: string) => {
      const mark = isFence.exec(line)?.[0].trim() ?? ''
      const isCode = open !== '' || mark !== ''
      if (mark !== '' && (open === '' || open === mark)) open = open === '' ? mark : ''
      return isCode ? toGaps(line) : line
    }
    return text.split('\n').map(toLine).join('\n')
  }
}

const indentOf = (line: string) => line.length - line.trimStart().length

/** Hides what is indented below directives of reStructuredText that are no prose, and below `::`. */
function hideIndented(text: string) {
  const prose =
    /^\s*\.\. (?:note|warning|tip|hint|important|caution|danger|attention|seealso|admonition|glossary|rubric|versionadded|versionchanged|deprecated)::/
  let open = -1
  const toLine = (line: string) => {
    if (open >= 0 && (line.trim() === '' || indentOf(line) > open)) return toGaps(line)
    open = -1
    if (/^\s*\.\. _/.test(line)) return toGaps(line)
    const isDirective = /^\s*\.\. [\w:-]+::/.test(line)
    if (!/::\s*$/.test(line) && !isDirective) return line
    if (prose.test(line)) return line
    open = indentOf(line)
    return isDirective ? toGaps(line) : line
  }
  return text.split('\n').map(toLine).join('\n')
}

/** Hides code and references of reStructuredText; the texts of links stay. */
const hideInterpreted: Hide = (text) =>
  text.replace(/``[^`\n]{1,300}``|(?::[\w:+.-]{1,40}:)?`[^`]{1,300}`_{0,2}/g, (found) => {
    if (/^(?:``|:)/.test(found) || !/_$/.test(found)) return toGaps(found)
    return hide(/<[^>]*>/g)(found)
  })

const codeElements = /^(?:script|style|pre|code|kbd|samp|textarea|svg|math)$/

/** Hides the tags of HTML, and the code between them; the comments of scripts and styles stay. */
function hideTags(text: string) {
  const parts: string[] = []
  let [end, code] = [0, '']
  for (const { index, 0: tag, 1: slash, 2: name = '' } of text.matchAll(/<(\/?)([a-z][\w-]*)\b[^<>]*>/gi)) {
    const own = name.toLowerCase()
    if (code !== '' && !(slash && own === code)) continue
    if (code !== '') parts.push(toCode(code, text.slice(end, index)))
    else parts.push(text.slice(end, index))
    parts.push(toGaps(tag))
    end = index + tag.length
    code = code === '' && !slash && codeElements.test(own) && !tag.endsWith('/>') ? own : ''
  }
  const rest = text.slice(end)
  return parts.join('') + (code === '' ? rest : toGaps(rest))
}

const toCode = (element: string, code: string) =>
  (element === 'script' || element === 'style' ? toComments(element === 'style' ? 'a.css' : 'a.ts', code) : null) ??
  toGaps(code)

const notInTex =
  /\\(?:(?:page|eq|auto|c|C)?ref|cite\w{0,20}|label|url|href|input|include|includegraphics|usepackage|documentclass|bibliography\w{0,20}|begin|end|(?:re)?newcommand|texttt|lstinline|ac\w{0,9}|gls\w{0,9})\*?(?:\[[^\]\n]{0,200}\]){0,2}\{[^{}]{0,300}\}|\\[a-zA-Z]+\*?/g

/** Hides the environments of LaTeX that have code, formulas or drawings. */
function hideEnvironments(text: string) {
  const parts: string[] = []
  let end = 0
  const begin = /\\begin\{((?:verbatim|lstlisting|minted|equation|align|gather|math|displaymath|tikzpicture)\*?)\}/g
  for (const { index, 0: found, 1: name } of text.matchAll(begin)) {
    if (index < end) continue
    const close = text.indexOf(`\\end{${name}}`, index)
    const to = close < 0 ? text.length : close
    parts.push(text.slice(end, index), toGaps(text.slice(index, to)))
    end = Math.max(to, index + found.length)
  }
  return parts.join('') + text.slice(end)
}

/** Strings, and what begins like one and does not end on its line, as it would be tried again at each mark in it. */
const strings = /"(?:\\[\s\S]|[^"\\\n])*("?)/g

/** A string of JSON without its marks, in which a line break is one. */
const toUnescaped = (string: string) =>
  string.replace(/\\(?:u[\da-f]{4}|[\s\S])/gi, (sign) => (sign === '\\n' ? `${gap}\n` : gap.repeat(sign.length)))

/**
 * Keeps strings of JSON that are no keys.
 *
 * @param read returns what people read of a text, by the key before it
 */
function readStrings(text: string, read: (key: string, value: string) => string): string {
  const parts: string[] = []
  let [end, key] = [0, '']
  for (const { index, 0: found, 1: close } of text.matchAll(strings)) {
    if (!close) continue
    const after = index + found.length
    const value = found.slice(1, -1)
    const isKey = /^\s{0,20}:/.test(text.slice(after, after + 21))
    if (isKey) key = value
    parts.push(toGaps(text.slice(end, index)), gap, isKey ? toGaps(value) : read(key, value), gap)
    end = after
  }
  return parts.join('') + toGaps(text.slice(end))
}

const toValues: Hide = (text) => readStrings(text, (_, value) => toUnescaped(value))

/** Keeps the cells of a notebook: texts in Markdown, and the comments of code. */
function toCells(text: string): string {
  let cell = ''
  return readStrings(text, (key, value) => {
    if (key === 'cell_type') cell = value
    if (key !== 'source' || cell === 'raw') return toGaps(value)
    return cell === 'code' ? (toComments('a.py', toUnescaped(value)) ?? '') : toUnescaped(value)
  })
}

/** Signs that end a string, a comment or a tag, or begin something else, in some language. */
const inCode = /["\\<>`{}$%|&#]|\*\/|-->/
/** They begin and end parts of a text, too. */
const inMarkup = /["\\<>`{}$%|&#*_^~]|--/
/** They separate cells, too: a file of an unknown kind can be a table, or have quoted texts. */
const inAnything = /["\\<>`{}$%|&#,;\t]|\*\/|--/
/** Names of files in which each sign means itself: also README and LICENSE. */
const plain = /(?:^|[/\\])[^./\\]*$|\.(?:txt|text|log)$/i

type Language = { format: Format; steps: readonly Hide[]; meaningful?: RegExp | null }

const ofMarkdown: Language = { format: 'markdown', steps: [hide(frontMatter), hideMarks], meaningful: null }
const ofMarkup: Language = {
  format: 'text',
  steps: [hide(frontMatter), hideTags, hide(/\{[^{}\n]{0,300}\}/g), hideMarks],
}
const ofText = (...steps: Hide[]): Language => ({ format: 'text', steps: [hide(frontMatter), ...steps, hideMarks] })
const ofSource = (...steps: Hide[]): Language => ({ ...ofText(...steps), meaningful: inMarkup })

/** The languages of prose, by the endings of files. */
const languages = new Map<string, Language>(
  [
    ['md markdown qmd rmd', ofMarkdown] as const,
    ['vtt', { format: 'vtt', steps: [], meaningful: null } as Language] as const,
    ['srt', { format: 'srt', steps: [], meaningful: null } as Language] as const,
    [
      'mdx',
      {
        format: 'markdown',
        steps: [hideModules, hide(/\{(?!\/\*)[^{}\n]{0,300}\}/g), ...ofMarkdown.steps],
      } as Language,
    ] as const,
    [
      'rst rest',
      ofSource(
        hideIndented,
        hide(/^\s+:[\w-]+:.*$/gm),
        hideInterpreted,
        hide(/\|\S[^|\n]{0,80}(?<=\S)\||\[[^\]\n]{1,80}\]_/g),
      ),
    ] as const,
    [
      'adoc asciidoc asc',
      ofSource(
        hideFenced(/^(?:-{4,}|\.{4,}|`{3,}|\+{4,})\s*$|^`{3,}/),
        hide(/^:[\w!-]+:.*$|^\[[^\]\n]*\]\s*$/gm),
        hide(
          /`[^`\n]{1,200}`|\+[^+\s\n][^+\n]{0,200}\+|\b(?:xref|link|image|include|ifdef|endif|https?)::?[^[\s]{0,300}|<<[^>\n,]{1,100},?|\{[\w-]{1,50}\}/g,
        ),
      ),
    ] as const,
    ['html htm xhtml svelte vue astro', ofMarkup] as const,
    [
      'tex latex',
      ofSource(hideEnvironments, hide(notInTex), hide(/\\\([\s\S]{0,500}?\\\)|\\\[[\s\S]{0,2000}?\\\]/g)),
    ] as const,
    ['json jsonc json5', ofText(toValues)] as const,
    ['ipynb', { format: 'markdown', steps: [toCells, hideMarks] } as Language] as const,
  ].flatMap(([endings, language]) => endings.split(' ').map((ending) => [ending, language] as const)),
)

/** A comment that switches a place off, or on again. */
const switches = /(?:<!--|\/\*|\/\/|#|--|;|%|\.\.|\{-)[ \t]{0,9}glossary:[ \t]{0,9}(off|on)\b/g

/** Hides what is between two comments that say so. @param comments what is read for these */
function hideSwitched(text: string, comments: string) {
  const parts: string[] = []
  let [end, isOff] = [0, false]
  for (const { index, 1: state } of comments.matchAll(switches)) {
    const part = text.slice(end, index)
    parts.push(isOff ? toGaps(part) : part)
    end = index
    isOff = state === 'off'
  }
  const rest = text.slice(end)
  return parts.join('') + (isOff ? toGaps(rest) : rest)
}

const ofOther = (path: string) => (plain.test(path) ? null : inAnything)

/**
 * Returns what people read of a file, at its place: prose without what is none in it, and of source code the comments.
 *
 * @param path tells the language by its ending
 */
export function toProse(path: string, source: string): Prose {
  const ending = /[^./\\]*$/.exec(path.toLowerCase())?.[0] ?? ''
  const language = languages.get(ending)
  const comments = language ? undefined : (toComments(path, source) ?? undefined)
  const {
    format,
    steps,
    meaningful = inCode,
  } = language ?? { ...ofText(), ...(!comments && { meaningful: ofOther(path) }) }
  const text = steps.reduce((rest, step) => step(rest), comments ?? source)
  return { text: hideSwitched(text, comments ?? source), format, meaningful }
}
