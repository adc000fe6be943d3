// Reads the text of a page in runs: a run ends where an element begins a new line.

import { editable } from './editable.js'

/** What is never marked, and whose text is not sent. */
const skipped = [
  'a, area, button, code, h1, h2, h3, h4, h5, h6, input, kbd, label, option, pre, samp, select, summary, textarea',
  'audio, canvas, embed, iframe, math, noscript, object, script, style, svg, template, video',
  '[aria-hidden=true], [contenteditable], [hidden], [inert], [translate=no i]',
  '[role=button], [role=checkbox], [role=heading], [role=link], [role=menuitem], [role=option]',
  '[role=radio], [role=switch], [role=tab], glossary-term, glossary-card',
  editable,
].join()

/** Elements within a line. All others begin a new run. */
const inline = new Set(
  'abbr b bdi bdo br cite data del dfn em font i ins mark q s small span strong sub sup time u var wbr glossary-term'.split(
    ' ',
  ),
)

/** Stands for what is not part of the text, so that no name reaches across it. */
export const gap = '\n\ufffc\n'

/** No request has more text than this, in UTF-16 units. */
export const maxLength = 10_000

/** The elements that have been read. */
const known = new WeakSet()

/**
 * Returns the elements in which terms are marked, in the order of the document.
 *
 * @param selector if there is none, `main` and `article` or, without these, the whole page
 */
export function findRoots(selector) {
  const found = [...document.querySelectorAll(selector || 'main, article')]
  const roots = found.length > 0 || selector ? found : [document.body]
  return roots.filter((root) => !isSkipped(root) && !roots.some((each) => each !== root && each.contains(root)))
}

/** Whether the text in an element is never marked. */
export const isSkipped = (element) => element.closest(skipped) !== null

/** Returns the element whose appearance in the window shows a node. */
export function blockOf(node) {
  let element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement
  while (element && inline.has(element.localName)) element = element.parentElement
  return element
}

/** Returns the element that has the box in which the text of an element is: `display: contents` has none. */
export function boxOf(element) {
  const { parentElement } = element
  return parentElement && getComputedStyle(element).display === 'contents' ? boxOf(parentElement) : element
}

/**
 * Yields the runs in an element: the text, and the parts of text nodes of which it consists. `start` is the position of
 * a part in the run, `from` its position in the node. What has been read before in this element is left out.
 */
export function* readRuns(block) {
  known.add(block)
  let run = { block, text: '', parts: [] }
  function* read(parent) {
    for (const node of [...parent.childNodes]) {
      if (node.nodeType === Node.TEXT_NODE) yield* readText(node)
      else if (node.nodeType === Node.ELEMENT_NODE) yield* readElement(node)
    }
  }
  function* readText(node) {
    for (let from = 0, to; from < node.length; from = to) {
      to = endOfPart(node.data, from)
      const text = node.data.slice(from, to)
      if (run.text.length + text.length > maxLength) yield* end()
      run.parts.push({ node, from, text, start: run.text.length })
      run.text += text
    }
  }
  function* readElement(element) {
    if (element.matches(skipped)) run.text += run.text.endsWith(gap) ? '' : gap
    else if (element.localName === 'br') run.text += '\n'
    else if (inline.has(element.localName)) yield* read(element)
    else {
      yield* end()
      if (!known.has(element)) yield* readRuns(element)
    }
  }
  function* end() {
    if (/\p{L}/u.test(run.text)) yield run
    run = { block, text: '', parts: [] }
  }
  yield* read(block)
  yield* end()
}

/** Lets what is in an element be read again. */
export function forget(element) {
  for (const each of [element, ...element.querySelectorAll('*')]) known.delete(each)
}

/** A text that is too long for a request is split between words. */
function endOfPart(text, from) {
  if (text.length - from <= maxLength) return text.length
  const end = text.lastIndexOf(' ', from + maxLength)
  return end > from ? end : from + maxLength
}
