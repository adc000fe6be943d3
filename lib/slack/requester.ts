import type { Context } from '../context.ts'
import { claimAccount } from '../identity/accounts.ts'
import type { Actor } from '../identity/actor.ts'
import { Problem } from '../problem.ts'
import type { User } from '../schemas/user.ts'
import type { SlackClient } from './client.ts'

/** Somebody who asks the bot: who they are here, and in Slack. */
export type Requester = { actor: Actor; slackId: string }

/** What answering takes: the collaborators, and who asks. */
export type SlackRequest = Pick<Context, 'db' | 'settings' | 'log' | 'credentials'> & {
  slack: SlackClient
  requester: Requester
}

type Needs = Pick<SlackRequest, 'db' | 'slack'>

/**
 * Finds out who a Slack user is here: by `messaging_user_id`, then by the e-mail address that Slack tells
 * of them; else they become a viewer. Slack is only asked about people it has never named before.
 *
 * @throws Problem `inactive_user`, `account_conflict` or `email_unverified`
 * @throws SlackError where Slack has to be asked and does not answer
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
    // Whom Slack has no address of gets one that cannot exist (RFC 2606).
    email: email ?? `${slackId.toLowerCase()}@slack.invalid`,
    isEmailVerified: email !== null && isEmailConfirmed,
    displayName,
  }
  const { user, refusal } = await claimAccount(db, identity, 'viewer')
  if (refusal) throw new Problem(refusal)
  return user
}
