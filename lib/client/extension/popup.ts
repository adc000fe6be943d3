import { ask } from './messages.ts'
import { allowedSites, siteName, siteOf } from './sites.ts'

const find = <Found extends HTMLElement>(id: string) => document.getElementById(id) as Found

/** What the button of the toolbar shows: whether the site of the open tab is allowed, and a button for it. */
async function show() {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  const site = siteOf(tab?.url)
  const button = find<HTMLButtonElement>('site')
  button.hidden = site === null
  if (site === null) return say('Names are not marked on this page.')
  const isAllowed = await chrome.permissions.contains({ origins: [site] })
  button.textContent = isAllowed ? `Stop on ${siteName(site)}` : `Mark names on ${siteName(site)}`
  // The browser asks the person only while it handles their click.
  button.onclick = async () => {
    await (isAllowed ? chrome.permissions.remove({ origins: [site] }) : chrome.permissions.request({ origins: [site] }))
    await show()
  }
  const isElsewhere = isAllowed && !(await allowedSites()).includes(site)
  button.hidden = isElsewhere
  say(isElsewhere ? 'Names are marked on all sites that you have allowed in the settings of the browser.' : '')
}

const say = (text: string) => {
  find('said').textContent = text
}

find('options').onclick = () => chrome.runtime.openOptionsPage()
document.title = find('name').textContent = chrome.runtime.getManifest().name
show()
ask('state')
  .then(({ notice = '' }) => {
    find('state').textContent = notice
  })
  .catch(({ message }: Error) => {
    find('state').textContent = message
  })
