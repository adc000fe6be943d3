import { randomUUID } from 'node:crypto'
import { access, constants, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Corrected, correctBy } from '../lookup/in-texts/changes-to-text.ts'
import type { FaultKind } from '../schemas/lookup.ts'
import { check } from './check.ts'
import type { Glossary } from './glossary.ts'
import { resolveLinks } from './plain-file.ts'
import { toProse } from './prose.ts'

/**
 * Corrects what `check` reports in a text, by the rules of the service (contract, section 22).
 *
 * @param path tells the language by its ending; in code, names with signs that could mean something there are left
 */
export function fixText(
  glossary: Glossary,
  path: string,
  source: string,
  kinds: readonly FaultKind[],
): Promise<Corrected> {
  return correctBy(source, async (text) => {
    const prose = toProse(path, text)
    const changes = await glossary.findChanges(text, prose, kinds)
    if (changes.length === 0) return []
    const remarks = await check(glossary, path, text)
    const reported = new Set(remarks.map(({ start, end }) => `${start} ${end}`))
    return changes.filter(({ start, end, to }) => reported.has(`${start} ${end}`) && !prose.meaningful?.test(to))
  })
}

/** Why a file was left alone. */
export class LeftAlone extends Error {}

const byteOrderMark = Buffer.from('\ufeff')

/** A file of a repository, and what was read of it. */
type ReadFile = { path: string; folder: string; bytes: Buffer }

/**
 * Corrects a file, as `fixText` does.
 *
 * @returns its text, without a byte order mark, and what was changed
 * @throws LeftAlone, or what the system says
 */
export async function fixFile(glossary: Glossary, file: ReadFile, kinds: readonly FaultKind[]): Promise<Corrected> {
  const { path, bytes } = file
  const source = new TextDecoder().decode(bytes)
  if (kinds.length === 0) return { text: source, changes: [] }
  const corrected = await fixText(glossary, path, source, kinds)
  if (corrected.changes.length === 0) return corrected
  const mark = bytes.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark : Buffer.alloc(0)
  const toBytes = (text: string) => Buffer.concat([mark, Buffer.from(text)])
  if (!bytes.equals(toBytes(source))) throw new LeftAlone('is not UTF-8')
  await replaceFile(file, toBytes(corrected.text))
  return corrected
}

/**
 * Replaces a file by another one with the same mode and owner, so that at any time there is either the one or the
 * other. A link stays a link to it.
 *
 * @throws LeftAlone, also if somebody has changed it meanwhile, or what the system says
 */
async function replaceFile({ path, folder, bytes }: ReadFile, after: Buffer): Promise<void> {
  const place = await resolveLinks(path, folder)
  const found = await stat(place)
  if (found.nlink > 1) throw new LeftAlone('has several names (hard links)')
  if ((found.mode & 0o222) === 0) throw new LeftAlone('is read-only')
  await access(place, constants.W_OK)
  const draft = join(dirname(place), `.glossary-${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(after)
      const { uid, gid } = await file.stat()
      if (uid !== found.uid || gid !== found.gid) await file.chown(found.uid, found.gid)
      await file.chmod(found.mode & 0o7777)
      await file.sync()
    } finally {
      await file.close()
    }
    const { ino, mtimeMs } = await stat(place)
    const isSame = ino === found.ino && mtimeMs === found.mtimeMs && bytes.equals(await readFile(place))
    if (!isSame || (await resolveLinks(path, folder)) !== place) throw new LeftAlone('has changed meanwhile')
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
