import { relationWords } from '../../../lib/schemas/relations.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import type { ShownMeaning } from '../../../lib/web/parts/answer-card.tsx'
import { ActionButton, Hidden } from '../../../lib/web/parts/form.tsx'

/** Whether a text asks what tells two terms apart: `sla vs slo`. */
export const isComparison = (text: string): boolean => /\s(?:vs\.?|versus)\s/i.test(text)

type TellApartProps = {
  meanings: readonly ShownMeaning[]
  /** the comparison, to which the buttons lead back */
  compared: string
  /** whether the reader has just said it */
  isTold: boolean
}

/**
 * Offers whoever may edit one of two terms that a reader compares to say that they are not to be confused, and to take
 * it back.
 */
export function TellApart({ meanings, compared, isTold }: TellApartProps) {
  const [one] = meanings
  const other = meanings.find(({ term }) => term.name !== one?.term.name)
  if (!one || !other || ![one, other].some(({ details }) => details?.mayEdit)) return null
  const isRelated = says(one, other) || says(other, one)
  if (isRelated && !isTold) return null
  const nameOf = (term: Term) => nameAmong(meanings, term)
  const sentence = `${nameOf(one.term)} ${relationWords.differs_from.verb} ${nameOf(other.term)}`
  const fields = <Hidden kind="differs_from" other_id={other.term.id} compared={compared} />
  const path = `/terms/${one.term.id}`
  return (
    <div class="tell-apart">
      {isRelated && <p>{sentence}.</p>}
      <ActionButton action={`${path}/${isRelated ? 'unrelate' : 'relate'}`} fields={fields} look="quiet">
        {isRelated ? 'Undo' : `Say that ${sentence}`}
      </ActionButton>
    </div>
  )
}

const says = (one: ShownMeaning, other: ShownMeaning) =>
  one.details?.relations.some(({ term }) => term.id === other.term.id) ?? false

/** The name of a term, and what it stands for if another meaning has the same name. */
const nameAmong = (meanings: readonly ShownMeaning[], { name, full_name }: Term) =>
  full_name && meanings.filter(({ term }) => term.name === name).length > 1 ? `${name} (${full_name})` : name
