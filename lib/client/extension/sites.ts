/** The glossary of this extension: another glossary is another download. */
export const origin: string = chrome.runtime.getManifest().homepage_url ?? ''

const own = `${origin}/*`
const id = 'page'

/** Returns the pattern of the site of an address; null if nothing is ever marked there. */
export function siteOf(address = ''): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && /^https?:$/.test(url.protocol) && url.origin !== origin ? `${url.origin}/*` : null
}

/** What people read of a site. */
export const siteName = (site: string): string => site.replace(/\/\*$/, '').replace(/^https:\/\//, '')

/** Returns the sites that the person has allowed, here or in the settings of the browser. */
export async function allowedSites(): Promise<string[]> {
  const { origins = [] } = await chrome.permissions.getAll()
  return origins.filter((site) => site !== own).sort()
}

/** Whether the person has allowed the site of an address. */
export async function isAllowed(address: string): Promise<boolean> {
  const site = siteOf(address)
  return site !== null && chrome.permissions.contains({ origins: [site] })
}

let last: Promise<unknown> = Promise.resolve()

/** Lets pages of the allowed sites, and no others, be marked when they open. One change follows the other. */
export function registerSites(): Promise<unknown> {
  last = last.then(register, register)
  return last
}

async function register() {
  const matches = await allowedSites()
  const isRegistered = (await chrome.scripting.getRegisteredContentScripts({ ids: [id] })).length > 0
  if (matches.length === 0) return isRegistered && chrome.scripting.unregisterContentScripts({ ids: [id] })
  const script = { id, matches, excludeMatches: [own], js: ['page.js'], runAt: 'document_idle' as const }
  // Changing it leaves no moment in which a page would open without it.
  return isRegistered
    ? chrome.scripting.updateContentScripts([script])
    : chrome.scripting.registerContentScripts([script])
}

/** Marks the pages of sites that are open already. */
export async function markOpenPages(sites: string[]): Promise<void> {
  const tabs = sites.length > 0 ? await chrome.tabs.query({ url: sites }) : []
  await Promise.allSettled(tabs.map(({ id: tabId }) => tabId !== undefined && runInPage(tabId)))
}

/** Lets open pages look again whether they may be marked. */
export async function tellPages(): Promise<void> {
  const tabs = await chrome.tabs.query({})
  await Promise.allSettled(tabs.map(({ id: tabId }) => tabId !== undefined && chrome.tabs.sendMessage(tabId, {})))
}

/** Runs the script of pages, which does nothing where it runs already. */
export const runInPage = (tabId: number, frameId = 0): Promise<unknown> =>
  chrome.scripting.executeScript({ target: { tabId, frameIds: [frameId] }, files: ['page.js'] })
