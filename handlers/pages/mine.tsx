import { listFollows } from '../../lib/notify/follows.ts'
import { MinePage } from '../../lib/pages/mine.tsx'
import { page } from '../../lib/pages/page.tsx'
import { readMine } from '../../lib/review/mine.ts'

const maxTerms = 50

/** The terms that the reader owns, follows, has proposed changes to or has disputed, and what waits for them. */
export default page({ path: '/mine', summary: 'My terms' }, async ({ ctx, actor, sendPage }) => {
  const [mine, { categories }] = await Promise.all([
    readMine(ctx, actor.id, maxTerms),
    listFollows(ctx, actor.id),
  ])
  return sendPage('Mine', <MinePage {...mine} categories={categories} />)
})
