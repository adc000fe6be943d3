import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { withoutUnseen } from '../schemas/text.ts'
import { describeAnswer, printable } from './answer.ts'
import { checkFiles, readKinds } from './check-files.ts'
import { createFileStore } from './copy-file.ts'
import { createGlossary } from './glossary.ts'
import { print, toJson, warn } from './output.ts'
import { type Freshness, Refusal, readGlossary, readToken } from './service.ts'
import { readRepository, readService, readUrl, saveService } from './settings.ts'
import { inLanguage } from './translated.ts'

const { env, stdin, stdout, stderr } = process

const help = `glossary: what the words of your company mean

  glossary SLA              says what a name means; a question will do
  glossary check FILE...    finds names to replace (-: standard input)
  glossary lsp              a language server, over standard input and output
  glossary pull DIR         writes the glossary as files, one YAML file a term
  glossary propose DIR      proposes what has changed in these files
  glossary login URL        keeps the address and a token (standard input)

  --json             the answer as JSON
  --lang LANGUAGE    in this language (also lsp), else that of LC_ALL or LANG
  --unknown          check: also acronyms that no term explains
  --format FORMAT    check: text, json or github
  --fix --kinds K    check: corrects misspelling (usual), discouraged, replaced
  --dry-run          pull, propose: only says what it would do
  --force            pull: overwrites files that were edited, too
  --                 what follows is a name, such as "check"

Settings: GLOSSARY_URL and GLOSSARY_TOKEN, otherwise what login keeps.
A file .glossary.json in a repository can have category, status (the lowest
that counts) and ignore (paths). The status is 0; 1 if nothing was found, or
check has something to say; otherwise 2.
No text that you look up or check leaves this computer.
`

const options = {
  json: { type: 'boolean' },
  lang: { type: 'string' },
  unknown: { type: 'boolean' },
  format: { type: 'string' },
  fix: { type: 'boolean' },
  kinds: { type: 'string' },
  'dry-run': { type: 'boolean' },
  force: { type: 'boolean' },
  stdio: { type: 'boolean' }, // as some editors call a language server
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const
/** The options of each command; a lookup has no name. */
const commands: Record<string, readonly string[]> = {
  '': ['json', 'lang'],
  check: ['unknown', 'format', 'fix', 'kinds'],
  lsp: ['stdio', 'lang'],
  pull: ['dry-run', 'force'],
  propose: ['dry-run'],
  login: [],
}

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
  if (isName) return lookUp(positionals.join(' '), values)
  const rest = positionals.slice(1)
  if (command === 'check') {
    const { format, unknown } = values
    return checkFiles(open, rest, { format, withUnknown: unknown, fixed: readKinds(values.fix, values.kinds) })
  }
  if (command === 'lsp') return (await import('./language-server.ts')).serve(stdin, stdout, values.lang)
  const [target, ...others] = rest
  if (target === undefined || others.length > 0)
    throw new Refusal(`glossary ${command} takes one ${command === 'login' ? 'URL' : 'folder'}.`)
  if (command === 'login') return logIn(target)
  const isDry = values['dry-run']
  return command === 'pull' ? pullInto(target, { isDry, isForced: values.force }) : proposeFrom(target, isDry)
}

/** The glossary of the settings, as the repository of the working directory wants it. */
async function open(freshness?: Freshness, lang?: string) {
  const repository = await readRepository(process.cwd())
  const service = await readService()
  const { terms: copied, notice } = await readGlossary(service, createFileStore(service), freshness)
  if (notice) warn(notice)
  const terms = inLanguage(copied, [lang, env.LC_ALL, env.LANG])
  if (lang && terms === copied) warn(`No term is translated into “${lang}”.`)
  return { service, terms, repository, glossary: createGlossary(terms, repository) }
}

/** How old a copy may be that does not have a name: somebody may just have added it (contract, section 21). */
const missed = { maxAgeMs: 10_000 }

async function find(name: string, lang?: string, freshness?: Freshness) {
  const opened = await open(freshness, lang)
  return { ...opened, answer: await opened.glossary.lookUp(name) }
}

async function lookUp(typed: string, { json = false, lang }: { json?: boolean; lang?: string }): Promise<number> {
  const name = withoutUnseen(typed)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  if (name === '' || name.length > 200) throw new Refusal('A name has 1 to 200 characters.')
  const found = await find(name, lang)
  const isNamed = ({ answer: { terms, search } }: typeof found) => terms.length > 0 && !search
  const named = isNamed(found) ? found : await find(name, lang, missed)
  const { service, glossary, answer } = named
  const { asked: _, ...shown } = answer
  const described = describeAnswer(glossary, service.url, answer)
  const isColoured = stdout.isTTY && !env.NO_COLOR
  stdout.write(json ? toJson(shown) : `${printable(described, isColoured)}\n`)
  return isNamed(named) ? 0 : 1
}

async function logIn(given: string): Promise<number> {
  const url = readUrl(given)
  if (stdin.isTTY) stderr.write(`Paste a token of ${url}/tokens, which is not shown. Enter keeps the one you have: `)
  const typed = await (stdin.isTTY ? readHidden() : readAll(stdin))
  const token = typed.trim() ? readToken(typed) : (await readService(url)).token
  const service = { url, token }
  await readGlossary(service, createFileStore(service), { isForced: true })
  print(`The token is in ${await saveService({ url, token })}, for you alone.`)
  return 0
}

/** Reads a line from a terminal, which does not show it. */
async function readHidden() {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
  return lines.question('').finally(() => lines.close())
}

const whyLeft: Record<string, string> = {
  edited: 'left alone: it was changed since it was pulled (--force overwrites it)',
  foreign: 'left alone: it is not as pull writes files',
}

async function pullInto(folder: string, how: { isDry?: boolean; isForced?: boolean }): Promise<number> {
  const [{ pull }, { service, terms }] = await Promise.all([import('./pull.ts'), open({ isForced: true })])
  const files = await pull(service, resolve(folder), terms, how)
  const [written, removed] = ['written', 'removed'].map(
    (each) => files.filter(({ outcome }) => outcome === each).length,
  )
  const left = files.filter(({ outcome }) => whyLeft[outcome])
  const note = how.isDry ? ' (dry run: nothing was changed)' : ''
  print(
    `${terms.length} terms: ${written} files written, ${removed} removed${left.length > 0 ? `, ${left.length} left alone` : ''}${note}`,
  )
  for (const { path, outcome } of files) print([outcome, path, whyLeft[outcome] ?? []].flat().join('  '))
  return left.length > 0 ? 2 : 0
}

/** How many terms without a file are listed. */
const maxListed = 20

async function proposeFrom(folder: string, isDry = false): Promise<number> {
  const [{ propose }, { service, terms }] = await Promise.all([import('./files.ts'), open({ isForced: true })])
  const { files, untold, missing } = await propose(service, resolve(folder), terms, isDry)
  for (const { path, outcome, errors } of files) print([outcome, path, ...errors].join('  '))
  if (files.length + untold.length === 0) print('No file has changed.')
  else if (isDry) print('Dry run: no proposal was sent.')
  for (const path of untold) print(`not sent  ${path}  its translations: change them at ${service.url}`)
  for (const { name } of missing.slice(0, maxListed)) print(`no file  ${name} (the term stays)`)
  if (missing.length > maxListed) print(`no file  ${missing.length - maxListed} more terms`)
  return files.some(({ outcome }) => outcome === 'failed') ? 2 : 0
}
