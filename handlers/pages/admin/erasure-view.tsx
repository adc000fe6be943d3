import { isErased } from '../../../lib/identity/users.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { ErasableName, User } from '../../../lib/schemas/user.ts'
import { Refusal, Submit } from '../../../lib/web/parts/form.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { Admin } from './frame-view.tsx'

type ErasureProps = { user: User; names: readonly ErasableName[]; problem?: Problem }

/** The page on which an admin decides which names of a user are replaced, and erases the user. */
export function ErasurePage({ user, names, problem }: ErasureProps) {
  const name = user.display_name ?? user.email
  const found = names.filter(({ texts }) => texts > 0)
  if (isErased(user)) {
    return (
      <Admin path="/admin/users" lead="The details of this user have been erased.">
        <a href="/admin/users">All users</a>
      </Admin>
    )
  }
  return (
    <Admin path="/admin/users" lead={`Erase ${name}. You cannot undo this.`}>
      {problem && <Refusal problem={problem} />}
      <form class="stack" method="post" action={`/admin/users/${user.id}/erase`}>
        <p>
          The email address, linked accounts and IP addresses are removed from everything that is stored, also from the
          audit log, the name from the account and wherever it is recorded as the name of this person. The user is
          logged out for good. What they wrote stays, without these details.{' '}
          <a href={`/api/v1/users/${user.id}/data`} download>
            Download their data
          </a>{' '}
          first if they want it.
        </p>
        {found.length === 0 && <p>No text has the name of this person.</p>}
        {found.length > 0 && (
          <fieldset class="choices">
            <legend>Replace in all texts, and in all their versions</legend>
            {found.map((each) => (
              <NameChoice key={each.name} {...each} />
            ))}
          </fieldset>
        )}
        <Submit>Erase</Submit>
      </form>
    </Admin>
  )
}

function NameChoice({ name, texts, examples }: ErasableName) {
  return (
    <div>
      <label>
        <input type="checkbox" name="names" value={name} />
        <span>
          {name}, in {formatNumber(texts)} {texts === 1 ? 'text' : 'texts'}
        </span>
      </label>
      <ul class="fine">
        {examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </ul>
    </div>
  )
}
