import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import type { SlackClient, SlackUser, Team } from './client.ts'
import { SlackError } from './slack-error.ts'

/** Decides whom the bot serves: full members of its own workspace or Enterprise Grid (contract, section 10). */
export type Membership = {
  /**
   * Checks the workspaces that a request names for its sender.
   *
   * @throws Problem `not_a_member`
   * @throws SlackError if Slack cannot say which workspace the bot belongs to
   */
  checkTeams(teams: readonly Team[]): Promise<void>
  /**
   * Asks Slack about a user.
   *
   * @throws Problem `not_a_member`
   * @throws SlackError if Slack cannot be asked
   */
  findMember(slackId: string): Promise<SlackUser>
  /**
   * Checks a user who has an account, every few minutes. If Slack cannot be asked, the account stays usable.
   *
   * @throws Problem `not_a_member`
   */
  recheck(slackId: string): Promise<void>
  /** The language of a user, as Slack has said when they were checked last. */
  localeOf(slackId: string): string | undefined
}

const recheckAfterMs = 5 * 60_000
const recheckTimeoutMs = 1000
/** When more users are known, all are forgotten; each then costs one more call. */
const maxUsers = 10_000

/** Creates the check. It asks Slack once which workspace the bot belongs to. */
export function createMembership(slack: Pick<SlackClient, 'identify' | 'findUser'>): Membership {
  let home: Promise<Team> | undefined
  const checked = new Map<string, { at: number; locale: string | undefined }>()

  async function findHome(): Promise<Team> {
    home ??= slack.identify()
    const finding = home
    try {
      return await finding
    } catch (error) {
      home = undefined
      throw error
    }
  }

  async function findMember(slackId: string) {
    const [user, team] = await Promise.all([slack.findUser(slackId), findHome()])
    if (!user.isFullMember || isForeign(user, team)) throw new Problem('not_a_member')
    if (checked.size >= maxUsers) checked.clear()
    checked.set(slackId, { at: Date.now(), locale: user.locale })
    return user
  }

  return {
    async checkTeams(teams) {
      const team = await findHome()
      if (teams.some((each) => isForeign(each, team))) throw new Problem('not_a_member')
    },
    findMember: (slackId) => findMember(slackId).catch(refuse),
    async recheck(slackId) {
      if (Date.now() - (checked.get(slackId)?.at ?? 0) < recheckAfterMs) return
      const check = findMember(slackId).catch((error: unknown) => {
        if (!(error instanceof SlackError)) throw error
      })
      await Promise.race([check, delay(recheckTimeoutMs, undefined, { ref: false })])
    },
    localeOf: (slackId) => checked.get(slackId)?.locale,
  }
}

/**
 * Slack does not know a user of another workspace, or does not show the user to the bot. Whoever has an account keeps
 * it.
 */
function refuse(error: unknown): never {
  const isHidden = error instanceof SlackError && /^users?_not_(?:found|visible)$/.test(error.code)
  throw isHidden ? new Problem('not_a_member') : error
}

/** On an Enterprise Grid, requests do not always name the enterprise; users.info always does. */
function isForeign({ teamId, enterpriseId }: Team, home: Team) {
  if (!teamId || !home.teamId || teamId === home.teamId) return false
  if (!home.enterpriseId) return true
  return enterpriseId !== undefined && enterpriseId !== home.enterpriseId
}
