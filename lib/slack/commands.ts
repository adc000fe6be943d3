import { type Status, statuses } from '../schemas/term.ts'

/** What somebody wants of the bot (contract, section 10). Texts are as typed, not validated yet. */
export type Command =
  | { verb: 'help' }
  | { verb: 'define'; name: string }
  | { verb: 'search'; words: string }
  | { verb: 'add'; name: string; full_name: string | null; definition: string }
  | { verb: 'vote'; name: string }
  | { verb: 'dispute'; name: string; reason: string | null }
  | { verb: 'list'; status: Status | null }
  | { verb: 'export'; status: Status | 'all' }
  | { verb: 'token'; name: string }
  /** a known verb that lacks something, and how it is used */
  | { verb: 'usage'; usage: string }

/** What a verb makes of the text behind it; null where that is not how it is used. */
type Reading = { usage: string; read(rest: string): Command | null }

const readings: Record<string, Reading> = {
  help: { usage: 'help', read: (rest) => (rest === '' ? { verb: 'help' } : null) },
  define: { usage: 'define NAME', read: named((name) => ({ verb: 'define', name })) },
  search: { usage: 'search WORDS', read: named((words) => ({ verb: 'search', words })) },
  add: { usage: 'add NAME (Full Name) -- definition', read: readAdd },
  vote: { usage: 'vote NAME', read: named((name) => ({ verb: 'vote', name })) },
  dispute: { usage: 'dispute NAME -- reason', read: readDispute },
  list: { usage: `list ${statuses.join('|')}`, read: readList },
  export: { usage: `export ${statuses.join('|')}|all`, read: readExport },
  token: { usage: 'token NAME', read: named((name) => ({ verb: 'token', name })) },
}

/**
 * Reads a command. What begins with no known verb is a name to define; so is a verb with a text that it
 * cannot take, if a glossary could have such a name (`list price`, `help desk`).
 *
 * @param text without Slack's escaping
 */
export function parseCommand(text: string): Command {
  const line = text.trim()
  if (line === '') return { verb: 'help' }
  const [, first = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(line) ?? []
  const reading = Object.hasOwn(readings, first.toLowerCase())
    ? readings[first.toLowerCase()]
    : undefined
  if (!reading) return { verb: 'define', name: oneLine(line) }
  const command = reading.read(rest)
  if (command) return command
  const isPhrase = rest !== '' && !reading.usage.includes(' -- ')
  return isPhrase
    ? { verb: 'define', name: oneLine(line) }
    : { verb: 'usage', usage: reading.usage }
}

function oneLine(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

/** For verbs that take one line of text, whatever it is. */
function named(make: (text: string) => Command) {
  return (rest: string) => (rest === '' ? null : make(oneLine(rest)))
}

/** The full name is the last pair of parentheses, which may hold others: `Plan (B) (Backup (Cold))`. */
const nameAndFullName = /^(.+) \(((?:[^()]|\([^()]*\))+)\)$/

function readAdd(rest: string): Command | null {
  const [before, definition] = split(rest)
  if (!before || !definition) return null
  const [, name, fullName] = nameAndFullName.exec(before) ?? []
  return { verb: 'add', name: name ?? before, full_name: fullName ?? null, definition }
}

function readDispute(rest: string): Command | null {
  const [name, reason] = split(rest)
  return name ? { verb: 'dispute', name, reason: reason && oneLine(reason) } : null
}

/** Two hyphens, or the dash that keyboards and editors make of them, with white space around. */
const separator = /\s(?:--|—|–)\s/

/** A name, and what stands behind the separator, which may have several lines. */
function split(text: string): [name: string, rest: string | null] {
  const padded = ` ${text} `
  const match = separator.exec(padded)
  if (!match) return [oneLine(text), null]
  const rest = padded.slice(match.index + match[0].length).trim()
  return [oneLine(padded.slice(0, match.index)), rest || null]
}

const asStatus = (word: string) => statuses.find((status) => status === word.toLowerCase())

function readList(rest: string): Command | null {
  const status = asStatus(rest)
  if (status) return { verb: 'list', status }
  return rest === '' || rest.toLowerCase() === 'all' ? { verb: 'list', status: null } : null
}

function readExport(rest: string): Command | null {
  const status = asStatus(rest)
  if (status) return { verb: 'export', status }
  if (rest === '') return { verb: 'export', status: 'official' }
  return rest.toLowerCase() === 'all' ? { verb: 'export', status: 'all' } : null
}
