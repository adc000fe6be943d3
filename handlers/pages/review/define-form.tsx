import * as v from 'valibot'
import { links } from '../../../lib/schemas/content.ts'
import type { Evidence, ReviewItem } from '../../../lib/schemas/review.ts'
import { NewTerm, TermEdit } from '../../../lib/schemas/term.ts'
import { Field, Hidden, Refusal, type RefusedForm } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { Shortcut } from './keys-view.tsx'
import { ItemKey, keyOf, writeKey } from './read-queue.ts'

const { full_name, category, definition } = NewTerm.entries
const { version } = TermEdit.entries

/** The form in which an editor writes what a suggestion means. */
export const DefinitionForm = v.object({
  item: ItemKey,
  version,
  full_name,
  category,
  definition,
  /** the messages that the term links to */
  links: v.optional(links),
})
export type DefinitionForm = v.InferOutput<typeof DefinitionForm>

type DefineProps = { item: ReviewItem; elementId: string; refused?: RefusedForm | undefined }

/** Asks what a suggestion means. Publishing the answer accepts the suggestion. */
export function Define({ item, elementId, refused }: DefineProps) {
  const { term, evidence } = item
  const errors = refused?.problem.members.errors
  const [seen] = evidence?.full_names ?? []
  const known = { ...term, full_name: term.full_name ?? seen?.full_name }
  const value = (name: 'full_name' | 'category' | 'definition') =>
    refused ? (refused.values.get(name) ?? '') : (known[name] ?? '')
  return (
    <form
      id={formId(elementId)}
      class="define stack"
      method="post"
      action="/review/define"
      hx-post="/review/define"
      hx-target="closest li"
      hx-swap="outerHTML"
    >
      <Hidden item={writeKey(keyOf(item))} version={term.version} />
      {refused && <Refusal problem={refused.problem} />}
      <div class="field-row">
        <Field
          name="full_name"
          id={`${elementId}-full_name`}
          label="Stands for"
          errors={errors}
          {...(seen && seen.full_name === value('full_name') && { hint: describeSource(seen) })}
        >
          {(props) => <input {...props} value={value('full_name')} list={`${elementId}-full-names`} />}
        </Field>
        <datalist id={`${elementId}-full-names`}>
          {evidence?.full_names.map(({ full_name }) => (
            <option key={full_name} value={full_name} />
          ))}
        </datalist>
        <Field name="category" id={`${elementId}-category`} label="Category" errors={errors}>
          {(props) => <input {...props} value={value('category')} list="categories" />}
        </Field>
      </div>
      <Field name="definition" id={`${elementId}-definition`} label="What does it mean here?" errors={errors}>
        {(props) => (
          <textarea {...props} required rows={3} placeholder="Explain it to a new colleague" aria-keyshortcuts="e">
            {value('definition')}
          </textarea>
        )}
      </Field>
      {evidence && evidence.examples.length > 0 && (
        <p class="button-row">
          {evidence.examples.map((url, index) => (
            <label key={url} class="check">
              <input
                type="checkbox"
                name="links"
                value={url}
                checked={refused?.values.getAll('links').includes(url) ?? false}
              />{' '}
              Link to message {index + 1}
            </label>
          ))}
        </p>
      )}
    </form>
  )
}

const describeSource = ({ sightings }: Evidence['full_names'][number]) => `From ${counted(sightings, 'message')}`

/** The button of this form, in a row with the other decisions. A form that is folded away has one that opens it. */
export function Publish({ name, elementId }: { name: string; elementId: string }) {
  return (
    <>
      <button type="submit" class="button publish" form={formId(elementId)}>
        Publish <span class="visually-hidden">{name}</span>
        <Shortcut keys="Ctrl Enter" />
      </button>
      <button type="button" class="button plain open-form" data-opens-form>
        Write a definition <span class="visually-hidden">of {name}</span>
      </button>
    </>
  )
}

/** A form for the text that a suggestion has, folded away: what is right is published as it is. */
export function EditInPlace(props: DefineProps) {
  const { item, elementId, refused } = props
  return (
    <details class="edit-in-place" open={refused !== undefined}>
      <summary aria-keyshortcuts="e">
        Edit <span class="visually-hidden">{item.term.name}</span>
      </summary>
      <Define {...props} />
      <button type="submit" class="button" form={formId(elementId)}>
        Save and publish <span class="visually-hidden">{item.term.name}</span>
        <Shortcut keys="Ctrl Enter" />
      </button>
    </details>
  )
}

const formId = (elementId: string) => `${elementId}-define`
