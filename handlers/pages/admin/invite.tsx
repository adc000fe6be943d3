import * as v from 'valibot'
import { inviteUser } from '../../../lib/identity/users.ts'
import { invalid } from '../../../lib/problem.ts'
import { Email, Role } from '../../../lib/schemas/user.ts'
import { originOf, page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { readUserListing, UsersPage } from './users-view.tsx'

/** How many people are invited at a time. */
const most = 200

/** Invites the people with the addresses that were typed or pasted. */
export default page(
  {
    path: '/admin/users',
    summary: 'Invite people',
    role: 'admin',
    form: v.object({ emails: v.optional(v.string(), ''), role: Role }),
  },
  async ({ ctx, actor, form, request, sendPage }) => {
    const { result, problem } = await attempt(async () => {
      const { emails, role } = form.read()
      const existing: string[] = []
      const addresses = readAddresses(emails)
      for (const email of addresses) {
        const { problem } = await attempt(() => inviteUser(ctx, actor, { email, role }))
        if (problem) existing.push(email)
      }
      return { invited: addresses.length - existing.length, existing, role }
    })
    const users = await readUserListing(ctx, { offset: 0 })
    const invitation = result && { ...result, address: `${originOf(ctx, request)}/login` }
    const props = { users, offset: 0, readerId: actor.id, invitation }
    return sendPage(
      'Users',
      <UsersPage {...props} {...(problem && { refused: { problem, typed: form.typed } })} />,
      problem?.status,
    )
  },
)

/**
 * Reads addresses between commas, semicolons and line breaks, also as mail programs copy them: `Ada Example
 * <ada@example.com>`.
 */
function readAddresses(text: string): string[] {
  const typed = text
    .split(/[,;\n]/)
    .map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim())
    .filter(Boolean)
  const wrong = typed.find((each) => !v.safeParse(Email, each).success)
  const message =
    typed.length === 0
      ? 'Enter an email address'
      : typed.length > most
        ? `Enter at most ${most} addresses at a time`
        : wrong !== undefined && `“${wrong.slice(0, 80)}” is not an email address`
  if (message) throw invalid('emails', message)
  return [...new Set(typed)]
}
