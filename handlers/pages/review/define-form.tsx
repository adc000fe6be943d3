import * as v from 'valibot'
import { toTexts } from '../../../lib/glossary/texts.ts'
import type { Evidence } from '../../../lib/schemas/review.ts'
import { NewTerm, TermEdit } from '../../../lib/schemas/term.ts'
import { listFields } from '../../../lib/web/list-fields.ts'
import { Field, Hidden, Refusal } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { linksIn, relationsOf } from '../../../lib/web/read-term-rows.ts'
import { MoreFields } from '../../../lib/web/term-fields.tsx'
import { LinkRows, RelationRows } from '../../../lib/web/term-rows.tsx'
import { Shortcut } from './keys-view.tsx'
import { ItemKey, keyOf, type RefusedItem, type ShownItem, writeKey } from './read-queue.ts'

const { full_name, category, definition } = NewTerm.entries
const { version, in_texts } = TermEdit.entries

/** The form in which an editor writes what a suggestion means. */
export const DefinitionForm = v.object({
  ...{ item: ItemKey, version, full_name, category, definition, in_texts },
  ...listFields,
})
export type DefinitionForm = v.InferOutput<typeof DefinitionForm>

type DefineProps = { item: ShownItem; elementId: string; refused?: RefusedItem | undefined }

/** Asks what a suggestion means. Publishing the answer accepts the suggestion. */
export function Define({ item, elementId, refused }: DefineProps) {
  const { term, evidence } = item
  const errors = refused?.problem.members.errors
  const [seen] = evidence?.full_names ?? []
  const known = { ...term, full_name: term.full_name ?? seen?.full_name }
  const texts = toTexts(term)
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
      {refused && <Refusal {...refused} prefix={`${elementId}-`} />}
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
      <Beside {...{ item, elementId, refused }} />
      <MoreFields
        value={(field) => (refused ? refused.values.get(field) : texts[field])}
        errors={errors}
        prefix={`${elementId}-`}
      />
    </form>
  )
}

/** Where the definition comes from, and related terms: folded away unless there are any. */
function Beside({ item, elementId, refused }: DefineProps) {
  const links = refused ? linksIn(refused.values) : item.term.links
  const relations = refused?.relations ?? relationsOf({ relations: item.relations ?? [] })
  const examples = item.evidence?.examples.filter((url) => !links.some((link) => link.url === url)) ?? []
  const rows = { prefix: `${elementId}-`, errors: refused?.problem.members.errors, spare: 2 }
  return (
    <details class="more-fields" open={links.length > 0 || relations.rows.length > 0}>
      <summary>Where it comes from, and related terms</summary>
      <LinkRows {...rows} links={links} />
      {examples.length > 0 && (
        <p class="button-row">
          {examples.map((url, index) => (
            <label key={url} class="check">
              <input type="checkbox" name="link_url" value={url} /> Link to message {index + 1}
            </label>
          ))}
        </p>
      )}
      <RelationRows {...rows} {...relations} except={item.term.id} />
    </details>
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
      <summary class="button plain" aria-keyshortcuts="e">
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
