import { Problem } from '../problem.ts'
import type { Term } from '../schemas/term.ts'
import type { SlackRequest } from './requester.ts'

type Needs = Pick<SlackRequest, 'db' | 'channelId'>

/** What one use counts. A person chose the definition that they shared; a lookup may be chance. */
const weights = { lookup: 1, share: 2 }

/**
 * Returns the channel of a request, or null for a direct message: what people ask there says nothing about a
 * channel, and concerns nobody else.
 *
 * @param id as Slack sends it; those of direct messages start with D (Slack, "Conversations API")
 */
export const toChannelId = (id: string | undefined): string | null =>
  id === undefined || id.startsWith('D') ? null : id

/** Returns the category that is looked up and shared most in the channel of a request, if there is one. */
export async function usualCategory({ db, channelId }: Needs): Promise<string | undefined> {
  if (channelId === null) return undefined
  const params = { channel_id: channelId }
  const row = await db.one<{ category_key: string }>('slack/usual-category', params)
  return row?.category_key
}

/** Counts that a term was looked up or shared in the channel of a request. */
export async function countCategory(
  { db, channelId }: Needs,
  { category }: Pick<Term, 'category'>,
  use: keyof typeof weights,
): Promise<void> {
  if (channelId === null || category === null) return
  const params = { channel_id: channelId, category, uses: weights[use] }
  // A lookup goes on while the database stores nothing.
  await db.run('slack/count-category', params).catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'database_busy')) throw error
  })
}
