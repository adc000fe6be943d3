import { type Status, statuses } from '../schemas/term.ts'

/** A parsed command (contract, section 10). Its texts are not validated yet. */
export type Command =
  | { verb: 'help' }
  | { verb: 'define'; name: string }
  | { verb: 'search'; words: string }
  | { verb: 'explain'; text: string }
  | { verb: 'add'; name: string; full_name: string | null; definition: string }
  | { verb: 'vote'; name: string }
  | { verb: 'dispute'; name: string; reason: string | null }
  | { verb: 'list'; status: Status | null }
  | { verb: 'export'; status: Status | 'all' }
  | { verb: 'token'; name: string }
  /** a known verb with missing arguments, and how to use it */
  | { verb: 'usage'; usage: string }

/** Parses the text after a verb; returns null if the verb cannot be used with it. */
type VerbParser = { usage: string; parse(rest: string): Command | null }

const verbs: Record<string, VerbParser> = {
  help: { usage: 'help', parse: (rest) => (rest === '' ? { verb: 'help' } : null) },
  define: { usage: 'define NAME', parse: named((name) => ({ verb: 'define', name })) },
  search: { usage: 'search WORDS', parse: named((words) => ({ verb: 'search', words })) },
  explain: {
    usage: 'explain TEXT',
    parse: (rest) => (rest === '' ? null : { verb: 'explain', text: rest }),
  },
  add: { usage: 'add NAME (Full Name) -- definition', parse: parseAdd },
  vote: { usage: 'vote NAME', parse: named((name) => ({ verb: 'vote', name })) },
  dispute: { usage: 'dispute NAME -- reason', parse: parseDispute },
  list: { usage: `list ${statuses.join('|')}`, parse: parseList },
  export: { usage: `export ${statuses.join('|')}|all`, parse: parseExport },
  token: { usage: 'token NAME', parse: named((name) => ({ verb: 'token', name })) },
}

/** The verbs of all commands. */
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
  const parser = Object.hasOwn(verbs, first.toLowerCase()) ? verbs[first.toLowerCase()] : undefined
  if (!parser) return { verb: 'define', name: oneLine(line) }
  const command = parser.parse(rest)
  if (command) return command
  const isPhrase = rest !== '' && !parser.usage.includes(' -- ')
  return isPhrase ? { verb: 'define', name: oneLine(line) } : { verb: 'usage', usage: parser.usage }
}

function oneLine(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

/** Parses the arguments of verbs that accept any one line of text. */
function named(make: (text: string) => Command) {
  return (rest: string) => (rest === '' ? null : make(oneLine(rest)))
}

/** The full name is in the last pair of parentheses, which may be nested: `Plan (B) (Backup (Cold))`. */
const nameAndFullName = /^(.+) \(((?:[^()]|\([^()]*\))+)\)$/

function parseAdd(rest: string): Command | null {
  const [before, definition] = split(rest)
  if (!before || !definition) return null
  const [, name, fullName] = nameAndFullName.exec(before) ?? []
  return { verb: 'add', name: name ?? before, full_name: fullName ?? null, definition }
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
