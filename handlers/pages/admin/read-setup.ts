import { readStats } from '../../../lib/admin/stats.ts'
import type { Context } from '../../../lib/context.ts'
import { type Check, fail, reasonOf } from '../../../lib/doctor/check.ts'
import { checkLogins } from '../../../lib/doctor/login.ts'
import { checkPublicAddress } from '../../../lib/doctor/public-address.ts'
import { checkSlack } from '../../../lib/doctor/slack.ts'
import { listAgents } from '../../../lib/identity/agents.ts'
import { listImports } from '../../../lib/import/store.ts'
import { counted } from '../../../lib/web/parts/numbers.ts'

/** A step of setting up a glossary, as it is now. */
export type SetupStep = {
  name: string
  /** wrong: it is set up, but does not work */
  state: 'done' | 'open' | 'wrong'
  detail: string
  /** the page where it is done, or the document that says how */
  link: { path: string; label: string }
}

const one = { limit: 1, offset: 0 }

/** Checks what of a glossary is set up and works. Asks the public address, the identity providers and Slack. */
export async function readSetup(ctx: Pick<Context, 'db' | 'settings'>, version: string): Promise<SetupStep[]> {
  const { settings } = ctx
  const [address, logins, slack, stats, imports, agents] = await Promise.all([
    attempt('public address', () => checkPublicAddress(settings, version)),
    attempt('login', () => checkLogins(settings)),
    attempt('slack', async () => [await checkSlack(settings)]),
    readStats(ctx),
    listImports(ctx, one),
    listAgents(ctx, null, one),
  ])
  const { devMode, slackBotToken, slackSigningSecret } = settings
  const hasSlack = slackBotToken !== null || slackSigningSecret !== null
  return [
    { name: 'Address', ...toState(address), link: help('deployment.md', 'How to deploy') },
    { name: 'Login', ...toState(logins, !devMode), link: help('login.md', 'How to set up a login') },
    {
      name: 'Make editors',
      ...toCount(stats.users.by_role.editor, 'Only admins can approve, merge and import so far.', 'editor'),
      link: { path: '/admin/users', label: 'Make editors' },
    },
    {
      name: 'First import',
      ...toCount(imports.total, 'Nothing has been imported yet.', 'import'),
      link: { path: '/import', label: 'Import a spreadsheet' },
    },
    { name: 'Slack', ...toState(slack, hasSlack), link: help('slack.md', 'How to connect Slack') },
    {
      name: 'Agents',
      ...toCount(agents.total, 'No agent is connected yet.', 'connected agent'),
      link: help('mcp.md', 'How to connect an agent'),
    },
  ]
}

/** A check that breaks is a finding, too. */
const attempt = (name: string, check: () => Promise<Check[]>): Promise<Check[]> =>
  check().catch((error) => [fail(name, `The check failed: ${reasonOf(error)}.`, 'Try again.')])

/** @param isSetUp whether there is something to check */
function toState(checks: readonly Check[], isSetUp = true): Pick<SetupStep, 'state' | 'detail'> {
  const shown = checks.find(({ ok }) => !ok) ?? checks[0]
  const detail = [shown?.detail, shown?.fix].filter(Boolean).join(' ')
  if (shown?.ok === false) return { state: 'wrong', detail }
  return { state: isSetUp ? 'done' : 'open', detail }
}

function toCount(count: number, none: string, what: string): Pick<SetupStep, 'state' | 'detail'> {
  if (count === 0) return { state: 'open', detail: none }
  return { state: 'done', detail: `${counted(count, what)}.` }
}

const help = (file: string, label: string) => ({ path: `/help/${file}`, label })
