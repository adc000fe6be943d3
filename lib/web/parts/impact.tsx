import type { Impact } from '../../schemas/term.ts'
import { counted, formatNumber } from './numbers.ts'
import { OtherTerm } from './relations.tsx'

const list = new Intl.ListFormat('en')

type Verb = 'name' | 'follow'

/** "12 people follow it": a number with its noun and verb. */
const says = (count: number, one: string, many: string, verb: Verb) =>
  count === 1 ? `One ${one} ${verb}s it` : `${formatNumber(count)} ${many} ${verb} it`

/** What the deletion of a term, or merging it into another one, would mean, in words. */
export function ImpactList({ impact, isMerge = false }: { impact: Impact; isMerge?: boolean }) {
  const { named_in, relations, followers, proposals, disputes, names, looked_up } = impact
  const lines = [
    followers > 0 && `${says(followers, 'person', 'people', 'follow')}.`,
    relations > 0 &&
      `It has ${counted(relations, 'relation')} to other terms, which ${isMerge ? 'move to the term that remains' : 'end'}.`,
    !isMerge && proposals > 0 && `${counted(proposals, 'open proposal')} will be declined.`,
    !isMerge && disputes > 0 && `${counted(disputes, 'open report')} will be accepted.`,
    !isMerge && names.length > 0 && `Nobody would find any more: ${list.format(names)}.`,
    !isMerge &&
      names.length > 0 &&
      looked_up !== null &&
      looked_up > 0 &&
      `${counted(looked_up, 'lookup')} in 90 days would find nothing.`,
  ].filter((line) => typeof line === 'string')
  return lines.length === 0 && named_in.total === 0 ? null : (
    <ul class="impact">
      {named_in.total > 0 && (
        <li>
          {says(named_in.total, 'definition', 'definitions', 'name')}: <NamedIn {...named_in} />.
        </li>
      )}
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** The terms whose definitions name it, as a list of links. */
function NamedIn({ total, terms }: Impact['named_in']) {
  const rest = total - terms.length
  const names = [...terms.map(({ name }) => name), ...(rest > 0 ? [`${formatNumber(rest)} more`] : [])]
  let index = 0
  return list.formatToParts(names).map(({ type, value }) => {
    if (type === 'literal') return value
    const term = terms[index++]
    return term ? <OtherTerm key={term.id} {...term} /> : value
  })
}
