import { mkdir, readdir, readFile, realpath, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CORE_SCHEMA, dump, load } from 'js-yaml'
import { contentFields } from '../schemas/content.ts'
import { fold } from '../schemas/text.ts'
import { type CopiedTerm, send, unusable } from './service.ts'
import { Refusal, type Service } from './settings.ts'

/** What a file says of a term: fields of the JSON. */
type Written = Record<string, unknown>
/** A YAML file of a folder, by its path there. `written` is null if it cannot be read as YAML, and `errors` say why. */
type TermFile = { path: string; written: Written | null; errors: string[] }

const keys = ['id', 'version', ...contentFields] as const

const toWritten = (term: Written): Written =>
  Object.fromEntries(keys.flatMap((key) => (term[key] === undefined ? [] : [[key, term[key]]])))

/** Whether a file says what a term is, whatever it looks like. */
const isSame = (written: Written | null, term: CopiedTerm) =>
  Object.entries(toWritten(term)).every(([key, value]) => isDeepStrictEqual(written?.[key], value))

/** Lists the YAML files of a folder. Hidden folders are none of the glossary's, and links may lead elsewhere. */
async function readFiles(folder: string, below = ''): Promise<TermFile[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw new Refusal(`${folder} cannot be read: ${error.message}`)
  })
  const files: TermFile[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) files.push(...(await readFiles(folder, path)))
    if (!entry.isFile() || !/\.ya?ml$/i.test(entry.name)) continue
    const file: TermFile = { path, written: null, errors: [] }
    files.push(file)
    try {
      const value = load(await readFile(join(folder, path), 'utf8'), { schema: CORE_SCHEMA })
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      file.written = isObject ? { ...value } : {}
    } catch (error) {
      file.errors = String((error as Error).message).split('\n', 1)
    }
  }
  return files
}

/** A name that a file or folder can have on any system. */
function toFileName(text: string): string {
  const plain = [...text.replace(/[<>:"/\\|?*\p{Cc}\p{Bidi_Control}]/gu, '-')].slice(0, 60).join('')
  return plain.replace(/[. ]+$/, '').replace(/^\.|^$|^(?=(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$))/i, '_')
}

/** The path of the file of each term. Two spellings of a category are one folder. */
function createPaths(terms: readonly CopiedTerm[]): Map<string, CopiedTerm> {
  const folders = new Map<string, string>()
  for (const name of terms.flatMap(({ category }) => category ?? []).sort())
    if (!folders.has(fold(name))) folders.set(fold(name), toFileName(name))
  const paths = new Map<string, CopiedTerm>()
  const taken = new Set<string>()
  for (const term of terms) {
    const { id, name, category } = term
    const folder = folders.get(fold(category ?? '')) ?? ''
    const start = join(folder, toFileName(name))
    const short = `${start}-${id.slice(0, 8)}.yml`
    const path = taken.has(fold(short)) ? `${start}-${id}.yml` : short
    taken.add(fold(path))
    paths.set(path, term)
  }
  return paths
}

/**
 * Writes the terms into a folder, a file each. Files that say what their term is stay as they are, those of terms that are gone
 * are removed, and those without an ID are left alone.
 *
 * @returns how many files were written and removed
 */
export async function pull(folder: string, terms: readonly CopiedTerm[]) {
  const paths = createPaths(terms)
  const files = await readFiles(folder)
  const there = new Map(files.map((file) => [file.path.normalize('NFC'), file]))
  // First: where the case of letters does not count, a file can have the same name as the one to write.
  const gone = files.filter(({ path, written }) => typeof written?.id === 'string' && !paths.has(path.normalize('NFC')))
  for (const { path } of gone) {
    await rm(join(folder, path))
    if (dirname(path) !== '.') await rmdir(join(folder, dirname(path))).catch(() => {}) // not empty
  }
  await mkdir(folder, { recursive: true })
  const root = await realpath(folder)
  let written = 0
  for (const [path, term] of paths) {
    const found = there.get(path)
    if (found && isSame(found.written, term)) continue
    const target = join(folder, found?.path ?? path)
    await mkdir(dirname(target), { recursive: true })
    const place = await realpath(dirname(target))
    if (place !== root && !place.startsWith(root + sep))
      throw new Refusal(`${dirname(target)} leads out of the folder.`)
    if (!found) await rm(target, { force: true }) // a link may lead elsewhere
    await writeFile(target, dump(toWritten(term), { lineWidth: -1 }))
    written++
  }
  return { written, removed: gone.length }
}

/** What became of a file: a word, and why if it was refused. */
export type Proposed = { path: string; outcome: string; errors: string[] }
type Row = { row: number; outcome: string; errors: { path: string; message: string }[] }

/**
 * Proposes what the files of a folder say that their terms do not.
 *
 * @returns what became of the files that differ, and the terms without a file
 * @throws Refusal if the service takes none of them
 */
export async function propose(
  service: Service,
  folder: string,
  terms: readonly CopiedTerm[],
  isDry: boolean,
): Promise<{ files: Proposed[]; missing: CopiedTerm[] }> {
  const files = await readFiles(folder)
  const current = new Map(terms.map((term) => [term.id, term]))
  const changed = files.filter(({ written }) => {
    const term = current.get(String(written?.id))
    return (written?.id ?? written?.name) && !(term && isSame(written, term))
  })
  const unread = files.filter(({ written }) => written === null)
  const rows = changed.length > 0 ? await sendRows(service, changed, isDry) : []
  const sent = rows.map(({ row, outcome, errors }) => ({
    path: changed[row - 1]?.path ?? '',
    outcome,
    errors: errors.map(({ path, message }) => `${path} ${message}`.trim()),
  }))
  const ids = new Set(files.map(({ written }) => written?.id))
  return {
    files: [...unread.map((file) => ({ ...file, outcome: 'failed' })), ...sent],
    missing: terms.filter(({ id }) => !ids.has(id)),
  }
}

async function sendRows(service: Service, files: readonly TermFile[], isDry: boolean): Promise<Row[]> {
  const path = `import?as=proposals&match=id&on_error=skip&dry_run=${isDry}`
  const body = JSON.stringify(files.map(({ written }) => toWritten(written ?? {})))
  const headers = { 'content-type': 'application/json' }
  const response = await send(service, path, { method: 'POST', body, headers }).catch((error) => {
    throw error instanceof Refusal ? error : unusable(service, error)
  })
  const answer = await response.json().catch(() => ({}))
  if (response.status === 200) return answer.rows
  throw new Refusal(answer.detail ?? `${service.url} answers with status ${response.status}.`)
}
