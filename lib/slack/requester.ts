import type { Context } from '../context.ts'
import { claimAccount } from '../identity/accounts.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { User } from '../schemas/user.ts'
import type { SlackClient } from './client.ts'

/** The sender of a request: their account here and their Slack id. */
export type Requester = { actor: Actor; slackId: string }

/** What handling a request needs: the collaborators and the requester. */
export type SlackRequest = Pick<Context, 'db' | 'settings' | 'log' | 'credentials'> & {
  slack: SlackClient
  requester: Requester
}

type Needs = Pick<SlackRequest, 'db' | 'slack'>

/**
 * Finds the account of a Slack user by `messaging_user_id`, then by the email address that Slack confirms;
 * otherwise creates a viewer. Slack is only called for users without a `messaging_user_id`.
 *
 * @throws Problem `inactive_user`, `account_conflict` or `email_unverified`
 * @throws SlackError if Slack has to be called and the call fails
 */
export async function findRequester({ db, slack }: Needs, slackId: string): Promise<Requester> {
  const known = await db.one<User>('users/find-by-messaging-user-id', {
    messaging_user_id: slackId,
  })
  const user = known ?? (await createUser({ db, slack }, slackId))
  if (!user.is_active) throw new Problem('inactive_user')
  const actor: Actor = { id: user.id, role: user.role, scopes: ['write'], via: 'session' }
  return { actor, slackId }
}

async function createUser({ db, slack }: Needs, slackId: string): Promise<User> {
  const { email, isEmailConfirmed, displayName } = await slack.findUser(slackId)
  const identity = {
    messagingUserId: slackId,
    // Without an address from Slack, use one that cannot exist (RFC 2606).
    email: email ?? `${slackId.toLowerCase()}@slack.invalid`,
    isEmailVerified: email !== null && isEmailConfirmed,
    displayName,
  }
  const { user, refusal } = await claimAccount(db, identity, 'viewer')
  if (refusal) throw new Problem(refusal)
  return user
}
