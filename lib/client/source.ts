import { stat } from 'node:fs/promises'
import { copyFile, createFileStore } from './copy-file.ts'
import { createGlossary, type Glossary } from './glossary.ts'
import { readGlossary } from './service.ts'
import { type RepositorySettings, readRepository, readService } from './settings.ts'
import { inLanguage } from './translated.ts'

/** The glossary as a repository wants it, and the address of the service. */
type Opened = { glossary: Glossary; url: string; repository: RepositorySettings }

/** How often it is looked at whether something has changed, and at least asked again. */
const pauseMs = 2000
const maxAgeMs = 5 * 60_000

/**
 * Opens the glossary for a long time. What has changed, also in the copy that another process has written, is read
 * while the earlier glossary is used.
 *
 * @param say tells the person once why there is no glossary, or no newer one
 * @param lang the language to be shown, otherwise that of the computer
 */
export function openSource(
  folder: string,
  say: (problem: string) => void,
  onChange: () => void,
  lang?: string,
): { read(): Promise<Opened> } {
  const nothing: Opened = { glossary: createGlossary([]), url: '', repository: { root: folder, ignore: [] } }
  let current: Opened | undefined
  let version = ''
  let stamp = 0
  let askedAt = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined
  let said: string | undefined

  async function load() {
    const [repository, service] = await Promise.all([readRepository(folder), readService()])
    const file = copyFile(service)
    const stampOf = async () => (await stat(file).catch(() => null))?.mtimeMs ?? 0
    const isOld = Date.now() - askedAt > maxAgeMs || stamp === 0 || (await stampOf()) !== stamp
    if (!isOld && JSON.stringify(repository) === JSON.stringify(current?.repository)) return
    const copy = await readGlossary(service, createFileStore(service))
    askedAt = Date.now()
    stamp = await stampOf()
    tell(copy.notice)
    const next = JSON.stringify([copy.etag ?? copy.checked_at, repository, service.url])
    if (next === version) return
    version = next
    const terms = inLanguage(copy.terms, [lang, process.env.LC_ALL, process.env.LANG])
    if (lang && terms === copy.terms) say(`No term is translated into “${lang}”.`)
    current = { glossary: createGlossary(terms, repository), url: service.url, repository }
    await current.glossary.explain('', 'text') // loads the names before anybody waits for them
    onChange()
  }

  function tell(problem: string | undefined) {
    if (problem && problem !== said) say(problem)
    said = problem
  }

  return {
    async read() {
      if (performance.now() - lookedAt > pauseMs) {
        loading ??= load()
          .catch((error) => tell(error.message))
          .finally(() => {
            loading = undefined
            lookedAt = performance.now()
          })
      }
      if (!current) await loading
      return current ?? nothing
    },
  }
}
