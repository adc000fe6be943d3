// Reads the text of a page in runs: a run ends where an element begins a new line.

import { editable } from './editable.js'

/** What is never marked, and whose text is not sent. */
const skipped = [
  'a, area, button, code, h1, h2, h3, h4, h5, h6, input, kbd, label, option, pre, samp, select, summary, textarea',
  'audio, canvas, embed, iframe, math, noscript, object, script, style, svg, template, video',
  '[aria-hidden=true], [contenteditable], [hidden], [inert], [translate=no]',
  '[role=button], [role=checkbox], [role=heading], [role=link], [role=menuitem], [role=option]',
  '[role=radio], [role=switch], [role=tab], glossary-term, glossary-card',
  editable,
].join()

/** Elements within a line. All others begin a new run. */
const inline = new Set(
  'abbr b bdi bdo br cite data del dfn em font i ins mark q s small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/** Stands for what is not part of the text, so that no name reaches across it. */
export const gap = '\n\ufffc\n'

/** No request has more text than this, in UTF-16 units. */
export const maxLength = 10_000

/**
 * Returns the elements in which terms are marked, in the order of the document.
 *
 * @param selector if there is none, `main` and `article` or, without these, the whole page
 */
export function findRoots(selector) {
  const found = [...document.querySelectorAll(selector || 'main, article')]
  const roots = found.length > 0 || selector ? found : [document.body]
  return roots.filter(
    (root) => !root.closest(skipped) && !roots.some((each) => each !== root && each.contains(root)),
  )
}

/**
 * Yields the runs in an element: the text, the text nodes with the positions at which they start, and the element
 * whose appearance in the window shows the text.
 */
export function* readRuns(block) {
  let run = { block, text: '', nodes: [] }
  function* read(parent) {
    for (const node of [...parent.childNodes]) {
      if (node.nodeType === Node.TEXT_NODE) yield* readText(node)
      else if (node.nodeType === Node.ELEMENT_NODE) yield* readElement(node)
    }
  }
  function* readText(text) {
    for (const node of split(text)) {
      if (run.text.length + node.length > maxLength) yield* end()
      run.nodes.push({ node, start: run.text.length })
      run.text += node.data
    }
  }
  function* readElement(element) {
    if (element.matches(skipped)) run.text += run.text.endsWith(gap) ? '' : gap
    else if (element.localName === 'br') run.text += '\n'
    else if (inline.has(element.localName)) yield* read(element)
    else {
      yield* end()
      yield* readRuns(element)
    }
  }
  function* end() {
    if (/\p{L}/u.test(run.text)) yield run
    run = { block, text: '', nodes: [] }
  }
  yield* read(block)
  yield* end()
}

/** Splits a text node that is too long for a request, between words. */
function* split(text) {
  let rest = text
  while (rest.length > maxLength) {
    const end = rest.data.lastIndexOf(' ', maxLength)
    const node = rest
    rest = node.splitText(end > 0 ? end : maxLength)
    yield node
  }
  yield rest
}
