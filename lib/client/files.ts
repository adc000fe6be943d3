import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CORE_SCHEMA, load } from 'js-yaml'
import { contentFields } from '../schemas/content.ts'
import { readPlain, repositoryOf } from './plain-file.ts'
import { type CopiedTerm, Refusal, type Service, send, unusable } from './service.ts'

/** What a file says of a term: fields of the JSON. */
export type Written = Record<string, unknown>
/** A YAML file of a folder, by its path there. `written` is null if it cannot be read as YAML, and `errors` say why. */
export type TermFile = { path: string; isLink: boolean; text: string; written: Written | null; errors: string[] }

/** More than any term takes, and little enough for an editor and CI. */
const maxFileBytes = 1024 ** 2

/** What can be proposed of what files say of a term. */
const proposable: readonly string[] = ['id', 'version', ...contentFields]
/** What files say of a term. */
export const keys: readonly string[] = [...proposable, 'translations']

/** What a file says of a term, or would say. */
export const toWritten = (term: Written, of = keys): Written =>
  Object.fromEntries(of.flatMap((key) => (term[key] === undefined ? [] : [[key, term[key]]])))

/** Whether a file says what a term is, whatever it looks like. */
export const isSame = (written: Written | null, term: CopiedTerm, of = keys): boolean =>
  isDeepStrictEqual(toWritten(written ?? {}, of), toWritten(term, of))

/** Whether a file says what a term says in other languages, which may be nothing. */
export const hasTranslationsOf = (written: Written | null, { translations = [] }: CopiedTerm): boolean =>
  isDeepStrictEqual(written?.translations ?? [], translations)

/** Git may have changed the line ends. */
const digestOf = (text: string) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 16)

/** The first line of a file, which tells whether it was edited. */
export const firstLineOf = (text: string): string => `# Written by "glossary pull", digest ${digestOf(text)}`

/** Whether a file is as pull wrote it. */
export function isIntact({ text }: TermFile): boolean {
  const [first] = /^\ufeff?# Written by "glossary pull", digest [0-9a-f]{16}\r?\n/.exec(text) ?? []
  return first?.trim() === firstLineOf(text.slice(first?.length))
}

/**
 * Reads the YAML files of a folder. Hidden folders are none of the glossary's, and links to folders may lead in
 * circles.
 */
export async function readFiles(folder: string): Promise<TermFile[]> {
  const repository = await repositoryOf(folder)
  const paths = await listFiles(folder)
  const files: TermFile[] = []
  for (const { path, isLink } of paths) {
    const file: TermFile = { path, isLink, text: '', written: null, errors: [] }
    files.push(file)
    try {
      file.text = (await readPlain(join(folder, path), repository, maxFileBytes)).toString()
      const value = load(file.text, { schema: CORE_SCHEMA, maxAliases: 0 })
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      file.written = isObject ? { ...value } : {}
    } catch (error) {
      file.errors = String((error as Error).message).split('\n', 1)
    }
  }
  return files
}

async function listFiles(folder: string, below = ''): Promise<Pick<TermFile, 'path' | 'isLink'>[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw new Refusal(`${folder} cannot be read: ${error.message}`)
  })
  const files: Pick<TermFile, 'path' | 'isLink'>[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) files.push(...(await listFiles(folder, path)))
    else if (/\.ya?ml$/i.test(entry.name)) files.push({ path, isLink: entry.isSymbolicLink() })
  }
  return files
}

/** What became of a file: a word, and why if it was refused. */
export type Proposed = { path: string; outcome: string; errors: string[] }
type Row = { row: number; outcome: string; errors: { path: string; message: string }[] }

/**
 * Proposes what the files of a folder say that their terms do not.
 *
 * @returns what became of the files that differ; those whose translations were changed, which nobody proposes; and the
 *   terms without a file
 * @throws Refusal if the service takes none of them
 */
export async function propose(
  service: Service,
  folder: string,
  terms: readonly CopiedTerm[],
  isDry: boolean,
): Promise<{ files: Proposed[]; untold: string[]; missing: CopiedTerm[] }> {
  const files = await readFiles(folder)
  const current = new Map(terms.map((term) => [term.id, term]))
  const termOf = ({ written }: TermFile) => current.get(String(written?.id))
  const changed = files.filter((file) => {
    const { written } = file
    const term = termOf(file)
    return (written?.id ?? written?.name) && !(term && isSame(written, term, proposable))
  })
  const unread = files.filter(({ written }) => written === null)
  const rows = changed.length > 0 ? await sendRows(service, changed, isDry) : []
  const sent = rows.map(({ row, outcome, errors }) => ({
    path: changed[row - 1]?.path ?? '',
    outcome,
    errors: errors.map(({ path, message }) => `${path} ${message}`.trim()),
  }))
  const untold = files.filter((file) => {
    const term = termOf(file)
    return term ? !isIntact(file) && !hasTranslationsOf(file.written, term) : file.written?.translations !== undefined
  })
  const ids = new Set(files.map(({ written }) => written?.id))
  return {
    files: [...unread.map((file) => ({ ...file, outcome: 'failed' })), ...sent],
    untold: untold.map(({ path }) => path),
    missing: terms.filter(({ id }) => !ids.has(id)),
  }
}

async function sendRows(service: Service, files: readonly TermFile[], isDry: boolean): Promise<Row[]> {
  const path = `import?as=proposals&match=id&on_error=skip&dry_run=${isDry}`
  const body = JSON.stringify(files.map(({ written }) => toWritten(written ?? {}, proposable)))
  const headers = { 'content-type': 'application/json' }
  const response = await send(service, path, { method: 'POST', body, headers }).catch((error) => {
    throw error instanceof Refusal ? error : unusable(service, error)
  })
  const answer = await response.json().catch(() => ({}))
  if (response.status === 200) return answer.rows
  throw new Refusal(answer.detail ?? `${service.url} answers with status ${response.status}.`)
}
