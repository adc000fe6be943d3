import { describeDisputed, describeWrong } from '../glossary/disputed-words.ts'
import { describeMatch } from '../lookup/find.ts'
import { replacementOf } from './check.ts'
import { type CopiedAnswer, type CopiedMeaning, type Glossary, goodNames } from './glossary.ts'

/** Around what stands out, until it is shown. */
const [start, end] = ['\ue000', '\ue001']
const bold = (text: string) => `${start}${text}${end}`

/**
 * Returns what can be shown of a text: without control characters, and without those that turn the direction of a line.
 *
 * @param isColoured whether it is for a terminal on which names stand out
 */
export const printable = (text: string, isColoured = false): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
    .replaceAll(start, isColoured ? '\x1b[1m' : '')
    .replaceAll(end, isColoured ? '\x1b[22m' : '')

const labels = {
  official: 'Official',
  community: 'Community',
  pending: 'Pending',
  suggested: 'Suggested, not reviewed',
}

const related = (label: string, names: CopiedMeaning['broader']) =>
  names?.length ? `${label}: ${[names].flat().join(', ')}` : null

/** Says what a term means, as Slack does, to be made `printable`. @param url that of the glossary */
export function describeTerm(glossary: Glossary, url: string, term: CopiedMeaning): string {
  const { name, full_name, definition, status, category, is_stale, matched } = term
  const replacement = replacementOf(glossary, term)
  const [, ...others] = goodNames(term)
  const links = term.links.map(({ url, label }) => (label === null ? url : `${label} <${url}>`))
  const notes = [
    describeDisputed(term) ?? labels[status],
    category,
    is_stale && 'may be out of date',
    others.length > 0 && `also called ${others.join(', ')}`,
  ].filter(Boolean)
  const lines = [
    describeWrong(term),
    replacement && `Use ${bold(replacement)} instead.`,
    matched?.kind === 'discouraged' && `Say ${bold(name)}, not “${matched.name}”.`,
    matched?.kind === 'misspelling' && `“${matched.name}” is a misspelling of ${bold(name)}.`,
    matched?.kind === 'alias' && `“${matched.name}” is another name of ${bold(name)}.`,
    full_name ? `${bold(name)} (${full_name})` : bold(name),
    definition,
    related('Not to be confused with', term.differs_from),
    related('Part of', term.broader),
    notes.join(' · '),
    links.length > 0 && `From ${links.slice(0, 3).join(', ')}`,
    `${url}/terms/${term.id}`,
  ]
  return lines.filter(Boolean).join('\n')
}

/** Says what a lookup has found, or what there is instead; `printable` makes it what can be shown. */
export function describeAnswer(
  glossary: Glossary,
  url: string,
  { match, asked, terms, total, did_you_mean }: CopiedAnswer,
): string {
  if (terms.length === 0) {
    const similar = did_you_mean.join(', ')
    return [
      `${bold(asked)} is not in the glossary yet.`,
      similar && `Other terms with a similar name: ${similar}`,
      `Add it: ${url}/terms/new?name=${encodeURIComponent(asked)}`,
    ]
      .filter(Boolean)
      .join('\n')
  }
  const found = describeMatch(match)
  const rest = total - terms.length
  return [
    ...(found === null ? [] : [`${found}: ${bold(asked)}`]),
    ...terms.map((term) => describeTerm(glossary, url, term)),
    ...(rest > 0 ? [`And ${rest} more: ${url}/?q=${encodeURIComponent(asked)}`] : []),
  ].join('\n\n')
}
