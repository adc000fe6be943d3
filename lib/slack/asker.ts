import type { Context } from '../context.ts'
import { claimAccount } from '../identity/accounts.ts'
import type { Actor } from '../identity/actor.ts'
import type { User } from '../schemas/user.ts'
import type { SlackClient } from './client.ts'

/** Somebody who asks the bot: who they are here, and in Slack. */
export type Asker = { actor: Actor; slackId: string }

type Needs = Pick<Context, 'db'> & { slack: SlackClient }

/**
 * Finds out who a Slack user is here: by `messaging_user_id`, then by the e-mail address that Slack tells
 * of them; else they become a viewer. Slack is only asked about people it has never named before.
 *
 * @returns null for somebody whose account is deactivated
 * @throws SlackError where Slack has to be asked and does not answer
 */
export async function findAsker({ db, slack }: Needs, slackId: string): Promise<Asker | null> {
  const known = await db.one<User>('users/find-by-messaging-user-id', {
    messaging_user_id: slackId,
  })
  const user = known ?? (await meet({ db, slack }, slackId))
  if (!user?.is_active) return null
  const actor: Actor = { id: user.id, role: user.role, scopes: ['write'], via: 'session' }
  return { actor, slackId }
}

async function meet({ db, slack }: Needs, slackId: string): Promise<User | null> {
  const { email, displayName } = await slack.findUser(slackId)
  const identity = {
    messagingUserId: slackId,
    // Whom Slack has no address of gets one that cannot exist (RFC 2606).
    email: email ?? `${slackId.toLowerCase()}@slack.invalid`,
    isEmailVerified: email !== null,
    displayName,
  }
  const { user, refusal } = await claimAccount(db, identity, 'viewer')
  return refusal ? null : user
}
