import { createHash } from 'node:crypto'
import { chmod, readFile, rm, stat, utimes } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Service, type Store, toTerms } from './service.ts'
import { writePrivate } from './settings.ts'

/** The file with the copy of a service, where the system keeps such files. */
export function copyFile({ url }: Service): string {
  const { env, platform } = process
  const folder =
    env.XDG_CACHE_HOME ||
    (platform === 'win32' && env.LOCALAPPDATA) ||
    join(homedir(), platform === 'darwin' ? 'Library/Caches' : '.cache')
  const name = createHash('sha256').update(url).digest('hex').slice(0, 16)
  return join(folder, 'glossary', `${name}.json`)
}

/** Keeps the copy in its file, whose time is that of the last question. The command works without it, too. */
export function createFileStore(service: Service): Store {
  const file = copyFile(service)
  return {
    async read() {
      try {
        await chmod(file, 0o600).catch(() => {}) // It may come from a backup, or be on a disk that is only read.
        const copy = JSON.parse(await readFile(file, 'utf8'))
        const { mtimeMs } = await stat(file)
        return { copy: { ...copy, terms: toTerms(copy.terms) }, askedAt: mtimeMs }
      } catch {
        return null
      }
    },
    async keep(copy, earlier) {
      const isKept = copy.terms === earlier?.terms && copy.notice === earlier.notice
      const now = new Date()
      await (isKept ? utimes(file, now, now) : writePrivate(file, JSON.stringify(copy))).catch(() => {})
    },
    remove: () => rm(file, { force: true }),
  }
}
