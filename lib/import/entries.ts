import { joinNames } from '../glossary/alias-lists.ts'
import type { Origin } from '../glossary/context-file.ts'
import { statuses } from '../schemas/term.ts'
import { type Form, type FormName, findForm, forms, isRule } from './forms.ts'
import { readHeader } from './headers.ts'
import { isNoCategory } from './join-parts.ts'
import { fence as fenceMark, readTitle, toLinks, toText } from './markdown.ts'

/** An entry of a list without a table, by the field or the header of each text. */
export type Entry = { row: number; texts: Record<string, string | undefined> }

/** A list without a table. */
export type EntryList = {
  entries: Entry[]
  /** whether it says what its fields are, as `CONTEXT.md` does */
  isDefined: boolean
  /** the titles of sections that have no terms, and lines that are in no entry */
  sections: string[]
  others: string[]
}

/** Sections of `CONTEXT.md` that have no terms. */
const otherSections =
  /^(?:relationships?|relations?|examples?|(?:example )?dialogues?|dialogs?|conversations?|flagged|(?:flagged )?ambiguit(?:y|ies)|open questions?|questions?|see also|references?|further reading|change ?log|history|decisions?|contributing)\b/i

/** What an entry can have besides its text, by the beginning of a line. */
const labelled = /^\s*(?:[-*+]\s+)?[*_]{0,3}([\p{L}][\p{L} ]{1,30}?)[*_]{0,3}\s{0,9}[:：]\s{0,9}[*_]{0,3}\s{0,9}(.*)$/u
const labels: Record<string, string> = {
  from: 'links',
  not: 'differs_from',
  'use instead': 'replaced_by',
  status: 'status',
}
const lists = ['aliases', 'misspellings', 'discouraged', 'differs_from', 'replaced_by']

/** The longest line that is read: no text of a term is longer. */
const maxLine = 20_000

/** Reads a list without a table; undefined if a text is none. */
export function readEntries(lines: readonly string[]): EntryList | undefined {
  const found = findForm(lines)
  return found && walk(lines, found)
}

/** Reads a `CONTEXT.md` of ours, which says everything that it has room for: what a term does not have there, it does not have. */
export function readOwnEntries(lines: readonly string[], origin: Origin): EntryList {
  const { entries, ...list } = walk(lines, 'bold', origin)
  const none = {
    ...{ full_name: '', category: '', discouraged: '', status: 'official' },
    ...{ differs_from: '', replaced_by: '' },
  }
  const toWhole = ({ row, texts }: Entry) => ({ row, texts: { ...none, ...definedIn(texts) } })
  return { ...list, entries: entries.map(toWhole) }
}

const definedIn = (texts: Entry['texts']) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))

type Open = { row: number; texts: Record<string, string | undefined>; lines: string[] }

function walk(lines: readonly string[], formName: FormName, origin?: Origin): EntryList {
  const form: Form = forms[formName]
  const list: EntryList = { entries: [], isDefined: origin !== undefined, sections: [], others: [] }
  const level = formName === 'headings' ? levelOf(lines) : 7
  let open: Open | undefined
  let category: string | undefined
  let [skipped, fence, isBlank] = [0, '', false]
  const close = () => {
    if (open) list.entries.push(toEntry(open, form))
    open = undefined
  }
  for (const [index, whole] of lines.entries()) {
    const text = whole.slice(0, maxLine).trimEnd()
    const next = (lines[index + 1] ?? '').slice(0, maxLine)
    const mark = fenceMark.exec(text)?.[1]
    if (mark || fence) {
      if (mark && !fence) fence = mark
      else if (mark?.startsWith(fence)) fence = ''
      else if (open && skipped === 0) open.lines.push(text)
      continue
    }
    const heading = readTitle(text, next)
    if (heading && heading.level < level) {
      close()
      const isOwn = origin && (heading.level === 3 || (heading.level === 1 && origin.hasCategory))
      const isOther = !isOwn && formName === 'bold' && otherSections.test(heading.title)
      if (skipped > 0 && heading.level > skipped) continue
      skipped = isOther ? heading.level : 0
      if (isOther) list.sections.push(toText(heading.title))
      if (heading.title.toLowerCase() === 'language') list.isDefined = true
      if (origin && heading.level === 2 && !isOther) continue
      const isCategory = isOwn || (heading.level > 1 && !isNoCategory(heading.title))
      category = isCategory ? toText(heading.title) : undefined
      continue
    }
    if (skipped > 0 || isRule(text)) continue
    const start = (heading?.level ?? level) === level || level === 7 ? form.read(text, next) : undefined
    const label = open && readLabel(text, form)
    if (label && open) {
      open.texts[label.field] = label.text
      if (/^\s*_/.test(text)) list.isDefined = true
    } else if (start) {
      close()
      const { name, full_name } = start
      open = { row: index + 1, lines: start.text ? [start.text] : [], texts: { name, full_name, category } }
    } else if (text === '') open?.lines.push('')
    else if (open && (form.isOpen || !isBlank || /^\s/.test(text))) open.lines.push(text)
    else if (text !== origin?.line) list.others.push(text.trim())
    isBlank = text === '' || (isBlank && !start && !/^\s/.test(text))
  }
  close()
  return list
}

/** The level of headings that are entries: the one that most headings have, and on a tie the lower one. */
function levelOf(lines: readonly string[]) {
  const counts = new Map<number, number>()
  for (const [index, text] of lines.entries()) {
    const level = readTitle(text.slice(0, 500), lines[index + 1] ?? '')?.level
    if (level !== undefined && level > 1) counts.set(level, (counts.get(level) ?? 0) + 1)
  }
  const [most = [2]] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  return most[0]
}

function readLabel(text: string, form: Form) {
  const [, label = '', rest = ''] = labelled.exec(text) ?? []
  const field = labels[label.toLowerCase()] ?? readHeader(label)?.field
  if (field === 'links' && !/https?:/i.test(rest)) return undefined
  if (!field || ['id', 'name', 'meaning', 'definition'].includes(field)) return undefined
  if (!form.isOpen && !lists.includes(field)) return undefined
  if (field === 'links') return { field, text: toLinks(rest) }
  return { field, text: lists.includes(field) ? toNames(rest) : toText(rest.replace(/[*_]+$/, '')) }
}

/** A name of a list. What is escaped, in brackets or in quotation marks separates no names. */
const listed =
  /(?:\\.|(?<![^\s,;])"(?:\\.|[^"\\])*"(?![^\s,;.])|&(?:#\d{1,7}|lt|gt|amp|quot);|\((?:\\.|[^()\\])*\)|[^,;\\])+/g

/** Names that are separated by commas, without remarks in brackets, quotation marks and a final stop. */
function toNames(text: string) {
  const names = (text.match(listed) ?? [])
    .map((name) =>
      name
        .trim()
        .replace(/(?<!\\)\.$/, '')
        .replace(/\s+\((?:\\.|[^()\\])*\)$/, ''),
    )
    .map((name) => toText(name.replace(/^(["“'‘`])(.+)(["”'’`])$/, '$2')))
  return joinNames(names.filter(Boolean), '; ')
}

const statusSuffix = RegExp(` \\((${statuses.join('|')})\\)$`)

function toEntry({ row, texts, lines }: Open, form: Form): Entry {
  const { name = '', full_name, ...others } = texts
  const own = form === forms.headings ? name.replace(statusSuffix, '') : name
  const below = toParagraphs(lines)
  const [first = '', ...rest] = below
  const bold = /^\*\*([^*]+)\*\*$/.exec(first)?.[1]
  const hasFullName = form === forms.headings && bold !== undefined && rest.length > 0
  const text = (hasFullName ? rest : below).map((part) => toText(part.slice(0, maxLine))).join('\n\n')
  const spelled = hasFullName ? bold : full_name
  return {
    row,
    texts: { ...others, name: toText(own), full_name: spelled === undefined ? undefined : toText(spelled), text },
  }
}

/** The paragraphs of a text. A line goes on in the next one, unless that one is an entry of a list. */
function toParagraphs(lines: readonly string[]): string[] {
  const paragraphs: string[] = []
  let current = ''
  for (const line of [...lines, '']) {
    const text = line.trim().replace(/^[:~]\s+/, '')
    if (text === '') {
      if (current) paragraphs.push(current)
      current = ''
    } else if (current === '') current = text
    else current += (/^(?:[-*+]|\d+[.)])\s/.test(text) || /^\s*[:~]\s/.test(line) ? '\n' : ' ') + text
  }
  return paragraphs
}
