import type { Context } from '../context.ts'
import { claimAccount } from '../identity/accounts.ts'
import type { Actor } from '../identity/actor.ts'
import { readLanguage } from '../identity/language.ts'
import { chooseLanguage } from '../languages.ts'
import { Problem } from '../problem.ts'
import type { User } from '../schemas/user.ts'
import type { SlackClient, Team } from './client.ts'
import type { Membership } from './membership.ts'

/** The sender of a request: their account here and their Slack id. */
type Requester = { actor: Actor; slackId: string }

/** The sender as a request names them: their Slack id, and the workspaces that the request says they belong to. */
export type Sender = { slackId: string; teams: readonly Team[] }

/** What handling a request needs: its dependencies and the requester. */
export type SlackRequest = Pick<Context, 'db' | 'settings' | 'log' | 'credentials' | 'names' | 'lookups'> & {
  slack: SlackClient
  membership: Membership
  requester: Requester
  /** the channel that the request came from; null in a direct message, and for a form */
  channelId: string | null
}

type Needs = Pick<SlackRequest, 'db' | 'membership' | 'settings'>

/**
 * Finds the account of a Slack user by `messaging_user_id`, then by the email address that Slack has confirmed;
 * otherwise creates a viewer. Only full members of the bot's own workspace are served, in the language that they have
 * chosen here, or else in that of their Slack.
 *
 * @throws Problem `not_a_member`, `inactive_user`, `account_conflict` or `email_unverified`
 * @throws SlackError if Slack has to be called and the call fails
 */
export async function findRequester(needs: Needs, { slackId, teams }: Sender): Promise<Requester> {
  const { db, membership, settings } = needs
  await membership.checkTeams(teams)
  const known = await db.one<User>('slack/find-user', { messaging_user_id: slackId })
  if (known) await membership.recheck(slackId)
  const user = known ?? (await findOrCreateUser(needs, slackId))
  if (!user.is_active) throw new Problem('inactive_user')
  const person = await readLanguage(needs, user.id)
  const language = chooseLanguage(settings.languages, { person, around: listed(membership.localeOf(slackId)) })
  const actor: Actor = { id: user.id, role: user.role, scopes: ['write'], via: 'session', language }
  return { actor, slackId }
}

const listed = (locale: string | undefined) => (locale ? [locale] : [])

/** What a refusal says in Slack, if the text of the problem is about logging in. */
const details: Record<string, string | undefined> = {
  email_unverified:
    'Sorry, Slack has not verified your email address, and it is the address of an account. Verify it in Slack, then try again.',
}

async function findOrCreateUser({ db, membership }: Pick<Needs, 'db' | 'membership'>, slackId: string): Promise<User> {
  const { email, isEmailConfirmed, displayName } = await membership.findMember(slackId)
  const identity = {
    messagingUserId: slackId,
    email,
    isEmailVerified: isEmailConfirmed,
    isEmailProved: isEmailConfirmed,
    // A domain that cannot exist (RFC 2606): the account must not take an address that Slack has not confirmed.
    placeholderEmail: `${slackId.toLowerCase()}@slack.invalid`,
    displayName,
  }
  const { user, refusal } = await claimAccount(db, identity, 'viewer')
  if (refusal) throw new Problem(refusal, { detail: details[refusal] })
  return user
}
