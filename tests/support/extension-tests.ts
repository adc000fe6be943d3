import * as assert from 'uvu/assert'
import { canTest, type ExtensionBrowser, executable, openExtension, origin } from './extension.ts'
import { warnNotTested } from './programs.ts'
import { suite } from './suite.ts'

/** Websites with invented names: one that is allowed, and one with the embed. */
export const [site, withEmbed] = ['http://wiki.test', 'http://embedded.test']
const names = ['glossary', 'wiki', 'embedded', 'strict', 'other', 'nowhere'].map((name) => `${name}.test`)

/** What Chromium itself asks for, such as its own updates. */
const ofBrowser = /\.(google|googleapis|gvt1)\.com(:443)?$/

/**
 * A suite of tests that share a browser with the extension. After the last one, all its requests are looked at. Each
 * begins with what those before it have set up.
 */
export function extensionTests(name: string) {
  const test = suite<{ browser: ExtensionBrowser }>(name)
  test.before(async (context) => {
    context.browser = await openExtension()
    await addTerms(context.browser)
  })
  test.after(async ({ browser }) => browser?.close())
  const { run } = test
  test.run = () => {
    test('nothing of a page was sent to anybody', ({ browser }) => expectNothingSent(browser))
    if (canTest) run()
    else if (process.env.TEST_BROWSER_REQUIRED) throw new Error(`${executable} is missing: apt-get install chromium`)
    else warnNotTested(name, `${executable} is missing: apt-get install chromium`)
  }
  return test
}

function expectNothingSent({ requests, connects }: ExtensionBrowser) {
  const fromWorker = requests.filter(({ url }) => url.startsWith(`${origin}/api/`))
  const explained = fromWorker.filter(({ url, headers }) => url.endsWith('/explain') && headers.origin !== undefined)
  const isEmbed = ({ headers }: (typeof requests)[number]) => [site, withEmbed].includes(`${headers.origin}`)
  assert.ok(explained.every(isEmbed), 'only the embed sends texts')
  const own = fromWorker.filter((request) => !isEmbed(request))
  assert.ok(own.length > 0)
  assert.equal(
    [...new Set(own.map(({ method, url, body }) => `${method} ${url} ${body}`))],
    [`GET ${origin}/api/v1/export?format=json&status=all `],
  )
  assert.ok(own.every(({ headers }) => headers.referer === undefined && headers.cookie === undefined))
  const opened = requests.filter(({ url, headers }) => url.startsWith(origin) && `${headers.referer}`.includes('wiki'))
  assert.ok(opened.every(({ url }) => url.endsWith('/embed.js') || url.endsWith('/explain')))
  const others = requests.filter(({ url }) => !names.includes(new URL(url).host))
  const hosts = [...others.map(({ url }) => new URL(url).host), ...connects]
  assert.ok(
    hosts.every((host) => ofBrowser.test(host)),
    hosts.join(),
  )
  assert.ok(others.every(({ url, body }) => !/SLA|CI\/CD|\.test\b/.test(url + body)))
}

async function addTerms({ service, admin }: ExtensionBrowser) {
  const term = (fields: object) => service.term(admin, fields)
  const sla = await term({
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'What we promise\na customer. It is signed.',
    category: 'Operations',
    aliases: [{ name: 'uptime promise', kind: 'discouraged' }],
    links: [{ url: 'https://wiki.example.com/sla', label: 'Handbook' }, 'https://example.com/b'],
  })
  const slo = await term({ name: 'SLO', definition: 'A goal. It is measured.', category: 'Operations' })
  const contract = await term({ name: 'Contract', definition: 'What is signed.' })
  await term({ name: 'CI/CD', definition: 'Building and delivering.' })
  for (const category of ['Banking', 'Machines']) await term({ name: 'ATM', definition: `${category}.`, category })
  await term({ name: 'Arbeitszeitkonto', definition: 'Stunden.' })
  await term({ name: 'never here', definition: 'Not in texts.', in_texts: 'never' })
  await service.sql`update terms set status = 'official' where name = 'SLA'`
  const { id } = await term({ name: 'QZX', definition: 'Found by discovery.' })
  await service.sql`update terms set status = 'suggested' where id = ${id}`
  const german = { full_name: 'Dienstgütevereinbarung', definition: 'Was wir versprechen.', version: 1 }
  await service.request('PUT', `/api/v1/terms/${sla.id}/translations/de`, { as: admin, body: german })
  for (const [kind, other] of [
    ['differs_from', slo],
    ['broader', contract],
  ] as const)
    await service.request('PUT', `/api/v1/terms/${sla.id}/relations/${kind}/${other.id}`, { as: admin })
}

/** The requests for the glossary. */
export const exportsOf = ({ requests }: ExtensionBrowser) =>
  requests.filter(({ url }) => url.startsWith(`${origin}/api/v1/export`))

/** Writes a token in the options, and returns what they say of it. */
export async function saveToken({ options }: ExtensionBrowser, token: string, expected: RegExp) {
  const page = await options()
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('#state').filter({ hasText: expected }).waitFor()
  return page
}

/** A page. */
export const htmlOf = (body: string, head = '', lang = 'en') =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>A page</title>${head}</head><body>${body}</body></html>`
