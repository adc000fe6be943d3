import { readToken } from '../service.ts'
import { ask } from './messages.ts'
import { allowedSites, origin, siteName } from './sites.ts'
import { readStored, store } from './stored.ts'

const find = <Found extends HTMLElement>(id: string) => document.getElementById(id) as Found
const token = find<HTMLInputElement>('token')

/** Says how the glossary is, and returns its categories. */
async function showState(isForced = false): Promise<string[]> {
  const said = find('state')
  try {
    const { count, checked_at, notice, categories } = await ask('state', { isForced })
    said.textContent = notice ?? `${count} terms, as of ${new Date(checked_at).toLocaleString()}.`
    return categories
  } catch (error) {
    said.textContent = (error as Error).message
    return []
  }
}

async function showSites(categories: string[]) {
  const sites = await allowedSites()
  const chosen = await readStored('categories')
  find('none').hidden = sites.length > 0
  find('sites').replaceChildren(...sites.map((site) => createRow(site, categories, chosen[site] ?? '')))
}

/** A site, with the category whose meanings come first there. */
function createRow(site: string, categories: string[], chosen: string) {
  const name = siteName(site)
  const select = create('select', { ariaLabel: `Category on ${name}` })
  const all = new Set(['', ...(chosen ? [chosen] : []), ...categories])
  select.append(...[...all].map((value) => create('option', { value, textContent: value || 'any category' })))
  select.value = chosen
  select.onchange = async () => store({ categories: { ...(await readStored('categories')), [site]: select.value } })
  const remove = create('button', { textContent: 'Remove', ariaLabel: `Remove ${name}` })
  remove.onclick = () => chrome.permissions.remove({ origins: [site] })
  const row = create('li', {})
  row.append(create('span', { textContent: name }), select, remove)
  return row
}

const create = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties)

const show = async (isForced = false) => showSites(await showState(isForced))

find('form').onsubmit = async (event) => {
  event.preventDefault()
  try {
    await store({ token: readToken(token.value), failed: null })
    token.value = ''
    await show(true)
  } catch (error) {
    find('state').textContent = (error as Error).message
  }
}
find('forget').onclick = async () => {
  await ask('forget')
  await show()
}
const glossary = find<HTMLAnchorElement>('glossary')
glossary.textContent = glossary.href = origin
find<HTMLAnchorElement>('create').href = `${origin}/tokens?name=extension`
document.title = chrome.runtime.getManifest().name
chrome.permissions.onAdded.addListener(() => show())
chrome.permissions.onRemoved.addListener(() => show())
show()
