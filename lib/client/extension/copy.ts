import { createGlossary, type Glossary } from '../glossary.ts'
import { type CopiedTerm, type Copy, Refusal, readGlossary, type Store, TokenRefused, toTerms } from '../service.ts'
import { origin } from './sites.ts'
import { readStored, store } from './stored.ts'

/** A worker ends after half a minute without work, and this is what it finds when it is woken. */
const cacheName = 'glossary'
/** Caches want the address of a website. */
const cacheKey = `${origin}/api/v1/export`
const pauseMs = 5 * 60_000

/** What is in memory as long as the worker runs. */
let kept: { copy: Copy; askedAt: number } | null = null
let built: { terms: readonly CopiedTerm[]; glossary: Glossary } | undefined
let loading: Promise<Copy> | undefined

const inCache: Store = {
  async read() {
    if (kept) return kept
    const cached = await caches.match(cacheKey, { cacheName })
    if (!cached) return null
    const copy = await cached.json()
    kept = { copy: { ...copy, terms: toTerms(copy.terms) }, askedAt: await readStored('asked_at') }
    return kept
  },
  async keep(copy, earlier) {
    kept = { copy, askedAt: Date.now() }
    await store({ asked_at: kept.askedAt })
    if (copy.terms === earlier?.terms && copy.notice === earlier.notice) return
    await (await caches.open(cacheName)).put(cacheKey, new Response(JSON.stringify(copy)))
  },
  async remove() {
    kept = null
    await caches.delete(cacheName)
  },
}

/**
 * Opens the glossary as the command does: the copy, and every five minutes at most what has changed.
 *
 * @param isForced asks the service in any case
 * @throws Refusal if there is none
 */
export async function openGlossary(isForced = false): Promise<{ glossary: Glossary; copy: Copy }> {
  if (isForced) await loading?.catch(() => {})
  loading ??= load(isForced).finally(() => {
    loading = undefined
  })
  const copy = await loading
  if (built?.terms !== copy.terms) built = { terms: copy.terms, glossary: createGlossary(copy.terms) }
  return { copy, glossary: built.glossary }
}

async function load(isForced: boolean) {
  const token = await readStored('token')
  if (!token) throw new Refusal('There is no token yet. Add one in the options of this extension.')
  const failed = await readStored('failed')
  if (failed && !isForced && Date.now() - failed.at < pauseMs) throw new Refusal(failed.message)
  try {
    const copy = await readGlossary({ url: origin, token }, inCache, { isForced })
    if (failed) await store({ failed: null })
    return copy
  } catch (error) {
    const message =
      error instanceof TokenRefused
        ? `${origin} does not accept the token. Create another one, and add it in the options of this extension.`
        : (error as Error).message
    // With a copy, only this question was in vain.
    if (!(await inCache.read())) await store({ failed: { message, at: Date.now() } })
    throw new Refusal(message)
  }
}

/** Forgets the token, and the glossary that it has given. */
export async function forget(): Promise<void> {
  await loading?.catch(() => {})
  await store({ token: '', failed: null })
  await inCache.remove()
}
