import type { Page } from 'playwright-core'
import type { Environment } from '../../lib/app/settings.ts'
import { type BrowserTestService, pages } from './browser.ts'
import { openWebsite, type Website } from './website.ts'

/** Creates a suite of tests in a browser with a website of another origin, whose pages have the embed. */
export function websites(name: string, env: Environment = {}) {
  const suite = pages(name, env)
  const test = (title: string, body: (service: BrowserTestService, site: Website) => Promise<void>) =>
    suite(title, async (service) => {
      const site = await openWebsite(service)
      try {
        await body(service, site)
      } finally {
        await site.stop()
      }
    })
  test.run = suite.run
  return test
}

export const marks = (page: Page) => page.locator('glossary-term')
export const card = (page: Page) => page.locator('glossary-card .card')
export const markedNames = (page: Page) => marks(page).allInnerTexts()

/** Waits until something is marked, and returns all that is. */
export async function waitForMarks(page: Page) {
  await marks(page).first().waitFor()
  return markedNames(page)
}

/** Returns the texts that a page sends to the glossary. */
export function recordTexts(page: Page) {
  const texts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') texts.push(request.postDataJSON().text)
  })
  return texts
}

export const html = `<main><p id="first">Our <b>SLA</b> is a promise. The SLA does not cover the CI/CD server.</p></main>`

export async function addTerms(service: BrowserTestService, { admin }: Website) {
  const sla = await service.term(admin, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'What we promise\na customer.',
    category: 'Operations',
    aliases: [{ name: 'uptime promise', kind: 'discouraged' }],
  })
  await service.sql`update terms set status = 'official' where id = ${sla.id}`
  await service.term(admin, { name: 'CI/CD', definition: 'Building and delivering.' })
  return sla
}
