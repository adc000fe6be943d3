import type { Origin } from '../glossary/context-file.ts'
import { labelledKinds } from '../schemas/relations.ts'
import { statuses } from '../schemas/term.ts'
import { type Blocks, type TextLine, unusedSections } from './blocks.ts'
import { type Form, type FormName, forms } from './forms.ts'
import { goesOn, isNameList, type Label, readLabel, readLists } from './labels.ts'
import { toText } from './markdown.ts'
import { createSections } from './sections.ts'
import { levelOf, startsOf } from './starts.ts'

/** An entry of a list without a table, by the field or the header of each text. */
export type Entry = { row: number; texts: Record<string, string | undefined> }

/** A list without a table. */
export type EntryList = {
  entries: Entry[]
  /** whether it says what its fields are, as `CONTEXT.md` does */
  isDefined: boolean
  /** the titles of sections that have no entries */
  sections: string[]
  /** the names of what is written like an entry, and none */
  unread: string[]
  /** lines that are in no entry */
  others: string[]
  /** what stands in lists of names and is none */
  noNames: string[]
}

/** How a list is read. */
type Options = {
  /** if the file is a `CONTEXT.md` of ours */
  origin?: Origin
  /** whether sections are read, too, whose titles say that they have no terms */
  readsAll?: boolean
}

/** An entry to which lines can be added. */
type Open = {
  row: number
  texts: Entry['texts']
  lines: string[]
  lists: Record<string, string>
  /** the list of names that can go on in the next line */
  label?: Label
  isBlank: boolean
  isMarked: boolean
}

/** Reads a list without a table. */
export function readEntries(blocks: Blocks, name: FormName, { origin, readsAll = false }: Options = {}): EntryList {
  const [form, isOwn]: [Form, boolean] = [forms[name], origin !== undefined]
  const starts = startsOf(blocks, name, readsAll)
  const level = name === 'headings' ? levelOf(blocks) : undefined
  const sections = createSections(blocks, form, origin, readsAll)
  const [entries, unread, others, noNames]: [Open[], string[], string[], string[]] = [[], [], [], []]
  const used = new Set<number>()
  let open: Open | undefined
  for (const block of blocks) {
    const start = starts.get(block.row)
    const isInside = block.kind === 'heading' && open && level !== undefined && block.level > level
    if (block.kind === 'heading' && !start && !isInside) {
      open = undefined
      sections.enter(block)
    } else if (sections.areSkipped()) {
      if (start) unread.push(toText(start.name))
    } else if (start) {
      const { text, ...own } = start
      const texts = { ...own, category: sections.category() }
      open = { row: block.row, texts, lines: text ? [text] : [], lists: {}, isBlank: false, isMarked: false }
      entries.push(open)
      used.add(block.row)
    } else if (isInside && open) {
      open.lines.push('', block.title, '')
      used.add(block.row)
    } else if (block.kind === 'line' && !(open && extend(open, block, form, isOwn)) && block.text !== '') {
      const like = form.isPlaced && !block.isCode ? form.read(block.text, block.next) : undefined
      if (like) unread.push(toText(like.name))
      else if (block.text !== origin?.line) others.push(block.text.trim())
    }
  }
  return {
    entries: entries.map((entry) => toEntry(entry, form, isOwn, noNames)),
    isDefined: isOwn || sections.areOfContext() || entries.some(({ isMarked }) => isMarked),
    sections: unusedSections(blocks, used),
    ...{ unread, others, noNames },
  }
}

/** Adds a line to an entry. Returns whether it belongs there. */
function extend(entry: Open, { text, isCode }: TextLine, form: Form, isOwn: boolean): boolean {
  const { label, lines, lists } = entry
  const read = isCode ? undefined : readLabel(text, form, isOwn)
  const isRest = !read && label && text !== '' && goesOn(label, text, lines.some(Boolean))
  const isInside = read || isRest || form.isOpen || !entry.isBlank || /^\s/.test(text)
  if (text !== '' && !isInside) return false
  entry.isBlank = text === ''
  if (isRest) {
    const more = text.trim().replace(/^[-*+•]\s+(.*)$/, '$1;')
    label.text = `${label.text} ${more}`.trim()
    lists[label.field] = `${lists[label.field] ?? ''} ${more}`.trim()
    return true
  }
  if (text !== '' || label?.text) entry.label = read && isNameList(read.field) ? read : undefined
  entry.isMarked ||= read?.isMarked ?? false
  if (!read) lines.push(text)
  else if (read.field === 'text') lines.push('', read.text)
  else if (entry.label) lists[read.field] = [lists[read.field], read.text].filter(Boolean).join('; ')
  else entry.texts[read.field] = read.text
  return true
}

/**
 * Reads a `CONTEXT.md` of ours, which says everything that it has room for: what a term does not have there, it does
 * not have.
 */
export function readOwnEntries(blocks: Blocks, origin: Origin): EntryList {
  const { entries, ...list } = readEntries(blocks, 'bold', { origin })
  const none = {
    ...{ full_name: '', category: '', discouraged: '', status: 'official' },
    ...Object.fromEntries(labelledKinds.map(([kind]) => [kind, ''])),
  }
  const toWhole = ({ row, texts }: Entry) => ({ row, texts: { ...none, ...definedIn(texts) } })
  return { ...list, entries: entries.map(toWhole) }
}

const definedIn = (texts: Entry['texts']) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))

const statusSuffix = RegExp(` \\((${statuses.join('|')})\\)$`)

function toEntry({ row, texts, lines, lists }: Open, form: Form, isOwn: boolean, noNames: string[]): Entry {
  const { name = '', full_name, ...others } = texts
  const own = form === forms.headings ? name.replace(statusSuffix, '') : name
  const below = toParagraphs(lines)
  const [first = '', ...rest] = below
  const bold = /^\*\*([^*]+)\*\*$/.exec(first)?.[1]
  const hasFullName = form === forms.headings && bold !== undefined && rest.length > 0
  const text = (hasFullName ? rest : below).map(toText).join('\n\n')
  const spelled = hasFullName ? bold : full_name
  return {
    row,
    texts: {
      ...others,
      ...readLists(lists, isOwn, noNames),
      name: toText(own),
      full_name: spelled === undefined ? undefined : toText(spelled),
      text,
    },
  }
}

/** The longest paragraph that is read: no text of a term is longer. */
const maxParagraph = 20_000

/** The paragraphs of a text. A line goes on in the next one, unless that one is an entry of a list. */
function toParagraphs(lines: readonly string[]): string[] {
  const paragraphs: string[] = []
  let current = ''
  for (const line of [...lines, '']) {
    const text = line.trim().replace(/^[:~]\s+/, '')
    if (text === '') {
      if (current) paragraphs.push(current.slice(0, maxParagraph))
      current = ''
    } else if (current === '') current = text
    else current += (/^(?:[-*+]|\d+[.)])\s/.test(text) || /^\s*[:~]\s/.test(line) ? '\n' : ' ') + text
  }
  return paragraphs
}
