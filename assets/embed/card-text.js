// What the card says of the meanings of a name.

import { relationHeadings, stateNames, useInstead } from './words.js'

/**
 * @param terms what a name means
 * @param glossary `origin`, for links; `mayEdit`, whether readers can be expected to edit terms; `target`, the window
 *   in which links open, if not that of the page
 */
export function createCard({ terms, matched }, glossary) {
  const card = create('div', 'card')
  card.popover = 'manual'
  card.lang = 'en'
  if (terms.length > 1) card.append(create('p', 'count', `${terms.length} meanings`))
  card.append(...terms.map((term) => createMeaning(term, glossary)))
  if (matched?.kind === 'discouraged') {
    card.append(create('p', 'advice', `Say ${terms[0].name}, not “${matched.name}”`))
  }
  return card
}

function createStatus({ status, before_dispute: before, needs_correction: wrong }) {
  if (wrong) return create('span', 'status disputed', describeWrong(wrong))
  if (!before) return create('span', `status ${status}`, stateNames[status])
  const votes = before.vote_count === 1 ? '1 vote' : `${before.vote_count} votes`
  return create('span', 'status disputed', `${stateNames.disputed} (was ${stateNames[before.status]}, ${votes})`)
}

/** As describeWrong of lib/schemas/states.ts. */
const describeWrong = ({ reasons }) =>
  [stateNames.wrong, reasons.map(({ text }) => text).join(' / ')].filter(Boolean).join(': ')

/** The status of a term and its category. */
function createFacts(term) {
  const facts = create('p', 'facts')
  facts.append(createStatus(term))
  if (term.category) facts.append(' · ', create('span', 'category', term.category))
  return facts
}

function createMeaning(term, glossary) {
  const { id, links, translation: said } = term
  const name = said?.name ?? term.name
  const full_name = said?.full_name ?? term.full_name
  const meaning = create('div', 'meaning')
  const head = create('p', 'head')
  const link = createLink(`/terms/${id}`, name, glossary, 'name')
  link.dir = head.dir = 'auto'
  if (said?.name) link.lang = said.language
  head.append(link)
  if (name !== term.name) head.append(' ', create('span', 'full-name', `(${term.name})`))
  if (full_name) {
    const full = create('span', 'full-name', full_name)
    if (said?.full_name) full.lang = said.language
    head.append(' ', full)
  }
  const text = create('p', 'definition', said?.definition ?? term.definition)
  text.dir = 'auto'
  if (said) text.lang = said.language
  const note = said ? create('p', 'facts', describeTranslation(said)) : ''
  const facts = createFacts(term)
  if (glossary.mayEdit)
    facts.append(' · ', createLink(`/terms/${id}#never-mark`, 'Stop underlining it for everyone…', glossary))
  const [replaced, ...lines] = createRelations(term, glossary)
  const sources = links.map((each) => createSource(each, glossary))
  meaning.append(replaced, head, text, note, ...lines, ...sources, facts)
  return meaning
}

/** As inChosenLanguage of lib/glossary/translated.ts. */
function describeTranslation({ language, original, is_outdated }) {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const outdated = is_outdated ? ` The ${original ? names.of(original) : 'original'} text has changed since.` : ''
  return `${names.of(language)} translation.${outdated}`
}

/**
 * A line for each kind of relations; what to use instead comes first. Lines of kinds that there are not are empty
 * texts.
 */
function createRelations({ id, relations, relations_total: totals = {} }, glossary) {
  return Object.entries({ replaced_by: useInstead.before.trim(), ...relationHeadings }).map(([kind, label]) => {
    const others = relations.filter((relation) => relation.kind === kind)
    if (others.length === 0) return ''
    const line = create('p', kind === 'replaced_by' ? 'advice' : 'facts', label)
    for (const [n, { term }] of others.entries()) {
      line.append(n ? ', ' : ' ', createLink(`/terms/${term.id}`, term.name, glossary))
      if (kind === 'differs_from' && term.definition) line.append(` (${term.definition})`)
    }
    const more = `${totals[kind] - others.length} more`
    if (totals[kind]) line.append(' and ', createLink(`/terms/${id}/relations?kind=${kind}`, more, glossary))
    if (kind === 'replaced_by') line.append(useInstead.after)
    return line
  })
}

/** Where a definition comes from: as `lib/glossary/links.ts` calls it. */
function createSource({ url, label }, glossary) {
  const { hostname, host, pathname } = new URL(url)
  const isMessage = hostname.endsWith('.slack.com') && pathname.startsWith('/archives/')
  const source = create('p', 'facts')
  source.append('From ', createLink(url, label ?? (isMessage ? 'Slack message' : host), glossary))
  return source
}

/** Links do not say from which page they were followed. @param path one of the glossary, or another address */
export function createLink(path, text, { origin, target = '' }, className) {
  const link = create('a', className, text)
  link.href = new URL(path, origin)
  link.rel = 'noopener noreferrer nofollow'
  link.target = target
  return link
}

/** Creates an element with a text. */
export function create(type, className = '', text = '') {
  const element = document.createElement(type)
  element.className = className
  element.textContent = text
  return element
}
