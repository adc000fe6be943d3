import { stat } from 'node:fs/promises'
import { createGlossary } from './glossary.ts'
import type { Opened, Source } from './language-server.ts'
import { type Copy, copyFile, readGlossary } from './service.ts'
import { readRepository, readService } from './settings.ts'

/** How often it is looked at whether something has changed, and at least asked again. */
const pauseMs = 2000
const maxAgeMs = 5 * 60_000

type Place = {
  env: Record<string, string | undefined>
  home: string
  cache: string
  folder: string
}

/**
 * Opens the glossary for a long time. What has changed, also in the copy that another process has written, is read while the
 * earlier glossary is used.
 *
 * @param say tells the person once why there is no glossary, or no newer one
 */
export function openSource(
  { env, home, cache, folder }: Place,
  say: (problem: string) => void,
  onChange: () => void,
): Source {
  const nothing: Opened = {
    glossary: createGlossary([]),
    url: '',
    repository: { root: folder, ignore: [] },
  }
  let current: Opened | undefined
  let version = ''
  let stamp = 0
  let askedAt = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined
  let said: string | undefined

  async function load() {
    const [repository, service] = await Promise.all([
      readRepository(folder),
      readService(env, home),
    ])
    const stampOf = () =>
      stat(copyFile(cache, service)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      )
    const isOld = Date.now() - askedAt > maxAgeMs || stamp === 0 || (await stampOf()) !== stamp
    if (!isOld && JSON.stringify(repository) === JSON.stringify(current?.repository)) return
    const copy: Copy = await readGlossary(service, cache)
    askedAt = Date.now()
    stamp = await stampOf()
    tell(copy.notice)
    const next = JSON.stringify([copy.etag ?? copy.checked_at, repository, service.url])
    if (next === version) return
    version = next
    current = { glossary: createGlossary(copy.terms, repository), url: service.url, repository }
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
