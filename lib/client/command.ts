import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll, buffer as readBytes } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { withoutUnseen } from '../schemas/text.ts'
import { describeAnswer, printable } from './answer.ts'
import { check, describeRemark, type Remark } from './check.ts'
import { createMatcher } from './globs.ts'
import { createGlossary } from './glossary.ts'
import { readGlossary } from './service.ts'
import { Refusal, readRepository, readService, readToken, readUrl, saveService } from './settings.ts'

const { env, stdin, stdout, stderr } = process

const help = `glossary: what the words of your company mean

  glossary SLA              says what a name means; a question will do
  glossary check FILE...    finds discouraged names, misspellings and replaced
                            terms; of source code, it reads the comments;
                            -: standard input
  glossary lsp              a language server, over standard input and output
  glossary pull DIR         writes the glossary as files, one YAML file a term
  glossary propose DIR      proposes what has changed in these files
  glossary login URL        keeps the address and a token (standard input)

  --json             the answer as JSON
  --unknown          check: also acronyms that no term explains
  --format FORMAT    check: text, json or github
  --dry-run          propose: only says what it would do
  --                 what follows is a name, such as "check"

Settings: GLOSSARY_URL and GLOSSARY_TOKEN, otherwise what login keeps.
A file .glossary.json in a repository can have category, status (the lowest
that counts) and ignore (paths). The status is 0; 1 if nothing was found, or
check has something to say; otherwise 2.
No text that you look up or check leaves this computer.
`

const options = {
  json: { type: 'boolean' },
  unknown: { type: 'boolean' },
  format: { type: 'string' },
  'dry-run': { type: 'boolean' },
  stdio: { type: 'boolean' }, // as some editors call a language server
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const
/** The options of each command; a lookup has no name. */
const commands: Record<string, readonly string[]> = {
  '': ['json'],
  check: ['unknown', 'format'],
  lsp: ['stdio'],
  pull: [],
  propose: ['dry-run'],
  login: [],
}
const maxFileBytes = 5 * 1024 ** 2

/** Runs the command. @returns its exit status (contract, section 21) */
export async function run(args: readonly string[]): Promise<number> {
  try {
    return await runParsed(args)
  } catch (error) {
    const { code, message, stack } = error as Error & { code?: string }
    const [first = message] = code?.startsWith('ERR_PARSE_ARGS') ? message.split('. ') : [message]
    warn(error instanceof Refusal || code ? first : String(stack))
    return 2
  }
}

const oneLine = (text: string) => printable(text).replaceAll('\n', ' ')
const print = (text: string) => stdout.write(`${oneLine(text)}\n`)
const warn = (text: string) => stderr.write(`glossary: ${printable(text)}\n`)

async function runParsed(given: readonly string[]): Promise<number> {
  const parsed = parseArgs({ args: [...given], options, allowPositionals: true, tokens: true })
  const { values, positionals, tokens } = parsed
  const [first = ''] = positionals
  if (values.version || values.help) {
    stdout.write(values.version ? `${process.env.GLOSSARY_VERSION}\n` : help)
    return 0
  }
  if (first === '') {
    stderr.write(help)
    return 2
  }
  const isName = tokens[0]?.kind === 'option-terminator' || !Object.hasOwn(commands, first)
  const command = isName ? '' : first
  for (const name of Object.keys(values))
    if (!commands[command]?.includes(name)) throw new Refusal(`--${name} is no option of ${command || 'a lookup'}.`)
  if (isName) return lookUp(positionals.join(' '), values.json)
  const rest = positionals.slice(1)
  if (command === 'check') return checkFiles(rest, values.format, values.unknown)
  if (command === 'lsp') return (await import('./language-server.ts')).serve(stdin, stdout)
  const [target, ...others] = rest
  if (target === undefined || others.length > 0)
    throw new Refusal(`glossary ${command} takes one ${command === 'login' ? 'URL' : 'folder'}.`)
  if (command === 'login') return logIn(target)
  return command === 'pull' ? pullInto(target) : proposeFrom(target, values['dry-run'])
}

/** JSON on a line of its own, in which control characters of any kind are escaped. */
const toJson = (value: unknown) =>
  `${JSON.stringify(value, null, 2).replace(/[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

/** The glossary of the settings, as the repository of the working directory wants it. */
async function open(isForced = false) {
  const repository = await readRepository(process.cwd())
  const service = await readService()
  const { terms, notice } = await readGlossary(service, isForced)
  if (notice) warn(notice)
  return { service, terms, repository, glossary: createGlossary(terms, repository) }
}

async function lookUp(typed: string, asJson = false): Promise<number> {
  const name = withoutUnseen(typed)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  if (name === '' || name.length > 200) throw new Refusal('A name has 1 to 200 characters.')
  const { service, glossary } = await open()
  const answer = await glossary.lookUp(name)
  const { asked: _, ...shown } = answer
  const described = describeAnswer(glossary, service.url, answer)
  const isColoured = stdout.isTTY && !env.NO_COLOR
  stdout.write(asJson ? toJson(shown) : `${printable(described, isColoured)}\n`)
  return answer.terms.length > 0 ? 0 : 1
}

async function logIn(given: string): Promise<number> {
  const url = readUrl(given)
  if (stdin.isTTY) stderr.write(`Paste a token of ${url}/tokens, which is not shown. Enter keeps the one you have: `)
  const typed = await (stdin.isTTY ? readHidden() : readAll(stdin))
  const token = typed.trim() ? readToken(typed) : (await readService(url)).token
  await readGlossary({ url, token }, true)
  print(`The token is in ${await saveService({ url, token })}, for you alone.`)
  return 0
}

/** Reads a line from a terminal, which does not show it. */
async function readHidden() {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
  return lines.question('').finally(() => lines.close())
}

async function pullInto(folder: string): Promise<number> {
  const [{ pull }, { terms }] = await Promise.all([import('./files.ts'), open(true)])
  const { written, removed } = await pull(resolve(folder), terms)
  print(`${terms.length} terms: ${written} files written, ${removed} removed`)
  return 0
}

/** How many terms without a file are listed. */
const maxListed = 20

async function proposeFrom(folder: string, isDry = false): Promise<number> {
  const [{ propose }, { service, terms }] = await Promise.all([import('./files.ts'), open(true)])
  const { files, missing } = await propose(service, resolve(folder), terms, isDry)
  for (const { path, outcome, errors } of files) print([outcome, path, ...errors].join('  '))
  if (files.length === 0) print('No file has changed.')
  for (const { name } of missing.slice(0, maxListed)) print(`no file  ${name} (the term stays)`)
  if (missing.length > maxListed) print(`no file  ${missing.length - maxListed} more terms`)
  return files.some(({ outcome }) => outcome === 'failed') ? 2 : 0
}

const unreadable: Record<string, string> = { EISDIR: 'is a folder. Name the files in it.', ENOENT: 'does not exist.' }

type Listed = Pick<Remark, 'text' | 'say' | 'kind'> & { path: string; line: number; column: number }

/** Says what there is to say about files, and which are not read. */
async function checkFiles(paths: readonly string[], format = 'text', withUnknown = false) {
  const show = formats.get(format)
  if (!show) throw new Refusal(`--format is one of ${[...formats.keys()].join(', ')}.`)
  if (paths.length === 0) throw new Refusal('Which files? For standard input: glossary check -')
  const { glossary, repository } = await open()
  const isIgnored = createMatcher(repository.ignore)
  const all: Listed[] = []
  let isFailed = false
  for (const path of paths) {
    if (path !== '-' && isIgnored(relative(repository.root, resolve(path)))) continue
    const bytes = await (path === '-' ? readBytes(stdin) : readFile(path)).catch(({ code, message }) => {
      isFailed = true
      warn(`${path} ${unreadable[code] ?? `cannot be read: ${message}`}`)
    })
    if (!bytes) continue
    const isLarge = bytes.length > maxFileBytes
    if (isLarge || bytes.subarray(0, 8000).includes(0)) {
      warn(`${path} is ${isLarge ? 'larger than 5 MB' : 'no text'}, and was skipped`)
      continue
    }
    const source = new TextDecoder().decode(bytes)
    const document = TextDocument.create(path, '', 0, source)
    for (const { start, text, say, kind } of await check(glossary, path, source, withUnknown)) {
      const { line, character } = document.positionAt(start)
      all.push({ path, line: line + 1, column: character + 1, text, say, kind })
    }
  }
  stdout.write(show(all))
  return isFailed ? 2 : all.length > 0 ? 1 : 0
}

const toLine = ({ path, line, column, ...remark }: Listed) =>
  `${oneLine(`${path}:${line}:${column}  ${describeRemark(remark)}`)}\n`

/** A command for GitHub's runner, which shows it at the line. */
function toAnnotation({ path, line, column, ...remark }: Listed) {
  const file = oneLine(path).replace(/[%:,]/g, encodeURIComponent)
  const message = oneLine(describeRemark(remark)).replaceAll('%', '%25')
  return `::warning file=${file},line=${line},col=${column},title=Glossary::${message}\n`
}

const formats = new Map<string, (all: readonly Listed[]) => string>([
  ['text', (all) => all.map(toLine).join('')],
  ['json', toJson],
  ['github', (all) => all.map(toAnnotation).join('')],
])
