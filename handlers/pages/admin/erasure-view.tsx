import { isErased } from '../../../lib/identity/users.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { ErasableName, User } from '../../../lib/schemas/user.ts'
import { Field, Refusal, Submit } from '../../../lib/web/parts/form.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { Admin } from './frame-view.tsx'

type ErasureProps = {
  user: User
  names: readonly ErasableName[]
  /** the names that an admin looks for, if the user was erased before */
  typed?: string
  problem?: Problem | undefined
}

/** The page on which an admin decides which names of a user are replaced, and erases the user. */
export function ErasurePage({ user, names, typed = '', problem }: ErasureProps) {
  const name = user.display_name ?? user.email
  const found = names.filter(({ texts }) => texts > 0)
  if (isErased(user)) return <LeftNamesPage {...{ user, names, typed, problem }} />
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
        {found.length > 0 && <NameChoices names={found} />}
        <Submit>Erase</Submit>
      </form>
    </Admin>
  )
}

/** For names that texts still have though the user was erased: an admin types them, and sees where they stand first. */
function LeftNamesPage({ user, names, typed, problem }: ErasureProps) {
  const found = names.filter(({ texts }) => texts > 0)
  const action = `/admin/users/${user.id}/erase`
  return (
    <Admin path="/admin/users" lead="The details of this user have been erased.">
      {problem && <Refusal problem={problem} />}
      <form class="stack" method="post" action={action}>
        <Field
          name="typed"
          label="Names that texts still have"
          hint="One a line, in full: two words or more, with capitals. You see where they stand before anything is erased."
          errors={problem?.members.errors}
        >
          {(props) => (
            <textarea {...props} required rows={3} dir="auto">
              {typed}
            </textarea>
          )}
        </Field>
        <Submit plain>Find these names</Submit>
      </form>
      {names.length > 0 && found.length === 0 && <p class="notice">No text has any of these names.</p>}
      {found.length > 0 && (
        <form class="stack" method="post" action={action}>
          <NameChoices names={found} />
          <p>You cannot undo this.</p>
          <Submit>Erase</Submit>
        </form>
      )}
    </Admin>
  )
}

const NameChoices = ({ names }: Pick<ErasureProps, 'names'>) => (
  <fieldset class="choices">
    <legend>Replace in all texts, and in all their versions</legend>
    {names.map((each) => (
      <NameChoice key={each.name} {...each} />
    ))}
  </fieldset>
)

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
