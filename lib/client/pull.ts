import { lstat, mkdir, realpath, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { dump } from 'js-yaml'
import { fold } from '../schemas/text.ts'
import { firstLineOf, hasTranslationsOf, isIntact, isSame, keys, readFiles, type TermFile, toWritten } from './files.ts'
import { findProposed } from './proposed.ts'
import { type CopiedTerm, Refusal, type Service } from './service.ts'

/**
 * What became of a file, by its path in the folder. What is `edited` (here, since it was pulled) or `foreign` (not as
 * pull writes files, at a path that it needs) was left alone.
 */
export type Pulled = { path: string; outcome: 'written' | 'removed' | 'edited' | 'foreign' }

function toText(term: CopiedTerm): string {
  const text = dump(toWritten(term), { lineWidth: -1 })
  return `${firstLineOf(text)}\n${text}`
}

/**
 * Whether pull wrote a file, though people may have edited it: other programs have YAML files with an ID, too. It
 * writes no links.
 */
function isOwn({ path, isLink, written }: TermFile): boolean {
  const id = written?.id
  if (isLink || typeof id !== 'string' || !Object.keys(written ?? {}).every((key) => keys.includes(key))) return false
  return [id, id.slice(0, 8)].some((end) => path.endsWith(`-${end}.yml`))
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
 * Writes the terms into a folder, a file each, and removes the files of terms that are gone. It touches only what it
 * wrote itself, and nothing that was edited since, unless a proposal of the caller has the same text.
 *
 * @param isDry only says what would become of the files
 * @param isForced whether what was edited is overwritten and removed, too
 * @returns the files that differ from the terms
 * @throws Refusal if there are no terms, but files of terms: an empty glossary is rather a wrong one
 */
export async function pull(
  service: Service,
  folder: string,
  terms: readonly CopiedTerm[],
  { isDry = false, isForced = false } = {},
): Promise<Pulled[]> {
  const files = await readFiles(folder)
  const own = files.filter(isOwn)
  if (terms.length === 0 && own.length > 0)
    throw new Refusal(
      `${service.url} has no terms, and ${folder} has files of ${own.length}. Nothing was changed: delete these files yourself if the terms are gone for good.`,
    )
  const edited = isForced ? new Set<TermFile>() : await findEdited(service, own, terms)
  const steps = await plan(folder, files, terms, edited)
  for (const { path, outcome, text, isNew } of isDry ? [] : steps) {
    if (outcome === 'removed') await remove(folder, path)
    if (text !== undefined) await write(folder, path, text, isNew)
  }
  return steps
}

/** Finds the files that were edited. Translations are proposed by nobody: a file that has other ones is edited. */
async function findEdited(
  service: Service,
  own: readonly TermFile[],
  terms: readonly CopiedTerm[],
): Promise<Set<TermFile>> {
  const current = new Map<unknown, CopiedTerm>(terms.map((term) => [term.id, term]))
  const changed = own.filter((file) => !isIntact(file))
  const proposed = await findProposed(service, changed)
  const isKnown = (file: TermFile) => {
    const term = current.get(file.written?.id)
    return proposed.has(file) && (!term || hasTranslationsOf(file.written, term))
  }
  return new Set(changed.filter((file) => !isKnown(file)))
}

type Step = Pulled & { text?: string; isNew?: boolean }

/** Says what to do with each file. What to remove comes first: where case does not count, it can be in the way. */
async function plan(
  folder: string,
  files: readonly TermFile[],
  terms: readonly CopiedTerm[],
  edited: ReadonlySet<TermFile>,
): Promise<Step[]> {
  const paths = createPaths(terms)
  const steps = files
    .filter((file) => isOwn(file) && !paths.has(file.path.normalize('NFC')))
    .map((file): Step => ({ path: file.path, outcome: edited.has(file) ? 'edited' : 'removed' }))
  const free = new Set(steps.flatMap(({ path, outcome }) => (outcome === 'removed' ? [fold(path)] : [])))
  const there = new Map(files.map((file) => [file.path.normalize('NFC'), file]))
  for (const [path, term] of paths) {
    const file = there.get(path)
    if (file && !isOwn(file)) steps.push({ path: file.path, outcome: 'foreign' })
    else if (file && edited.has(file)) steps.push({ path: file.path, outcome: 'edited' })
    else if (!file && !free.has(fold(path)) && (await exists(join(folder, path))))
      steps.push({ path, outcome: 'foreign' })
    else if (!file || !isIntact(file) || !isSame(file.written, term))
      steps.push({ path: file?.path ?? path, outcome: 'written', text: toText(term), isNew: !file })
  }
  return steps
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function remove(folder: string, path: string) {
  await rm(join(folder, path))
  if (dirname(path) !== '.') await rmdir(join(folder, dirname(path))).catch(() => {}) // not empty
}

async function write(folder: string, path: string, text: string, isNew = false) {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  const [root, place] = await Promise.all([realpath(folder), realpath(dirname(target))])
  if (place !== root && !place.startsWith(root + sep)) throw new Refusal(`${dirname(target)} leads out of the folder.`)
  await writeFile(target, text, { flag: isNew ? 'wx' : 'w' })
}
