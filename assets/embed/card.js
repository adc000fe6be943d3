// The card that says what a name means: on hover, focus and tap (WCAG 1.4.13). It can be closed with Escape, and stays
// open while the pointer or the focus is on it.

import { meanings } from './marks.js'
import { cardStyle } from './styles.js'

const openDelayMs = 150
const closeDelayMs = 300
const cardId = 'glossary-card'
const statusNames = { official: 'Official', community: 'Community', pending: 'Pending' }

/** The mark whose card is open, the element that holds the card, and the card. */
let open = null
let timer

/** @param origin that of the glossary, for links */
export function showCards(origin) {
  const show = (mark) => openCard(mark, origin)
  const showTarget = (event) => {
    const mark = markOf(event)
    if (mark) show(mark)
  }
  const later = (work, ms) => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
  const leave = (event) => {
    if (markOf(event) || event.target === open?.host) later(closeIfLeft, closeDelayMs)
  }

  on('pointerover', (event) => {
    const mark = markOf(event)
    if (mark && event.pointerType !== 'touch') later(() => show(mark), openDelayMs)
  })
  on('pointerout', leave)
  on('focusin', showTarget)
  on('focusout', leave)
  on('click', showTarget)
  on('pointerdown', ({ target }) => {
    if (open && target !== open.host && !open.mark.contains(target)) closeCard()
  })
  on('keydown', (event) => {
    const mark = markOf(event)
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      dismiss()
    } else if (mark && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      if (open?.mark === mark) closeCard()
      else show(mark)
    }
  })
  on('scroll', () => open && place(open))
  addEventListener('resize', () => open && place(open))
}

const on = (type, listener) => document.addEventListener(type, listener, { capture: true })

/** Returns the mark of an event, unless a second copy of this script has made it. */
function markOf({ target }) {
  const mark = target.closest?.('glossary-term')
  return meanings.has(mark) ? mark : undefined
}

function openCard(mark, origin) {
  clearTimeout(timer)
  if (open?.mark === mark || !mark.isConnected) return
  closeCard()
  const host = create('glossary-card')
  host.isOriginal = true
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(cardStyle)
  shadow.adoptedStyleSheets = [sheet]
  const card = createCard(meanings.get(mark), origin)
  card.style.colorScheme = isLight(getComputedStyle(mark).color) ? 'dark' : 'light'
  shadow.append(card)
  host.id = cardId
  // After the mark, so that Tab leads into the card and out of it again.
  mark.after(host)
  card.showPopover()
  mark.ariaExpanded = 'true'
  mark.setAttribute('aria-describedby', cardId)
  open = { mark, host, card }
  place(open)
}

function closeCard() {
  clearTimeout(timer)
  if (!open) return
  const { mark, host } = open
  open = null
  host.remove()
  mark.ariaExpanded = 'false'
  mark.removeAttribute('aria-describedby')
}

/** Closes the card, and leaves the focus where a reader expects it. */
function dismiss() {
  const { mark, card } = open
  if (card.matches(':focus-within')) mark.focus()
  closeCard()
}

function closeIfLeft() {
  const isUsed = (element) => element.matches(':hover, :focus-within')
  if (open && !isUsed(open.mark) && !isUsed(open.card)) closeCard()
}

/** Puts the card under the first line of its mark, or above it if there is more space. */
function place({ mark, card }) {
  const [line] = mark.getClientRects()
  if (!line) return closeCard()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const [edge, gap] = [8, 6]
  const isBelow = height - line.bottom >= Math.min(card.scrollHeight + gap + edge, line.top)
  const space = (isBelow ? height - line.bottom : line.top) - gap - edge
  card.style.maxHeight = `${Math.max(space, 96)}px`
  const top = isBelow ? line.bottom + gap : line.top - gap - card.offsetHeight
  const left = Math.max(edge, Math.min(line.left, width - edge - card.offsetWidth))
  card.style.top = `${top}px`
  card.style.left = `${left}px`
}

/** Whether a color is light: then it is that of text on something dark. */
function isLight(color) {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return 0.299 * red + 0.587 * green + 0.114 * blue > 127
}

function createCard({ terms, matched }, origin) {
  const card = create('div', 'card')
  card.popover = 'manual'
  card.lang = 'en'
  if (terms.length > 1) card.append(create('p', 'count', `${terms.length} meanings`))
  card.append(...terms.map((term) => createMeaning(term, origin)))
  if (matched?.kind === 'discouraged') {
    card.append(create('p', 'advice', `Say ${terms[0].name}, not “${matched.name}”`))
  }
  return card
}

function createStatus({ status, before_dispute: before, needs_correction: wrong }) {
  if (wrong) return create('span', 'status disputed', describeWrong(wrong))
  if (!before) return create('span', `status ${status}`, statusNames[status])
  const votes = before.vote_count === 1 ? '1 vote' : `${before.vote_count} votes`
  return create('span', 'status disputed', `Disputed (was ${statusNames[before.status]}, ${votes})`)
}

/** As describeWrong of lib/glossary/disputed-words.ts. */
const describeWrong = ({ reasons }) =>
  ['Known to be wrong', reasons.map(({ text }) => text).join(' / ')].filter(Boolean).join(': ')

/** The status of a term and its category. */
function createFacts(term) {
  const facts = create('p', 'facts')
  facts.append(createStatus(term))
  if (term.category) facts.append(' · ', create('span', 'category', term.category))
  return facts
}

function createMeaning(term, origin) {
  const { id, name, full_name, definition, links, relations } = term
  const meaning = create('div', 'meaning')
  const head = create('p', 'head')
  const link = create('a', 'name', name)
  link.href = `${origin}/terms/${id}`
  link.dir = head.dir = 'auto'
  head.append(link)
  if (full_name) head.append(' ', create('span', 'full-name', full_name))
  const text = create('p', 'definition', definition)
  text.dir = 'auto'
  const facts = createFacts(term)
  const never = create('a', 'never', 'Never mark this')
  never.href = `${link.href}#never-mark`
  facts.append(' · ', never)
  const [replaced, ...lines] = createRelations(relations, origin)
  meaning.append(replaced, head, text, ...lines, ...links.map(createSource), facts)
  return meaning
}

const relationLabels = {
  replaced_by: 'Use',
  differs_from: 'Not to be confused with',
  broader: 'Part of',
  narrower: 'Includes',
}

/** A line for each kind of relations; what to use instead comes first. Lines of kinds that there are not are empty texts. */
function createRelations(relations, origin) {
  return Object.entries(relationLabels).map(([kind, label]) => {
    const others = relations.filter((relation) => relation.kind === kind)
    if (others.length === 0) return ''
    const line = create('p', kind === 'replaced_by' ? 'advice' : 'facts', label)
    for (const [n, { term }] of others.entries()) {
      const link = create('a', '', term.name)
      link.href = `${origin}/terms/${term.id}`
      line.append(n ? ', ' : ' ', link)
      if (kind === 'differs_from' && term.definition) line.append(` (${term.definition})`)
    }
    if (kind === 'replaced_by') line.append(' instead')
    return line
  })
}

/** Where a definition comes from: as `lib/glossary/links.ts` calls it. */
function createSource({ url, label }) {
  const { hostname, host, pathname } = new URL(url)
  const isMessage = hostname.endsWith('.slack.com') && pathname.startsWith('/archives/')
  const source = create('p', 'facts')
  const link = create('a', '', label ?? (isMessage ? 'Slack message' : host))
  link.href = url
  link.rel = 'noopener noreferrer nofollow'
  source.append('From ', link)
  return source
}

function create(type, className = '', text = '') {
  const element = document.createElement(type)
  element.className = className
  element.textContent = text
  return element
}
