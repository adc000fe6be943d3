import * as v from 'valibot'
import type { Problem } from '../../problem.ts'
import type { ReviewItem } from '../../schemas/review.ts'
import { NewTerm, TermEdit } from '../../schemas/term.ts'
import { Field, Refusal } from '../parts/form.tsx'
import { ItemKey, writeKey } from './item-key.ts'

const { full_name, category, definition } = NewTerm.entries
const { version } = TermEdit.entries

/** The form in which an editor writes what a suggestion means. */
export const DefinitionForm = v.object({
  item: ItemKey,
  version,
  full_name,
  category,
  definition,
})

/** A form that was refused, to be shown again. */
export type RefusedDefinition = { problem: Problem; values: URLSearchParams }

type DefineProps = { item: ReviewItem; elementId: string; refused?: RefusedDefinition | undefined }

/** Asks what a suggestion means. Publishing the answer accepts the suggestion. */
export function Define({ item, elementId, refused }: DefineProps) {
  const { term } = item
  const errors = refused?.problem.members.errors
  const value = (name: 'full_name' | 'category' | 'definition') =>
    refused ? (refused.values.get(name) ?? '') : (term[name] ?? '')
  return (
    <form
      class="define stack"
      method="post"
      action="/review/define"
      hx-post="/review/define"
      hx-target="closest li"
      hx-swap="outerHTML"
    >
      <input type="hidden" name="item" value={writeKey(item)} />
      <input type="hidden" name="version" value={term.version} />
      {refused && <Refusal problem={refused.problem} />}
      <div class="field-row">
        <Field name="full_name" id={`${elementId}-full_name`} label="Stands for" errors={errors}>
          {(props) => <input {...props} value={value('full_name')} />}
        </Field>
        <Field name="category" id={`${elementId}-category`} label="Category" errors={errors}>
          {(props) => <input {...props} value={value('category')} list="categories" />}
        </Field>
      </div>
      <Field
        name="definition"
        id={`${elementId}-definition`}
        label="What does it mean here?"
        errors={errors}
      >
        {(props) => (
          <textarea
            {...props}
            required
            rows={3}
            placeholder="Explain it to a new colleague"
            aria-keyshortcuts="e"
          >
            {value('definition')}
          </textarea>
        )}
      </Field>
      <button type="submit" class="button">
        Publish <span class="visually-hidden">{term.name}</span>
        <span class="shortcut with-js" aria-hidden="true">
          Ctrl Enter
        </span>
      </button>
    </form>
  )
}
