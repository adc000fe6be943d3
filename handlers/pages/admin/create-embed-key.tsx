import * as v from 'valibot'
import type { Context } from '../../../lib/context.ts'
import { createEmbedKey, listEmbedKeys } from '../../../lib/identity/embed-keys.ts'
import { listTerms } from '../../../lib/lookup/filter-to-terms.ts'
import { EmbedKeyRequest, origins } from '../../../lib/schemas/credentials.ts'
import { originOf, page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { EmbedPage } from './embed-view.tsx'

/** One origin per line. The address bar of a browser shows it with a slash. */
const lines = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split('\n')
      .map((line) => line.trim().replace(/\/$/, ''))
      .filter(Boolean),
  ),
  origins,
)

/** Creates an embed key. Only this response contains it, so there is no redirect. */
export default page(
  {
    path: '/admin/embed',
    summary: 'Create an embed key',
    role: 'admin',
    form: v.object({ name: EmbedKeyRequest.entries.name, origins: lines }),
  },
  async ({ ctx, actor, form, request, sendPage }) => {
    const { result, problem } = await attempt(async () => createEmbedKey(ctx, actor, form.read()))
    const keys = await readListing(0, (range) => listEmbedKeys(ctx, range))
    const props = {
      keys,
      problem,
      origin: originOf(ctx, request),
      ...(problem && { typed: form.typed }),
      ...(result && { created: { ...result, names: await readNames(ctx) } }),
    }
    return sendPage('Embed', <EmbedPage {...props} />, problem?.status)
  },
)

/**
 * Returns up to four names to try a key with, the most trusted first. Suggestions, which nobody has reviewed, do not
 * match.
 */
async function readNames(ctx: Context): Promise<string[]> {
  const range = { limit: 4, offset: 0 }
  const reviewed = ['official', 'community', 'pending'] as const
  const lists = await Promise.all(reviewed.map((status) => listTerms(ctx, { status }, range)))
  const names = lists.flatMap(({ items }) => items.map(({ name }) => name))
  return [...new Set(names)].slice(0, 4)
}
