import type { ComponentChildren } from 'preact'
import type { Fault } from '../problem.ts'
import { type Link, maxLinks } from '../schemas/links.ts'
import { ofRelations, relationWords } from '../schemas/relations.ts'
import type { Relation, Term } from '../schemas/term.ts'
import { Choices, Hidden } from './parts/form.tsx'
import { meaningAmong, OtherTerm, whoRelates } from './parts/relations.tsx'
import type { EditedRelations } from './read-term-rows.ts'
import { TermCombobox } from './term-combobox.tsx'

/** `prefix` begins the IDs of a form if its page has several. */
type Faults = { errors: readonly Fault[] | undefined; prefix?: string }

type RowsProps = { id: string; legend: string; hint: string; add: string; children: ComponentChildren }

/** Rows of a form: one more than there are, and spare ones that a script shows (assets/rows.js). */
const Rows = ({ id, legend, hint, add, children }: RowsProps) => (
  <fieldset id={id} class="rows" tabindex={-1}>
    <legend>{legend}</legend>
    <p class="hint">{hint}</p>
    {children}
    <button type="button" class="quiet with-js" data-shows-row>
      + {add}
    </button>
  </fieldset>
)

type RowProps = {
  name: string
  isSpare: boolean
  fault: Fault | undefined
  faultId: string
  children: ComponentChildren
}

const Row = ({ name, isSpare, fault, faultId, children }: RowProps) => (
  <div class={isSpare ? 'form-row spare' : 'form-row'}>
    {children}
    <button type="button" class="quiet remove with-js" data-clears-row aria-label={`Remove ${name}`}>
      ×
    </button>
    {fault && (
      <p class="fault" id={faultId}>
        {fault.message}
      </p>
    )}
  </div>
)

const faultAt = ({ errors = [] }: Pick<Faults, 'errors'>, path: string) =>
  errors.find((each) => each.path === path || each.path.startsWith(`${path}.`))

const invalid = (fault: Fault | undefined, id: string) =>
  fault && ({ 'aria-invalid': 'true', 'aria-describedby': id } as const)

type LinkRowsProps = Faults & {
  links: readonly Link[]
  /** how many empty rows there are, of which the first is shown */
  spare?: number
}

/** Where a definition comes from: an address and a name for each link. */
export function LinkRows({ links, errors, prefix = '', spare = maxLinks }: LinkRowsProps) {
  const rows = [...links, ...Array.from({ length: spare }, () => ({ url: '', label: null }))]
  return (
    <Rows id={`${prefix}links`} legend="Where it comes from" hint="Optional. Up to five links." add="Add a link">
      {rows.slice(0, Math.max(maxLinks, links.length)).map(({ url, label }, index) => {
        const name = `link ${index + 1}`
        const fault = faultAt({ errors }, `links.${index}`)
        const faultId = `${prefix}links-${index}-fault`
        return (
          <Row key={name} {...{ name, fault, faultId }} isSpare={index > links.length}>
            <input
              name="link_url"
              inputmode="url"
              aria-label={`Address of ${name}`}
              placeholder="https://…"
              value={url}
              autocapitalize="off"
              spellcheck={false}
              {...invalid(fault, faultId)}
            />
            <input name="link_label" aria-label={`Name of ${name}`} placeholder="Name" dir="auto" value={label ?? ''} />
          </Row>
        )
      })}
    </Rows>
  )
}

export type ShownRows = EditedRelations & {
  /** the terms that a row may mean, by its number */
  candidates?: ReadonlyMap<number, readonly Term[]>
}
type RelationRowsProps = Faults &
  ShownRows & {
    /** the term itself */
    except?: string | undefined
    /** how many empty rows there are, of which the first is shown */
    spare?: number
  }

/** The terms that a term says it is related to: a kind and a term for each. */
export function RelationRows(props: RelationRowsProps) {
  const { rows, shown, except, errors, candidates, prefix = '', spare = 4 } = props
  const blank = { kind: 'differs_from', q: '', other_id: '' }
  const all = [...rows, ...Array.from({ length: spare }, () => blank)]
  return (
    <Rows
      id={`${prefix}relations`}
      legend="Related terms"
      hint="Optional. Type some letters, and choose a term."
      add="Add a term"
    >
      {shown.map((each) => (
        <Hidden key={each} shown_relation={each} />
      ))}
      {all.map(({ kind, q, other_id }, index) => {
        const [name, id] = [`related term ${index + 1}`, `${prefix}relation-${index}`]
        const fault = faultAt({ errors }, `relations.${index}`)
        return (
          <Row key={id} {...{ name, fault }} faultId={`${id}-fault`} isSpare={index > rows.length}>
            <Choices
              id={`${id}-kind`}
              name="relation_kind"
              dir="auto"
              aria-label={`How ${name} is related`}
              choices={relationChoices}
              value={kind}
            />
            <TermCombobox
              id={id}
              label={`Name of ${name}`}
              value={q}
              chosen={other_id}
              except={except}
              candidates={candidates?.get(index)}
              {...(fault && { describedBy: `${id}-fault` })}
            />
          </Row>
        )
      })}
    </Rows>
  )
}

/** What a relation is called where one chooses its kind. */
export const relationChoices = ofRelations((kind) => relationWords[kind].heading.toLowerCase())

/** The same for whoever can only propose a change: relations are no part of a proposal. */
export function RelationTexts({ of, relations }: { of: Term; relations: readonly Relation[] }) {
  const meaningOf = meaningAmong(of, relations)
  return (
    <section class="rows">
      <h2>Related terms</h2>
      {relations.map(({ kind, term }) => (
        <p key={`${kind} ${term.id}`}>
          {headingOf(kind)} <OtherTerm {...term} />
          {meaningOf(term)}
        </p>
      ))}
      <p class="hint">{whoRelates}</p>
    </section>
  )
}

const headingOf = (kind: Relation['kind']) => relationWords[kind].heading
