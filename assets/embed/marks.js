// Marks the names that the server has found in a text.

import { isReadable } from './editable.js'
import { pause } from './slices.js'

/** The terms that a mark stands for, and the alias or full name that it is. */
export const meanings = new WeakMap()

/** The terms that have been marked, by ID. */
const marked = new Set()

/**
 * Marks the names in a text whose terms have not been marked before.
 *
 * @param nodes the text nodes, with the positions at which they start
 */
export async function markNames(nodes, { matches, terms }) {
  const termById = new Map(terms.map((term) => [term.id, term]))
  // All is chosen before anything is changed, so that the browser computes the styles of the page only once.
  const chosen = matches.flatMap((match) => {
    const place = choose(match, nodes)
    return place ? [{ ...place, match }] : []
  })
  // Backwards, so that the positions in front of a mark stay as they are.
  for (const { node, start, match } of chosen.reverse()) {
    await pause()
    const isUnchanged = isReadable(node) && textAt(node, start, match) === match.text
    if (!isUnchanged) continue
    const found = match.term_ids.map((id) => termById.get(id))
    meanings.set(wrap(node, start, match.text.length), { terms: found, matched: match.matched })
  }
}

/** Removes the marks in an element; their terms can be marked elsewhere. */
export function unmark(element) {
  for (const mark of element.querySelectorAll('glossary-term')) {
    for (const { id } of meanings.get(mark)?.terms ?? []) marked.delete(id)
    const parent = mark.parentNode
    mark.replaceWith(...mark.childNodes)
    parent.normalize()
  }
}

/** Returns where to mark a match; nothing if it is not to be marked. */
function choose(match, nodes) {
  if (match.term_ids.every((id) => marked.has(id))) return undefined
  const index = nodes.findLastIndex(({ start }) => start <= match.start)
  if (index < 0) return undefined
  const { node, start: offset } = nodes[index]
  const start = match.start - offset
  // A name that is not in one text node, as in <b>S</b>LA, is not marked.
  if (textAt(node, start, match) !== match.text || !canHold(node.parentElement)) return undefined
  for (const id of match.term_ids) marked.add(id)
  return { node, start }
}

const textAt = (node, start, { text }) => node.data.slice(start, start + text.length)

/** In a flex or grid container, the parts of a text would become items of their own. */
const canHold = (element) =>
  element?.checkVisibility() && !/flex|grid/.test(getComputedStyle(element).display)

/** The name is a button that shows what it means. */
function wrap(text, start, length) {
  const name = text.splitText(start)
  name.splitText(length)
  const mark = document.createElement('glossary-term')
  mark.role = 'button'
  mark.tabIndex = 0
  mark.ariaExpanded = 'false'
  name.replaceWith(mark)
  mark.append(name)
  return mark
}
