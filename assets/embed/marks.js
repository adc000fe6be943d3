// Marks the names that the server has found in a text, and takes the marks back.

import { isReadable } from './editable.js'
import { pause } from './slices.js'
import { boxOf } from './text.js'

/** The terms that a mark stands for, and the alias or full name that it is. */
export const meanings = new WeakMap()

/** The marks of terms that have been marked, by the term's ID. */
const marked = new Map()

/**
 * What each text node was split into, by each of the nodes. The first one stays where it was, because the script that
 * has made the page may know it: React and Vue change and remove the text nodes that they have made.
 */
const splits = new WeakMap()

/**
 * Marks the names in a text whose terms are not marked elsewhere.
 *
 * @param parts the parts of text nodes that the text consists of
 * @param change makes a change that is not one of the page
 */
export async function markNames(parts, { matches, terms }, change) {
  const termById = new Map(terms.map((term) => [term.id, term]))
  const taken = new Set()
  const isMarked = (id) => taken.has(id) || marked.get(id)?.deref()?.isConnected
  // All is chosen before anything is changed, so that the browser computes the styles of the page only once.
  const chosen = matches.flatMap((match) => {
    const place = match.term_ids.every(isMarked) ? undefined : findPlace(match, parts)
    if (place) for (const id of match.term_ids) taken.add(id)
    return place ? [{ place, match }] : []
  })
  // Backwards, so that the positions in front of a mark stay as they are.
  for (const { place, match } of chosen.reverse()) {
    await pause()
    change(() => {
      const found = isReadable(place.node) && findText(place, match)
      if (!found) return
      const mark = wrap(found.text, found.at, match.text.length)
      const meant = match.term_ids.map((id) => termById.get(id))
      meanings.set(mark, { terms: meant, matched: match.matched })
      for (const id of match.term_ids) marked.set(id, new WeakRef(mark))
    })
  }
}

/** Returns where to mark a match: the node of the page, and the position in it; nothing if it is not to be marked. */
function findPlace(match, parts) {
  const part = parts[parts.findLastIndex(({ start }) => start <= match.start)]
  if (!part) return undefined
  const { node, from, start } = part
  const place = { node, at: from + match.start - start }
  return findText(place, match) && canHold(node.parentElement) ? place : undefined
}

/** Returns the text node that has a match, and where. A name that is not in one, as in <b>S</b>LA, is not marked. */
function findText({ node, at }, { text }) {
  let start = 0
  for (const each of nodesFrom(node)) {
    const { length } = each.textContent
    const isIn = at < start + length && each.data?.startsWith(text, at - start)
    if (isIn) return { text: each, at: at - start }
    if (at < start + length) return undefined
    start += length
  }
  return undefined
}

/** Returns a text node, and what it has been split into since it was read. */
function nodesFrom(node) {
  const { node: first, others } = splits.get(node) ?? { node, others: [] }
  const nodes = [first, ...others]
  return nodes.slice(nodes.indexOf(node))
}

/** Whether a text node has a text, in spite of marks in it. */
export const hasText = (node, text, from) =>
  nodesFrom(node)
    .map((each) => each.textContent)
    .join('')
    .startsWith(text, from)

/** In a flex or grid container, the parts of a text would become items of their own. */
function canHold(element) {
  const box = element && boxOf(element)
  return box?.checkVisibility() && !/flex|grid/.test(getComputedStyle(box).display)
}

/** The name is a button that shows what it means. */
function wrap(node, at, length) {
  const name = node.splitText(at)
  const rest = name.splitText(length)
  const mark = document.createElement('glossary-term')
  mark.role = 'button'
  mark.tabIndex = 0
  mark.ariaExpanded = 'false'
  mark.isOriginal = true
  name.replaceWith(mark)
  mark.append(name)
  const split = splits.get(node) ?? { node, others: [], names: [] }
  split.others.splice(split.others.indexOf(node) + 1, 0, mark, rest)
  split.names.push(name)
  for (const each of [node, mark, name, rest]) splits.set(each, split)
  return mark
}

/** Whether two nodes are parts of one text. */
export const areOfOneText = (a, b) => splits.has(a) && splits.get(a) === splits.get(b)

/**
 * Makes one text again of what it was split into.
 *
 * @param node any of these nodes
 * @param isReplaced whether the page has given it a new text
 */
export function join(node, isReplaced = false) {
  const split = splits.get(node)
  if (!split) return
  for (const each of [split.node, ...split.others, ...split.names]) splits.delete(each)
  // Another script has taken a mark away from around its name: the text is as that script wants it.
  if (split.names.some(({ parentElement }) => !parentElement?.closest('glossary-term'))) return
  if (!isReplaced || node !== split.node) {
    split.node.data += split.others.map((each) => each.textContent).join('')
  }
  for (const each of split.others) {
    if (each.nextSibling?.localName === 'glossary-card') each.nextSibling.remove()
    each.remove()
  }
}

/** Removes the marks in an element; their terms can be marked elsewhere. */
export function unmark(element) {
  for (const mark of element.querySelectorAll('glossary-term')) join(mark)
}

/** Removes copies of marks and cards, which do nothing: Turbo keeps copies of the pages that it leaves. */
export function removeCopies(element) {
  for (const copy of element.querySelectorAll('glossary-term, glossary-card')) {
    if (copy.isOriginal) continue
    const parent = copy.parentNode
    copy.replaceWith(...copy.childNodes)
    parent.normalize()
  }
}
