import { withoutMarks } from '../glossary/alias-lists.ts'
import { type Status, statuses } from '../schemas/term.ts'
import { withoutUnseen } from '../schemas/text.ts'

/** A parsed command (contract, section 10). Its texts are not validated yet. */
export type Command =
  | { verb: 'help'; about?: string }
  | { verb: 'define'; name: string }
  | { verb: 'search'; words: string }
  | { verb: 'explain'; text: string }
  /** `isGuess`: the separator was another one, so that the bot asks first */
  | { verb: 'add'; name: string; full_name: string | null; definition: string; isGuess?: true }
  /** what looks like a command of another bot: its text, what it is for, the name in it, and what to type instead */
  | { verb: 'foreign'; text: string; wish: Wish; name: string; instead: string }
  | { verb: 'vote'; name: string }
  | { verb: 'dispute'; name: string; reason: string | null }
  | { verb: 'list'; status: Status | null }
  | { verb: 'export'; status: Status | 'all' }
  | { verb: 'token'; name: string }
  /** a known verb with missing arguments, how to use it, and what was typed, as it may have been meant */
  | { verb: 'usage'; usage: string; meant?: Meant }

/** What other bots do, and this one does in another way. */
export type Wish = 'add' | 'change' | 'delete'

/** A text that can be sent once what it lacks is added. */
type Meant = { lacks: string; text: string }

/** Parses the text after a verb; returns null if the verb cannot be used with it. */
type VerbParser = {
  usage: string
  parse(rest: string): Command | null
  /** what may have been meant by a text that was not parsed and not empty */
  repair?(rest: string): Meant
}

const verbs: Record<string, VerbParser> = {
  help: { usage: 'help', parse: parseHelp },
  define: { usage: 'define NAME', parse: named((name) => readAssignment(name) ?? { verb: 'define', name }) },
  search: { usage: 'search WORDS', parse: named((words) => ({ verb: 'search', words })) },
  explain: { usage: 'explain TEXT', parse: (rest) => (rest === '' ? null : { verb: 'explain', text: rest }) },
  add: { usage: 'add NAME (Full Name) -- definition', parse: parseAdd, repair: repairAdd },
  vote: { usage: 'vote NAME', parse: named((name) => ({ verb: 'vote', name })) },
  dispute: { usage: 'dispute NAME -- reason', parse: parseDispute },
  list: { usage: `list ${statuses.join('|')}`, parse: parseList },
  export: { usage: `export ${statuses.join('|')}|all`, parse: parseExport },
  token: { usage: 'token NAME', parse: named((name) => ({ verb: 'token', name })) },
}

export const commandVerbs: readonly string[] = Object.keys(verbs)

/**
 * Parses a command. Text that does not start with a verb is a name to define. So is a verb with arguments
 * that it does not accept, because they may be a name together (`list price`, `help desk`).
 *
 * @param text without Slack's escaping
 */
export function parseCommand(text: string): Command {
  const line = text.trim()
  if (line === '') return { verb: 'help' }
  const [, first = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(line) ?? []
  const verb = first.replace(/^[*_~`]{1,3}|[*_~`]{1,3}$/g, '').toLowerCase() // A verb can be copied with its marks.
  const parser = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!parser) {
    const name = oneLine(line)
    return readForeign(name) ?? { verb: 'define', name }
  }
  const command = parser.parse(rest)
  if (command) return command
  const isPhrase = rest !== '' && !parser.usage.includes(' -- ')
  if (isPhrase) return { verb: 'define', name: oneLine(line) }
  const meant = rest === '' ? undefined : parser.repair?.(rest)
  return { verb: 'usage', usage: parser.usage, ...(meant && { meant }) }
}

function oneLine(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

/** Parses the arguments of verbs that accept any one line of text. */
function named(make: (text: string) => Command) {
  return (rest: string) => (rest === '' ? null : make(oneLine(rest)))
}

function parseHelp(rest: string): Command | null {
  const about = rest.toLowerCase()
  if (about === '') return { verb: 'help' }
  return Object.hasOwn(verbs, about) ? { verb: 'help', about } : null
}

/** What people type to use a command: "define NAME". */
export const usageOf = (verb: string): string => verbs[verb]?.usage ?? verb

/** `X = text`, as bots take it that keep facts; a longer name is none. */
const assignment = /^(\S.{0,119}?)\s?(?:\s(?:[:+=]?=|[=-]>|--|—|–)|:?=)\s(\S.*)$/
/** What follows a name and asks for it. */
const question = /^(?:what|who|which|why|how|where|when)(?:['’]s|s)?\s/i
const removal = /^[!/.]?(?:delete|remove|rm|del|forget|undefine)\s+(\S.*)$/i
const change = /^[!/.]?(?:edit|update|change|rename|set|modify|replace|alias)\s+(\S.*)$/i
const addition = /^[!/.]?(?:create|new|learn|teach|remember|addterm|add-term)\s+(\S.*)$/i

/** What other bots understand and this one does not; null for a name or a question. */
function readForeign(text: string): Command | null {
  if (/[?？]$/.test(text)) return null
  const [, removed] = removal.exec(text) ?? []
  if (removed) {
    const name = nameIn(removed)
    return { verb: 'foreign', text, wish: 'delete', name, instead: `dispute ${name} -- REASON` }
  }
  const [, changed] = change.exec(text) ?? []
  if (changed) {
    const name = nameIn(changed)
    return { verb: 'foreign', text, wish: 'change', name, instead: name }
  }
  const [, added] = addition.exec(text) ?? []
  if (added) {
    const { text: instead } = repairAdd(added)
    return { verb: 'foreign', text, wish: 'add', name: nameIn(added), instead }
  }
  return readAssignment(text)
}

function readAssignment(text: string): Command | null {
  const [, name, definition] = /[?？]$/.test(text) ? [] : (assignment.exec(text) ?? [])
  if (!name || question.test(definition ?? '')) return null
  const instead = `add ${name} -- ${definition}`
  return { verb: 'foreign', text, wish: 'add', name, instead }
}

/** The name in `X -- new`, `X = new` and `X to new`. */
const nameIn = (text: string) => text.split(/\s(?:--|—|–|:?=|to|as)\s|:\s/)[0] ?? text

/** The full name is in the last pair of parentheses, which may be nested: `Plan (B) (Backup (Cold))`. */
const nameAndFullName = /^(.+) \(((?:[^()]|\([^()]*\))+)\)$/

function parseAdd(rest: string): Command | null {
  const [typed, definition] = split(rest)
  if (definition) return toAddition(typed, definition)
  const found = otherSeparator.exec(rest)
  if (!found) return null
  const text = rest.slice(found.index + found[0].length).trim()
  const guess = text === '' ? null : toAddition(oneLine(rest.slice(0, found.index)), text)
  return guess && { ...guess, isGuess: true }
}

function toAddition(typed: string, definition: string): (Command & { verb: 'add' }) | null {
  const before = withoutUnseen(typed)
  if (!before) return null
  const [, name = before, fullName] = nameAndFullName.exec(before) ?? []
  const full_name = fullName === undefined ? null : withoutMarks(fullName)
  return { verb: 'add', name: withoutMarks(name), full_name, definition }
}

/** What people type instead of the separator. */
const otherSeparator = /--|—|–|[:=-]>|:=|[:：](?!\/\/)|\s?[-=]\s/

function repairAdd(rest: string): Meant {
  const [before, definition] = split(rest)
  if (definition) return { lacks: 'the name', text: `add ${before || 'NAME'} -- ${definition}` }
  const found = otherSeparator.exec(rest)
  const name = oneLine(found ? rest.slice(0, found.index) : before)
  const text = found ? rest.slice(found.index + found[0].length).trim() : ''
  if (text === '') return { lacks: 'the definition', text: `add ${name || 'NAME'} -- DEFINITION` }
  return { lacks: 'the name', text: `add ${name || 'NAME'} -- ${text}` }
}

function parseDispute(rest: string): Command | null {
  const [name, reason] = split(rest)
  return name ? { verb: 'dispute', name, reason: reason && oneLine(reason) } : null
}

/** Two hyphens, or the dash that keyboards and editors replace them with, between white space. */
const separator = /\s(?:--|—|–)\s/

/** Splits text into a name and the text after the separator, which may have several lines. */
function split(text: string): [name: string, rest: string | null] {
  const padded = ` ${text} `
  const match = separator.exec(padded)
  if (!match) return [oneLine(text), null]
  const rest = padded.slice(match.index + match[0].length).trim()
  return [oneLine(padded.slice(0, match.index)), rest || null]
}

const asStatus = (word: string) => statuses.find((status) => status === word.toLowerCase())

function parseList(rest: string): Command | null {
  const status = asStatus(rest)
  if (status) return { verb: 'list', status }
  return rest === '' || rest.toLowerCase() === 'all' ? { verb: 'list', status: null } : null
}

function parseExport(rest: string): Command | null {
  const status = asStatus(rest)
  if (status) return { verb: 'export', status }
  if (rest === '') return { verb: 'export', status: 'official' }
  return rest.toLowerCase() === 'all' ? { verb: 'export', status: 'all' } : null
}
