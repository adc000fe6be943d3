import { joinNames } from '../glossary/alias-lists.ts'
import { aliasListNames, maxAliases, maxNameLength } from '../schemas/content.ts'
import { labelledKinds } from '../schemas/relations.ts'
import { isPlaceholder } from './artefacts.ts'
import type { Form } from './forms.ts'
import { readHeader } from './headers.ts'
import { toLinks, toText } from './markdown.ts'

// What an entry of a list can have besides its text, by the beginning of a line: `_Avoid_: …`, `Also called: …`

/** A part of an entry. The field `text` is its text. */
export type Label = { field: string; text: string; isMarked: boolean }

const labelled =
  /^\s*(?:[-*+•]\s+)?([*_]{0,3})([\p{L}][\p{L} ]{1,30}?)[*_]{0,3}\s{0,9}[:：]\s{0,9}[*_]{0,3}\s{0,9}(.*)$/u
const labels: Record<string, string> = {
  from: 'links',
  ...Object.fromEntries(labelledKinds.map(([kind, label]) => [label.toLowerCase(), kind])),
  status: 'status',
}
const aliasLists: readonly string[] = aliasListNames
const lists: readonly string[] = [...aliasLists, ...labelledKinds.map(([kind]) => kind)]

/** Whether a field is a list of names. */
export const isNameList = (field: string): boolean => lists.includes(field)

const fieldOf = (word: string) => labels[word.toLowerCase()] ?? readHeader(word)?.field

/** Whether a word can be a label of a list of names. */
export const isListLabel = (word: string): boolean => isNameList(fieldOf(word) ?? '')

/**
 * Reads the beginning of a part of an entry; undefined for other lines.
 *
 * @param isOwn whether the file is ours, in which each part is `_X_:`
 */
export function readLabel(line: string, form: Form, isOwn: boolean): Label | undefined {
  const [, marks = '', word = '', rest = ''] = labelled.exec(line) ?? []
  const field = fieldOf(word)
  const isMarked = marks === '_'
  if (!field || (isOwn && !isMarked)) return undefined
  if (isNameList(field)) return { field, text: rest, isMarked }
  if (!form.isOpen || (field === 'links' && !/https?:/i.test(rest))) return undefined
  if (['definition', 'meaning'].includes(field))
    return form.hasLabels ? { field: 'text', text: rest, isMarked } : undefined
  if (field === 'name' && form.hasLabels && readHeader(word)?.isShort) return { field: 'aliases', text: rest, isMarked }
  if (['id', 'name'].includes(field)) return undefined
  return { field, text: field === 'links' ? toLinks(rest) : toText(rest.replace(/[*_]+$/, '')), isMarked }
}

/** The longest list of names that is read. */
const maxList = 20_000
const opening = /[(（]/g
const closing = /[)）]/g
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * Whether a list of names goes on in the next line: it has a bracket that is open, or ends in a comma, or nothing but
 * items of a list stand below it; otherwise unless that line is a sentence of the text.
 */
export function goesOn({ text }: Label, line: string, hasText: boolean): boolean {
  if (text.length > maxList) return false
  if (/^\s*[-*+•]\s/.test(line)) return text === '' || text.endsWith(';')
  if (/[,;，、；]$/.test(text) || countOf(text, opening) > countOf(text, closing)) return true
  return text !== '' && hasText && !/^\s*\p{Lu}.*[.!?。]$/u.test(line)
}

/** A name of a list. What is escaped, in brackets or in quotation marks separates no names. */
const listed =
  /(?:\\.|(?<![^\s,;])"(?:\\.|[^"\\])*"(?![^\s,;.])|&(?:#\d{1,7}|lt|gt|amp|quot);|[(（](?:\\.|[^()（）\\]|[(（][^()（）\\]*[)）])*[)）]|[^,;，、；\\])+/g

/** The names of a list, and the texts in it that are none. */
type Names = { names: string[]; others: string[] }

/**
 * Reads names that are separated by commas, without remarks in brackets, quotation marks and a final stop.
 *
 * @param isExact whether all of them are names, as in a file of ours
 */
function readNames(text: string, isExact: boolean): Names {
  const found: Names = { names: [], others: [] }
  for (const part of text.match(listed) ?? []) {
    const plain = part
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/(?<!\\)[.。]$/, '')
      .replace(/\s*[(（](?:\\.|[^()（）\\]|[(（][^()（）\\]*[)）])*[)）]$/, '')
    const [, before = plain, remark] = isExact ? [] : (/^(.{1,120}?)\s+(?:[–—]|--?)\s+(.+)$/.exec(plain) ?? [])
    const name = toText(before.replace(/^(["“'‘`])(.+)(["”'’`])$/, '$2'))
    const own = isExact ? name : name.replace(/^(?:or|and)\s+/, '')
    if (name === '') continue
    if (isExact || isName(own)) found.names.push(own)
    else found.others.push(name)
    if (remark) found.others.push(toText(remark))
  }
  return found
}

/** Words that make a piece of a sentence of three words or more. */
const sentenceWords =
  /(?<![\p{L}\p{N}-])(?:it|its|this|that|these|those|they|them|their|you|your|we|our|he|she|i|is|are|was|were|be|been|because|since|although|though|unless|whereas|while|if|when|where|whether|which|who|should|would|could|must|will|does|doesn['’]t|don['’]t|isn['’]t|aren['’]t|means?|refers|not|never|always)(?![\p{L}\p{N}-])/u
/** How such a piece begins, and what stands for no name. */
const noName =
  /^(?:(?:an?|because|since|unless|whereas|but|which|calling|e\.g\.)\s|(?:none|nothing|nil|etc|and so on)$)/i
const maxWords = 8

/** Whether a text in a list of names is one, and no piece of a sentence. */
function isName(text: string) {
  const count = text.split(/\s+/).length + (text.match(/[\p{sc=Han}\p{sc=Hira}]/gu)?.length ?? 0) / 2
  const isPiece = (count > 2 && sentenceWords.test(text)) || count > maxWords || /[.!?]\s|[!?]$/.test(text)
  return !isPiece && !noName.test(text) && !isPlaceholder(text) && [...text].length <= maxNameLength
}

/**
 * Reads the lists of an entry.
 *
 * @param found gets what is no name, and what is more than a term can have
 * @returns each as a cell of our CSV
 */
export function readLists(texts: Record<string, string>, isOwn: boolean, found: string[]): Record<string, string> {
  let left = maxAliases
  const cells = Object.entries(texts).map(([field, text]) => {
    const { names, others } = readNames(text, isOwn)
    if (!aliasLists.includes(field)) return [field, joinNames([...names, ...others], '; ')]
    const own = names.splice(0, left)
    left -= own.length
    found.push(...others, ...names)
    return [field, joinNames(own, '; ')]
  })
  return Object.fromEntries(cells)
}
