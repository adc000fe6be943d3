import type { CategoryToJoin } from '../../../lib/glossary/rename-category.ts'
import type { Problem } from '../../../lib/problem.ts'
import { maxCategoryLength } from '../../../lib/schemas/content.ts'
import { Field, Hidden, Submit } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { tableUrl } from '../../../lib/web/table-query.ts'

const renamePath = (category: string) => `/categories/${encodeURIComponent(category)}/rename`

type RenameProps = { category: string; typed?: URLSearchParams | undefined; problem?: Problem | undefined }

export function Rename({ category, typed, problem }: RenameProps) {
  return (
    <form class="filter rename" method="post" action={renamePath(category)}>
      <Field name="name" id="new-name" label="New name of the category" errors={problem?.members.errors}>
        {(props) => <input {...props} required maxlength={maxCategoryLength} value={typed?.get('name') ?? category} />}
      </Field>
      <Submit plain>Rename category</Submit>
    </form>
  )
}

type QuestionProps = CategoryToJoin & { from: string; to: string }

/** Asks before two categories become one, as nothing separates them again. */
export function JoinQuestion({ from, to, category, moved, present }: QuestionProps) {
  return (
    <form class="notice question" method="post" action={renamePath(from)} aria-label="Join categories">
      <Hidden name={to} is_sure />
      <p>
        There is a category “{category}” already, with {counted(present, 'term')}. Join “{from}” with it? Its{' '}
        {counted(moved, 'term')} cannot be told apart from the others then.
      </p>
      <p class="button-row">
        <Submit>Join the categories</Submit>
        <a href={tableUrl({ category: from })} autofocus>
          Keep both
        </a>
      </p>
    </form>
  )
}
