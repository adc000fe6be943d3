import { toMatch } from '../../lookup/in-texts/spans-to-matches.ts'
import { describeMatch } from '../../lookup/whole-to-meanings.ts'
import { toCardTerm } from './card-terms.ts'
import { forget, openGlossary } from './copy.ts'
import type { Answer, Message, Responders } from './messages.ts'
import { allowedSites, isAllowed, markOpenPages, registerSites, runInPage, siteOf, tellPages } from './sites.ts'
import { readStored } from './stored.ts'

// The browser wakes the worker for what it listens to before anything else, and ends it soon after.

const menuId = 'answer'
const maxAsked = 200

/** Pages in which the script runs do not read the token. */
chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })

chrome.runtime.onInstalled.addListener(() => {
  registerSites()
  chrome.contextMenus.removeAll(() =>
    chrome.contextMenus.create({ id: menuId, title: 'What does “%s” mean here?', contexts: ['selection'] }),
  )
})
chrome.runtime.onStartup.addListener(registerSites)
chrome.permissions.onAdded.addListener(async ({ origins = [] }) => {
  await registerSites()
  await markOpenPages(origins)
})
chrome.permissions.onRemoved.addListener(async () => {
  await registerSites()
  await tellPages()
})
chrome.contextMenus.onClicked.addListener(({ selectionText = '', frameId = 0 }, tab) =>
  showAnswer(selectionText, tab, frameId),
)
chrome.runtime.onMessage.addListener((message: Message, { url = '' }, reply) => {
  const respond = responders[message.kind] as (given: Message, address: string) => Promise<unknown>
  respond(message, url).then(
    (answer) => reply({ answer }),
    ({ message: problem }: Error) => reply({ problem }),
  )
  return true // It answers later.
})

const responders: Responders = {
  mayMark: (_, address) => isAllowed(address),
  async explain({ text, lang }, address) {
    if (!(await isAllowed(address))) throw new Error('This site is not allowed.')
    const glossary = await glossaryAt(address)
    const { found } = await glossary.explain(text, 'text', { withSuggested: false })
    const matches = found.filter(({ rows }) => rows.length > 0).map((span) => toMatch(text, span))
    const ids = new Set(matches.flatMap(({ term_ids }) => term_ids))
    const terms = [...ids].flatMap((id) => glossary.termOf(id) ?? []).map((term) => toCardTerm(glossary, term, lang))
    return { matches, terms }
  },
  answer: ({ typed, lang }, address) => answer(typed, lang, address),
  async state({ isForced }) {
    const { copy } = await openGlossary(isForced)
    if (isForced) await markOpenPages(await allowedSites())
    const { terms, checked_at, notice } = copy
    const categories = new Set(terms.flatMap(({ category }) => category ?? []))
    return { count: terms.length, categories: [...categories].sort(), checked_at, ...(notice && { notice }) }
  },
  forget: () => forget().then(() => undefined),
}

/** The glossary with the category of a site. */
async function glossaryAt(address: string) {
  const { glossary } = await openGlossary()
  const categories = await readStored('categories')
  const { protocol, hostname } = new URL(address)
  // A site that was allowed in the settings of the browser has all ports.
  return glossary.ofCategory(categories[siteOf(address) ?? ''] ?? categories[`${protocol}//${hostname}/*`])
}

async function answer(typed: string, lang: string, address: string): Promise<Answer> {
  const asked = typed.replace(/\s+/g, ' ').trim()
  if (asked.length > maxAsked) return { asked, terms: [], problem: `Select at most ${maxAsked} characters.` }
  const glossary = await glossaryAt(address)
  const { terms, match, search, did_you_mean, ...found } = await glossary.lookUp(asked)
  const named = search ? [] : terms
  return {
    ...{ asked: named.length > 0 ? found.asked : asked, did_you_mean, note: describeMatch(match) },
    ...{ terms: named.map((term) => toCardTerm(glossary, term, lang)), matched: named[0]?.matched },
  }
}

/** Shows beside a selection what it means, and in a tab where no script can run, as in the pages of the browser. */
async function showAnswer(typed: string, tab: chrome.tabs.Tab | undefined, frameId: number) {
  const tabId = tab?.id ?? chrome.tabs.TAB_ID_NONE
  for (const frame of new Set([frameId, 0])) {
    try {
      await runInPage(tabId, frame)
      return await chrome.tabs.sendMessage(tabId, { typed }, { frameId: frame })
    } catch {} // The frame is of another site.
  }
  return chrome.tabs.create({ url: `answer.html#${encodeURIComponent(typed)}` })
}
