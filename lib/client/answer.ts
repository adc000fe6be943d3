import { describeMatch } from '../lookup/whole-to-meanings.ts'
import { isSaid, listedKinds, relationWords, useInstead } from '../schemas/relations.ts'
import { describeDisputed, describeWrong, stateWords } from '../schemas/states.ts'
import { replacementOf } from './check.ts'
import { type CopiedAnswer, type CopiedMeaning, type Glossary, goodNames } from './glossary.ts'
import { shownOf } from './translated.ts'

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

const describeRelations = (term: CopiedMeaning) =>
  listedKinds.flatMap((kind) => {
    const names = isSaid(kind) ? term[kind] : null
    return names?.length ? `${relationWords[kind].heading}: ${[names].flat().join(', ')}` : []
  })

/** Says what a term means, as Slack does, to be made `printable`. @param url that of the glossary */
export function describeTerm(glossary: Glossary, url: string, term: CopiedMeaning): string {
  const { name, status, category, is_stale, matched } = term
  const shown = shownOf(term)
  const original = shown.originalName === undefined ? '' : ` · ${name}`
  const replacement = replacementOf(glossary, term)
  const state = stateWords[status]
  const [, ...others] = goodNames(term)
  const links = term.links.map(({ url, label }) => (label === null ? url : `${label} <${url}>`))
  const notes = [
    describeDisputed(term) ?? state.shortLabel ?? state.name,
    category,
    is_stale && 'may be out of date',
    others.length > 0 && `also called ${others.join(', ')}`,
  ].filter(Boolean)
  const lines = [
    describeWrong(term),
    replacement && `${useInstead.before}${bold(replacement)}${useInstead.after}.`,
    matched?.kind === 'discouraged' && `Say ${bold(name)}, not “${matched.name}”.`,
    matched?.kind === 'misspelling' && `“${matched.name}” is a misspelling of ${bold(name)}.`,
    matched?.kind === 'alias' && `“${matched.name}” is another name of ${bold(name)}.`,
    `${bold(shown.name)}${original}${shown.full_name ? ` (${shown.full_name})` : ''}`,
    shown.definition,
    shown.note,
    ...describeRelations(term),
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
  { match, asked, terms, total, did_you_mean, search }: CopiedAnswer,
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
  const found = search ? 'Nothing is called so. A search finds' : describeMatch(match)
  const rest = total - terms.length
  return [
    ...(found === null ? [] : [`${found}: ${bold(asked)}`]),
    ...terms.map((term) => describeTerm(glossary, url, term)),
    ...(rest > 0 ? [`And ${rest} more: ${url}/?q=${encodeURIComponent(asked)}`] : []),
  ].join('\n\n')
}
