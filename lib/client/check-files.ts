import { relative, resolve } from 'node:path'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { type FaultKind, faultKinds } from '../schemas/lookup.ts'
import { check, describeChange, describeRemark, type Remark } from './check.ts'
import { fixFile, LeftAlone } from './fix.ts'
import { createMatcher } from './globs.ts'
import type { Glossary } from './glossary.ts'
import { oneLine, toJson, warn } from './output.ts'
import { readPlain, readStream, repositoryOf, TooLarge, Unread } from './plain-file.ts'
import { Refusal } from './service.ts'
import type { RepositorySettings } from './settings.ts'

const { stdin, stdout, stderr } = process

const maxFileBytes = 5 * 1024 ** 2

const unreadable: Record<string, string> = { EISDIR: 'is a folder. Name the files in it.', ENOENT: 'does not exist.' }
/** Why a file was not read. */
const toReason = (error: Error & { code?: string }) =>
  error instanceof Unread ? error.message : (unreadable[error.code ?? ''] ?? `cannot be read: ${error.message}`)

type Listed = Pick<Remark, 'text' | 'say' | 'kind'> & { path: string; line: number; column: number }

/** Reads which kinds of faults are to be corrected. @throws Refusal if there are no such kinds */
export function readKinds(isFix = false, kinds?: string): readonly FaultKind[] {
  if (!isFix && kinds !== undefined) throw new Refusal('--kinds goes with --fix.')
  if (!isFix) return []
  const wanted = (kinds ?? 'misspelling').split(',').map((kind) => kind.trim())
  const known = faultKinds.filter((kind) => wanted.includes(kind))
  if (known.length < wanted.length) throw new Refusal(`--kinds has some of ${faultKinds.join(', ')}, with commas.`)
  return known
}

type CheckOptions = { format?: string; withUnknown?: boolean; fixed: readonly FaultKind[] }

type Opened = { glossary: Glossary; repository: RepositorySettings }

/**
 * Says what there is to say about files, and which are not read.
 *
 * @param fixed which kinds of faults are corrected
 * @returns the exit status (contract, section 21)
 */
export async function checkFiles(
  open: () => Promise<Opened>,
  paths: readonly string[],
  { format = 'text', withUnknown, fixed }: CheckOptions,
): Promise<number> {
  const show = formats.get(format)
  if (!show) throw new Refusal(`--format is one of ${[...formats.keys()].join(', ')}.`)
  if (paths.length === 0) throw new Refusal('Which files? For standard input: glossary check -')
  if (fixed.length > 0 && paths.includes('-'))
    throw new Refusal('--fix needs files: standard input cannot be corrected.')
  const { glossary, repository } = await open()
  const isIgnored = createMatcher(repository.ignore)
  const folder = await repositoryOf(process.cwd())
  const all: Listed[] = []
  let isFailed = false
  function fail(problem: string) {
    isFailed = true
    warn(problem)
  }
  // What is left is for a program, if it is not for people.
  const tell = (text: string) => (format === 'text' ? stdout : stderr).write(`${oneLine(text)}\n`)
  for (const path of paths) {
    if (path !== '-' && isIgnored(relative(repository.root, resolve(path)))) continue
    const bytes = await readText(path, folder, fail)
    if (!bytes) continue
    const source = new TextDecoder().decode(bytes)
    const { text, changes } = (await fixFile(glossary, { path, folder, bytes }, fixed).catch((error) => {
      const reason = error instanceof LeftAlone ? error.message : `cannot be written: ${error.message}`
      fail(`${path} ${reason}, and was left alone`)
    })) ?? { text: source, changes: [] }
    const placeOf = createPlaces(path, source)
    for (const { start, from, to } of changes) tell(`${toPlace(placeOf(start))}  ${describeChange(from, to)}`)
    const placeNow = createPlaces(path, text)
    for (const { start, ...remark } of await check(glossary, path, text, withUnknown))
      all.push({ ...placeNow(start), text: remark.text, say: remark.say, kind: remark.kind })
  }
  stdout.write(show(all))
  return isFailed ? 2 : all.length > 0 ? 1 : 0
}

/** Reads a text of a repository; null if it cannot be read, or is none. */
async function readText(path: string, folder: string, fail: (problem: string) => void): Promise<Buffer | null> {
  const reading = path === '-' ? readStream(stdin, maxFileBytes) : readPlain(path, folder, maxFileBytes)
  const bytes = await reading.catch((error) => {
    if (error instanceof TooLarge) warn(`${path} ${error.message}, and was skipped`)
    else fail(`${path} ${toReason(error)}`)
  })
  if (!bytes?.subarray(0, 8000).includes(0)) return bytes ?? null
  warn(`${path} is no text, and was skipped`)
  return null
}

type Place = Pick<Listed, 'path' | 'line' | 'column'>

/** Creates a function that tells the place of an offset in a file. */
function createPlaces(path: string, text: string): (offset: number) => Place {
  const document = TextDocument.create(path, '', 0, text)
  return (offset) => {
    const { line, character } = document.positionAt(offset)
    return { path, line: line + 1, column: character + 1 }
  }
}

const toPlace = ({ path, line, column }: Place) => `${path}:${line}:${column}`
const toLine = (listed: Listed) => `${oneLine(`${toPlace(listed)}  ${describeRemark(listed)}`)}\n`

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
