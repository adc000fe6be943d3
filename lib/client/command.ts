import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll, buffer as readBytes } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { withoutUnseen } from '../schemas/text.ts'
import { describeAnswer, printable } from './answer.ts'
import { check, createPlaces, describe, type Remark } from './check.ts'
import { propose, pull } from './files.ts'
import { createMatcher } from './globs.ts'
import { createGlossary, type Glossary } from './glossary.ts'
import { serve } from './language-server.ts'
import { type Copy, readGlossary } from './service.ts'
import {
  Refusal,
  type RepositorySettings,
  readRepository,
  readService,
  readToken,
  readUrl,
  type Service,
  saveService,
} from './settings.ts'
import { openSource } from './source.ts'

/** What a command has of its process. */
export type Surroundings = {
  env: Record<string, string | undefined>
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  cwd: string
  platform: string
  version: string
}

const help = `glossary: what the words of your company mean

  glossary SLA               says what a name means; a question will do
  glossary check FILE...     finds discouraged names, misspellings and replaced terms;
                             of source code, it reads the comments; -: standard input
  glossary lsp               a language server, over standard input and output
  glossary pull DIR          writes the glossary as files, one YAML file a term
  glossary propose DIR       proposes what has changed in these files
  glossary login URL         keeps the address and a token, read from standard input

  --json             the answer as JSON
  --unknown          check: also acronyms that no term explains
  --format FORMAT    check: text, json or github
  --dry-run          propose: only says what it would do
  --                 what follows is a name, such as "check"

Settings: GLOSSARY_URL and GLOSSARY_TOKEN, otherwise what login keeps. A repository can have
a file .glossary.json with category, status (the lowest that counts) and ignore (paths).
The status is 0; 1 if nothing was found, or check has something to say; otherwise 2.
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
  ...{ '': ['json'], check: ['unknown', 'format'], propose: ['dry-run'] },
  ...{ lsp: ['stdio'], pull: [], login: [] },
}
const formats = ['text', 'json', 'github']
const maxFileBytes = 5 * 1024 ** 2

/** Runs the command. @returns its exit status (contract, section 21) */
export async function run(args: readonly string[], around: Surroundings): Promise<number> {
  const { stderr } = around
  try {
    return await runParsed(args, around)
  } catch (error) {
    const isExpected =
      error instanceof Refusal || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    stderr.write(
      `glossary: ${printable(isExpected ? (error as Error).message : String((error as Error).stack))}\n`,
    )
    return 2
  }
}

async function runParsed(args: readonly string[], around: Surroundings): Promise<number> {
  const { stdout, stderr, version } = around
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    tokens: true,
  })
  if (values.version) return print(stdout, `${version}\n`)
  if (values.help) return print(stdout, help)
  const [first = ''] = positionals
  if (first === '') {
    stderr.write(help)
    return 2
  }
  const isName = tokens[0]?.kind === 'option-terminator' || !(first in commands)
  const command = isName ? '' : first
  for (const name of Object.keys(values))
    if (!commands[command]?.includes(name))
      throw new Refusal(`--${name} is no option of ${command || 'a lookup'}.`)
  const rest = isName ? positionals : positionals.slice(1)
  if (command === '') return lookUp(around, rest.join(' '), values.json ?? false)
  if (command === 'lsp')
    return serve(around.stdin, around.stdout, (folder, say, onChange) => {
      const place = { env: around.env, home: homedir(), cache: cacheFolder(around) }
      return openSource({ ...place, folder: folder ?? around.cwd }, say, onChange)
    })
  if (command === 'check')
    return checkFiles(around, rest, values.unknown ?? false, values.format ?? 'text')
  const [target, ...others] = rest
  if (target === undefined || others.length > 0)
    throw new Refusal(`glossary ${command} takes one ${command === 'login' ? 'URL' : 'folder'}.`)
  if (command === 'login') return logIn(around, target)
  const folder = resolve(around.cwd, target)
  if (command === 'pull') return pullInto(around, folder)
  return proposeFrom(around, folder, values['dry-run'] ?? false)
}

/** JSON on a line of its own, in which control characters of any kind are escaped. */
const toJson = (value: unknown) =>
  `${JSON.stringify(value, null, 2).replace(/[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

function print(stream: NodeJS.WriteStream, text: string): 0 {
  stream.write(text)
  return 0
}

/** Where copies of the glossary are kept, as the system does it. */
const cacheFolder = ({ env, platform }: Surroundings) =>
  join(
    env.XDG_CACHE_HOME ||
      (platform === 'win32' && env.LOCALAPPDATA) ||
      join(homedir(), platform === 'darwin' ? 'Library/Caches' : '.cache'),
    'glossary',
  )

/** The glossary of the settings, as the repository of the working directory wants it. */
async function open(
  around: Surroundings,
  isForced = false,
): Promise<{ service: Service; copy: Copy; glossary: Glossary; repository: RepositorySettings }> {
  const repository = await readRepository(around.cwd)
  const service = await readService(around.env, homedir())
  const copy = await readGlossary(service, cacheFolder(around), isForced)
  if (copy.notice) around.stderr.write(`glossary: ${printable(copy.notice)}\n`)
  return { service, copy, repository, glossary: createGlossary(copy.terms, repository) }
}

async function lookUp(around: Surroundings, typed: string, asJson: boolean): Promise<number> {
  const asked = withoutUnseen(typed)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  if (asked === '' || asked.length > 200) throw new Refusal('A name has 1 to 200 characters.')
  const { service, glossary } = await open(around)
  const answer = await glossary.lookUp(asked)
  const { asked: _, ...shown } = answer
  const isColoured = around.stdout.isTTY && !around.env.NO_COLOR
  const described = () =>
    `${printable(describeAnswer(glossary, service.url, answer), isColoured)}\n`
  around.stdout.write(asJson ? toJson(shown) : described())
  return answer.terms.length > 0 ? 0 : 1
}

async function logIn(around: Surroundings, given: string): Promise<number> {
  const url = readUrl(given)
  const { stdin, stderr } = around
  if (stdin.isTTY) stderr.write(`Create a token on ${url}/tokens and paste it here: `)
  const token = readToken(stdin.isTTY ? await readHidden(stdin) : await readAll(stdin))
  await readGlossary({ url, token }, cacheFolder(around), true)
  const file = await saveService(homedir(), { url, token })
  return print(around.stdout, `The token is in ${printable(file)}, for you alone.\n`)
}

/** Reads a line from a terminal, which does not show it. */
async function readHidden(input: NodeJS.ReadStream) {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
  }
}

async function pullInto(around: Surroundings, folder: string): Promise<number> {
  const { copy } = await open(around, true)
  const { written, removed } = await pull(folder, copy.terms)
  return print(
    around.stdout,
    `${copy.terms.length} terms: ${written} files written, ${removed} removed\n`,
  )
}

/** How many terms without a file are listed. */
const maxListed = 20

async function proposeFrom(around: Surroundings, folder: string, isDry: boolean): Promise<number> {
  const { service, copy } = await open(around, true)
  const { files, missing } = await propose(service, folder, copy.terms, isDry)
  const lines = files.map(({ path, outcome, errors }) =>
    [outcome, path, ...errors].join('  ').replaceAll('\n', ' '),
  )
  const remarks = missing.slice(0, maxListed).map(({ name }) => `no file  ${name} (the term stays)`)
  const rest = missing.length - remarks.length
  if (rest > 0) remarks.push(`no file  ${rest} more terms`)
  if (lines.length === 0) lines.push('No file has changed.')
  around.stdout.write(`${[...lines, ...remarks].map((line) => printable(line)).join('\n')}\n`)
  return files.some(({ outcome }) => outcome === 'failed') ? 2 : 0
}

/** Says what there is to say about files, and which cannot be read. */
async function checkFiles(
  around: Surroundings,
  files: readonly string[],
  withUnknown: boolean,
  format: string,
): Promise<number> {
  const { stdout, stderr, stdin, cwd } = around
  if (files.length === 0) throw new Refusal('Which files? For standard input: glossary check -')
  if (!formats.includes(format)) throw new Refusal(`--format is one of ${formats.join(', ')}.`)
  const { glossary, repository } = await open(around)
  const isIgnored = createMatcher(repository.ignore)
  const all: Listed[] = []
  let isFailed = false
  for (const path of files) {
    try {
      if (path !== '-' && isIgnored(relative(repository.root, resolve(cwd, path)))) continue
      const bytes = path === '-' ? await readBytes(stdin) : await readFile(resolve(cwd, path))
      const skipped =
        bytes.length > maxFileBytes
          ? 'is larger than 5 MB'
          : bytes.subarray(0, 8000).includes(0)
            ? 'is no text'
            : null
      if (skipped) stderr.write(`glossary: ${printable(path)} ${skipped}, and was skipped\n`)
      else {
        const text = new TextDecoder().decode(bytes)
        const placeOf = createPlaces(text)
        const remarks = await check(glossary, path, text, withUnknown)
        for (const remark of remarks) all.push({ ...remark, path, ...placeOf(remark.start) })
      }
    } catch (error) {
      isFailed = true
      stderr.write(
        `glossary: ${printable(path)} cannot be read: ${printable((error as Error).message)}\n`,
      )
    }
  }
  stdout.write(
    format === 'json'
      ? toJson(
          all.map(({ path, line, column, text, say, kind }) => ({
            path,
            line,
            column,
            text,
            say,
            kind,
          })),
        )
      : all.map(format === 'github' ? toAnnotation : toLine).join(''),
  )
  return isFailed ? 2 : all.length > 0 ? 1 : 0
}

type Listed = Remark & { path: string; line: number; column: number }

const toLine = (remark: Listed) =>
  `${printable(`${remark.path}:${remark.line}:${remark.column}  ${describe(remark)}`)}\n`

/** A command for GitHub's runner, which shows it at the line. */
function toAnnotation(remark: Listed) {
  const encode = (text: string) => text.replace(/[%\r\n]/g, encodeURIComponent)
  const path = encode(remark.path).replace(/:/g, '%3A').replace(/,/g, '%2C')
  return `::warning file=${path},line=${remark.line},col=${remark.column},title=Glossary::${encode(printable(describe(remark)))}\n`
}
