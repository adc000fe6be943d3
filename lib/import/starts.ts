import { statuses } from '../schemas/term.ts'
import { type Block, type Blocks, type Heading, item, type TextLine } from './blocks.ts'
import { type Form, type FormName, forms, type Start } from './forms.ts'
import { readHeader } from './headers.ts'
import { isNoCategory } from './join-parts.ts'
import { isListLabel, readLabel } from './labels.ts'
import { isLanguage } from './sections.ts'

// Where the entries of a list without a table begin.

/** How many blocks decide about the form. */
const maxJudged = 500
/** How much an entry counts of a form in which hardly anything else is written. */
const strongWeight = 4

/** A heading of our own Markdown, whose terms can have more lines that say what they are than others. */
const ownHeading = RegExp(`.+ \\((?:${statuses.join('|')})\\)$`)

const isHeading = (block: Block): block is Heading => block.kind === 'heading'
const isText = (block: Block): block is TextLine => block.kind === 'line' && !block.isCode && block.text !== ''

/** Finds the form of a list; undefined if a text is none. */
export function findForm(blocks: Blocks): FormName | undefined {
  const judged = takeFirst(blocks)
  const headings = judged.filter(isHeading)
  if (ownHeading.test(headings.find(({ level }) => level === 2)?.title ?? '')) return 'headings'
  if (haveLabels(judged)) return 'headings'
  const hasBold = startsOf(judged, 'bold').size > 0
  if (hasBold && headings.some(({ title }) => isLanguage(title))) return 'bold'
  const texts = judged.filter(isText)
  const filled = texts.filter(({ text }) => !/^(?: {2,}|\t)/.test(text)).length
  const firsts = texts.filter(({ isFirst }) => isFirst).length
  let best: { name: FormName; score: number } | undefined
  for (const [key, form] of Object.entries(forms) as [FormName, Form][]) {
    const names = [...startsOf(judged, key).values()].map(({ name }) => name)
    const isEnough = form.isStrong
      ? names.length > 0 && names.length >= filled / 10
      : names.length > 1 &&
        (key === 'headings' || (form.isPlaced ? names.length >= firsts / 3 : names.length > filled / 2))
    // What stands below each heading, such as "Example", is no entry.
    const score = new Set(names).size * (form.isStrong ? strongWeight : 1)
    if (isEnough && score > (best?.score ?? 0)) best = { name: key, score }
  }
  return best?.name ?? (hasBold ? 'bold' : undefined)
}

function takeFirst(blocks: Blocks) {
  const first: Block[] = []
  for (const block of blocks) if (first.push(block) === maxJudged) break
  return first
}

/**
 * The beginnings of the entries, by their rows.
 *
 * @param readsAll whether items of lists are entries, too, that stand in none of others
 */
export function startsOf(blocks: Blocks, name: FormName, readsAll = false): Map<number, Start> {
  const form: Form = forms[name]
  const starts = new Map<number, Start>()
  if (form.isPlaced) return placedStarts(blocks, form, readsAll)
  if (name === 'headings') {
    const level = levelOf(blocks)
    for (const block of blocks)
      if (isHeading(block) && block.level === level) starts.set(block.row, { name: block.title, text: '' })
    return starts
  }
  const labels: { row: number; name: string; indent: number }[] = []
  const counts = new Map<string, number>()
  let depth: number | undefined
  for (const block of blocks) {
    const start = isText(block) ? form.read(block.text, block.next) : undefined
    if (!start || block.kind !== 'line') continue
    starts.set(block.row, start)
    const indent = indentOf(block)
    depth ??= indent
    counts.set(start.name, (counts.get(start.name) ?? 0) + 1)
    if (isListLabel(start.name)) labels.push({ row: block.row, name: start.name, indent })
  }
  // A label stands in several entries, or deeper than the first one.
  for (const { row, name, indent } of labels) if (counts.get(name) !== 1 || indent > (depth ?? 0)) starts.delete(row)
  return starts
}

/** The level of headings that are entries: the one that most headings have, and on a tie the lower one. */
export function levelOf(blocks: Blocks): number {
  const counts = new Map<number, number>()
  for (const block of blocks) if (isHeading(block)) counts.set(block.level, (counts.get(block.level) ?? 0) + 1)
  if (counts.get(1) === 1) counts.delete(1) // the title of the text
  const [most = [2]] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  return most[0]
}

const indentOf = ({ text }: TextLine) => /^\s*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0

/** What can be the beginning of an entry, and where it stands. */
type Candidate = { start: Start; indent: number; isItem: boolean; isOutside: boolean; isFirst: boolean }

/**
 * The beginnings that are where entries can begin: at the beginnings of paragraphs; at items of lists only if most
 * entries are such items, of the same depth; and at other lines only if all lines are entries, or hardly anything else
 * is written so.
 */
function placedStarts(blocks: Blocks, form: Form, readsAll: boolean): Map<number, Start> {
  const candidates = new Map<number, Candidate>()
  const others: { row: number; start: Start; indent: number }[] = []
  const counts = { paragraphs: 0, items: 0 }
  let [depth, above, areLines] = [Infinity, '', true]
  let [isOpen, isEntry, isLabel] = [false, false, false]
  for (const block of blocks) {
    if (isHeading(block)) isOpen = false
    if (!isText(block)) continue
    const { text, isFirst } = block
    const [indent, isItem, isAfterLabel] = [indentOf(block), item.test(text), isLabel]
    const isOutside = isItem && !isOpen
    const start = form.read(text, block.next)
    const own = start || !isOutside ? undefined : form.readItem?.(text, block.next)
    if (own) others.push({ row: block.row, start: own, indent })
    isLabel = !start && readLabel(text, form, false) !== undefined
    if (isFirst) isEntry = start !== undefined
    else if (isEntry && !isLabel)
      areLines &&= start !== undefined && (/[.!?。)]$/.test(above) || !/^\p{Ll}/u.test(start.name))
    above = text
    if (!start) continue
    const isClear = isAfterLabel || (start.text === '' && form.isStrong === true)
    candidates.set(block.row, { start, indent, isItem, isOutside, isFirst: isFirst || isClear })
    if (isOutside && isFirst) {
      counts.items++
      depth = Math.min(depth, indent)
    } else if (isFirst && !isItem) {
      counts.paragraphs++
      isOpen = true
    }
  }
  const areItems = counts.items > 0 && counts.items >= counts.paragraphs
  const deepest = areItems ? depth : 3
  const isOne = ({ indent, isItem, isOutside, isFirst }: Candidate) =>
    indent <= deepest && (isItem ? areItems || (readsAll && isOutside) : isFirst || areLines)
  const starts = new Map([...candidates].flatMap(([row, each]) => (isOne(each) ? [[row, each.start]] : [])))
  // Beside entries that are items, an item of their depth is no part of one.
  for (const { row, start, indent } of others) if (areItems && indent <= depth) starts.set(row, start)
  return starts
}

const textFields = ['definition', 'meaning', 'full_name']

/**
 * Whether headings are the names, and their entries say of each part what it is: below at least half of them
 * `**Definition:** …`, first or after other such words. A single one could be an entry of a group.
 */
function haveLabels(blocks: Blocks) {
  const level = levelOf(blocks)
  const words = new Map<string, number>()
  for (const block of blocks) {
    const word = wordOf(block)
    if (word) words.set(word, (words.get(word) ?? 0) + 1)
  }
  const isLabel = ([word, count]: [string, number]) => count > 1 || Boolean(readHeader(word)) || isListLabel(word)
  let [headings, defined, isBelow] = [0, 0, false]
  for (const block of blocks) {
    const word = wordOf(block)
    if (isHeading(block)) {
      isBelow = block.level === level && !isNoCategory(block.title)
      if (isBelow) headings++
    } else if (isBelow && word && textFields.includes(readHeader(word)?.field ?? '')) {
      defined++
      isBelow = false
    } else if (isText(block)) isBelow &&= word !== undefined && isLabel([word, words.get(word) ?? 0])
  }
  return defined > 0 && defined >= headings / 2 && (defined > 1 || [...words].every(isLabel))
}

/** What a line says of its text before a colon. */
const wordOf = (block: Block): string | undefined =>
  isText(block)
    ? /^\s*(?:[-*+•]\s+)?[*_]{0,3}([\p{L}][\p{L} ]{1,30}?)[*_]{0,3}\s{0,9}[:：]/u.exec(block.text)?.[1]
    : undefined
