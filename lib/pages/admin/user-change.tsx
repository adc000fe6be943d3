import type { Context } from '../../context.ts'
import type { Actor } from '../../identity/actor.ts'
import { listUsers } from '../../identity/users.ts'
import type { Problem } from '../../problem.ts'
import type { User } from '../../schemas/user.ts'
import type { PageAnswers } from '../page.tsx'
import { readListing } from '../parts/listing.ts'
import { type UserPlace, UserRecord, UsersPage, usersAddress } from './users.tsx'

/** What became of a switch: the user as they are now, and why nothing changed if so. */
type UserChange = {
  user: User
  problem?: Problem & { status: 409 | 422 }
  /** in words, and as the word for `?done=` */
  news: string
  done: string
}

type Answering = PageAnswers & { ctx: Pick<Context, 'db' | 'credentials'>; actor: Actor }

/**
 * Answers a switch of the page of users: the record alone where htmx asks, else the list, from where it
 * was. Whoever has shut themselves out is led to where they may still go.
 */
export async function answerUserChange(
  { ctx, actor, isPartial, show, showPart, go, leave }: Answering,
  place: UserPlace,
  { user, problem, news, done }: UserChange,
): Promise<Response> {
  const viewerId = actor.id
  const isSelf = user.id === viewerId
  if (isSelf && !user.is_active) return leave('/login')
  if (isSelf && user.role !== 'admin') return leave(`/?done=${done}`)
  if (isPartial) {
    const props = { user, place, viewerId, ...(problem ? { problem } : { news }) }
    return showPart(<UserRecord {...props} />, {}, problem?.status)
  }
  if (problem) {
    const users = await readListing(place.offset, (range) => listUsers(ctx, place.q, range))
    return show('Users', <UsersPage {...{ ...place, users, viewerId, problem }} />, problem.status)
  }
  return go(usersAddress(place, done))
}
