import type { Impact } from '../../schemas/term.ts'
import { counted, formatNumber } from './numbers.ts'

const list = new Intl.ListFormat('en')

type Verb = 'name' | 'follow'

/** "12 people follow it": a number with its noun and verb. */
const says = (count: number, one: string, many: string, verb: Verb) =>
  count === 1 ? `One ${one} ${verb}s it` : `${formatNumber(count)} ${many} ${verb} it`

/** What the deletion of a term, or merging it into another one, would mean, in words. */
export function ImpactList({ impact, isMerge = false }: { impact: Impact; isMerge?: boolean }) {
  const { named_in, relations, followers, proposals, disputes, names, looked_up } = impact
  const rest = named_in.total - named_in.terms.length
  const naming = [...named_in.terms.map(({ name }) => name), ...(rest > 0 ? [`${formatNumber(rest)} more`] : [])]
  const lines = [
    named_in.total > 0 && `${says(named_in.total, 'definition', 'definitions', 'name')}: ${list.format(naming)}.`,
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
  return lines.length === 0 ? null : (
    <ul class="impact">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
