import * as v from 'valibot'
import { clientBucket, type Sender } from '../lib/app/limits.ts'
import type { Context } from '../lib/context.ts'
import { type FormatName, formatNames, formats } from '../lib/export/formats.ts'
import { type ExportAnswer, respondWithExport } from '../lib/export/respond.ts'
import { chooseLanguages, exportOptions, toSelection } from '../lib/export/selection.ts'
import { endpoint } from '../lib/http/endpoint.ts'
import { isFresh } from '../lib/http/etag.ts'
import { countRequest, requireClient } from '../lib/http/request-state.ts'
import type { Actor } from '../lib/identity/actor.ts'
import { actorByFeedToken } from '../lib/identity/authenticate.ts'
import { atomType, followedChanges } from '../lib/notify/atom.ts'
import { integer } from '../lib/schemas/numbers.ts'
import { TermInFile } from '../lib/schemas/term.ts'

type FeedRequest = {
  /** which terms, and of phrases how many */
  which: Omit<Parameters<typeof toSelection>[0] & Parameters<typeof chooseLanguages>[2], 'format'>
  /** the user of the token */
  actor: Actor
  /** whose limits apply */
  sender: Sender
  sent: Headers
  /** the URL of the feed, which readers of news keep */
  url: string
}
type Feed = (ctx: Context, request: FeedRequest) => Promise<Pick<ExportAnswer, 'body' | 'headers'>>

const exportIn =
  (format: FormatName): Feed =>
  async (ctx, { actor, sender, sent, which }) => {
    const asked = { ...which, format, limit: format === 'phrases' ? which.limit : null }
    const selection = toSelection({ ...asked, ...chooseLanguages(ctx, actor, asked) }, 'pending')
    const { body, headers } = await respondWithExport(ctx, sender, selection, sent)
    const { feedType } = formats[format]
    return { body, headers: { ...headers, ...(body && feedType && { 'content-type': feedType }) } }
  }

const followed: Feed = async (ctx, { actor, sent, url }) => {
  const { tag, changedAt, render } = await followedChanges(ctx, actor.id)
  const headers = {
    etag: `W/${tag}`,
    'cache-control': 'private, no-cache',
    ...(changedAt && { 'last-modified': changedAt.toUTCString() }),
  }
  if (isFresh(sent, tag, changedAt)) return { body: null, headers }
  return { body: await render(url), headers: { ...headers, 'content-type': atomType } }
}

/** What the URL of a feed can end with, and what it returns then. */
const feeds: Record<string, Feed> = {
  ...Object.fromEntries(formatNames.map((format) => [format, exportIn(format)])),
  atom: followed,
}
const statuses = ['pending', 'community', 'official', 'all'] as const

/** Exports terms to a tool that sends no headers: the URL contains a token. */
export default endpoint(
  {
    method: 'GET',
    path: '/feeds/:token/:format',
    operationId: 'getFeed',
    summary: 'Read a feed',
    description:
      'The export in this format, in full, for tools that send no headers; with `atom`, the changes of the last 30 days to what the user of the token follows. `token` is an API token with the scope `feed`. Suggested terms are left out.',
    tag: 'export',
    access: 'public',
    counts: 'sender',
    params: v.object({ token: v.string(), format: v.picklist(Object.keys(feeds)) }),
    query: v.object({
      status: v.optional(v.picklist(statuses, `must be one of ${statuses.join(', ')}`)),
      ...exportOptions,
      limit: v.optional(integer(1, 1000)),
    }),
    responses: {
      200: {
        media: [...Object.values(formats).map(({ type, feedType }) => feedType ?? type), atomType],
        json: v.array(TermInFile),
      },
      304: null,
    },
    problems: [401, 408, 429],
  },
  async ({ params, query, request, requestState, reply, ...input }) => {
    const sender = { key: clientBucket(requestState.client), factor: 1 }
    const db = input.ctx.db.forSender(sender.key, () => requireClient(requestState))
    const ctx = { ...input.ctx, db }
    const actor = await actorByFeedToken(ctx, params.token)
    requestState.userId = actor.id
    await countRequest(ctx, requestState, sender)
    async function readFeed() {
      const url = `${ctx.settings.appUrl}/feeds/${params.token}/${params.format}`
      const read = feeds[params.format] as Feed
      const sent = request.headers
      const { body, headers } = await read(ctx, { actor, sender, which: query, sent, url })
      return body === null ? reply(304, null, headers) : reply(200, body, headers)
    }
    return ctx.limits.run(sender, readFeed, requestState.isDisconnected)
  },
)
