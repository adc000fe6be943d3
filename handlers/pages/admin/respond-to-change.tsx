import { addCreations } from '../../../lib/admin/creations.ts'
import type { Context } from '../../../lib/context.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import type { User } from '../../../lib/schemas/user.ts'
import type { PageResponses } from '../../../lib/web/page.tsx'
import type { Correctable } from '../../../lib/web/parts/form.tsx'
import type { UserPlace } from './users-form.tsx'
import { readUserListing, UserRecord, UsersPage, usersUrl } from './users-view.tsx'

/** The result of a change: the current state of the user, and why the change was rejected, if it was. */
type UserChange = {
  user: User
  problem?: Correctable
  message: string
  /** value of `?done=` for the same message, and the number in it */
  done: string
  count?: number
}

type RequestInput = PageResponses & { ctx: Pick<Context, 'db' | 'credentials'>; actor: Actor }

/**
 * Responds to a change of a user: to htmx with the record, otherwise with the same place in the list. Admins
 * who removed their own access are redirected to a page that they can still open.
 */
export async function respondToUserChange(
  { ctx, actor, isPartial, sendPage, sendPart, redirect, redirectWindow }: RequestInput,
  place: UserPlace,
  { user, problem, message, done, count }: UserChange,
): Promise<Response> {
  const readerId = actor.id
  const isSelf = user.id === readerId
  if (isSelf && !user.is_active) return redirectWindow('/login')
  if (isSelf && user.role !== 'admin') return redirectWindow(`/?done=${done}`)
  if (isPartial) {
    const [record = { ...user, creations: { items: [], total: 0 } }] = await addCreations(ctx, [user])
    const props = { user: record, place, readerId, ...(problem ? { problem } : { message }) }
    return sendPart(<UserRecord {...props} />, {}, problem?.status)
  }
  if (problem) {
    const users = await readUserListing(ctx, place)
    return sendPage('Users', <UsersPage {...{ ...place, users, readerId, problem }} />, problem.status)
  }
  return redirect(usersUrl(place, { done, count: count || undefined }))
}
