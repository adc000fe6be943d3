// The card that says what a name means: on hover, focus and tap (WCAG 1.4.13). It can be closed with Escape, and stays
// open while the pointer or the focus is on it.

import { create, createCard } from './card-text.js'
import { meanings } from './marks.js'
import { cardStyle } from './styles.js'

const openDelayMs = 150
const closeDelayMs = 300
const cardId = 'glossary-card'

/** The mark whose card is open, the element that holds the card, and the card. */
let open = null
let timer

/** @param glossary as `createCard` wants it */
export function showCards(glossary) {
  const show = (mark) => openCard(mark, createCard(meanings.get(mark), glossary))
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
  on('click', (event) => {
    // What the mark is in may be a link or a row that opens something.
    if (markOf(event) || event.target === open?.host) event.stopPropagation()
    showTarget(event)
  })
  on('pointerdown', ({ target }) => {
    if (open && target !== open.host && !open.mark.contains(target)) closeCard()
  })
  on('keydown', (event) => {
    const mark = markOf(event)
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      dismiss()
    } else if (mark && (event.key === 'Enter' || event.key === ' ')) {
      event.stopPropagation()
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

/** @param mark what the card is about: it opens beside it */
export function openCard(mark, card) {
  clearTimeout(timer)
  if (open?.mark === mark || !mark.isConnected) return
  closeCard()
  const host = create('glossary-card')
  host.isOriginal = true
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(cardStyle)
  shadow.adoptedStyleSheets = [sheet]
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
