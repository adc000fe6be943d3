// The card that says what a selection means.

import { create, createCard, createLink } from '../../../assets/embed/card-text.js'
import { ask } from './messages.ts'

/** Its cards offer no editing: the token may only read. */
export const glossary = { origin: chrome.runtime.getManifest().homepage_url, mayEdit: false, target: '_blank' }

/** Asks the worker, and returns the card. @param typed what somebody has selected */
export async function createAnswer(typed) {
  const {
    asked,
    terms,
    note,
    matched,
    problem,
    did_you_mean: similar = [],
  } = await ask('answer', { typed, lang: document.documentElement.lang }).catch(({ message }) => ({
    asked: typed,
    terms: [],
    problem: message,
  }))
  const card = createCard({ terms, matched }, glossary)
  card.role = 'dialog'
  card.ariaLabel = 'Glossary'
  card.tabIndex = -1
  if (note && terms.length > 0) card.prepend(create('p', 'count', `${note}: ${asked}`))
  if (problem) card.append(create('p', '', problem))
  else if (terms.length === 0) card.append(...unknown(asked, similar))
  return card
}

/** Only who presses the link sends the word to the glossary. */
function unknown(asked, similar) {
  const add = create('p', 'facts')
  add.append(createLink(`/terms/new?name=${encodeURIComponent(asked)}`, 'Add it', glossary, 'name'))
  const lines = [create('p', '', `“${asked}” is not in the glossary yet.`), add]
  if (similar.length > 0) lines.splice(1, 0, create('p', 'facts', `Similar: ${similar.join(', ')}`))
  return lines
}
