import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'
import { cookie } from './support/credentials.ts'
import { setStatus } from './support/terms.ts'
import type { Person, TestService } from './support/test-service.ts'
import { findFlaws } from './support/usability.ts'

const test = pages('links between definitions')
const { plain } = test

const definition =
  'The SLO is part of it. An SLO, the SLAs, a uptime contract and https://example.com/SLO; not slo.\nError  budgets.'

/** SLA, whose definition has other names and its own, with its names loaded. */
async function linkedTerms(service: TestService) {
  const as = await service.person('viewer', 'ada@example.com')
  await service.term(as, { name: 'SLO', definition: 'Has no other name.' })
  await service.term(as, { name: 'error budget', definition: 'What an SLO leaves.' })
  const sla = await service.term(as, { name: 'SLA', definition, aliases: ['uptime contract'] })
  await service.ctx.names.read()
  return { as, sla }
}

const get = async ({ request }: TestService, as: Person, path: string) => {
  const answer = await request('GET', path, { headers: { ...cookie(as), accept: 'text/html' } })
  assert.is(answer.status, 200)
  return [...answer.text.matchAll(/<a class="name-link" href="([^"]*)">([^<]*)/g)].map(
    ([, href, text]) => `${text} → ${href}`,
  )
}

plain('the first occurrence of another name is a link, on every page that has the definition', async (service) => {
  const { as, sla } = await linkedTerms(service)
  const links = ['SLO → /t/SLO', 'Error  budgets → /t/error%20budget']
  for (const path of [`/terms/${sla.id}`, '/t/SLA', '/?q=sla']) {
    assert.equal(await get(service, as, path), links, path)
  }
  await service.term(as, { name: 'SLA', full_name: 'Second', definition: 'Not the SLO. See SLA.' })
  const both = await get(service, as, '/t/SLA')
  assert.equal(both.sort(), [...links, 'SLO → /t/SLO'].sort())
  assert.equal(await get(service, as, '/'), [], 'lists have no links')
})

plain('a new name is linked at once, a deleted one no longer', async (service) => {
  const { as, sla } = await linkedTerms(service)
  const editor = await service.person('editor')
  const { id } = await service.term(as, { name: 'part of', definition: 'Inside.' })
  const path = `/terms/${sla.id}`
  assert.ok((await get(service, as, path)).includes('part of → /t/part%20of'))
  await service.request('DELETE', `/api/v1/terms/${id}`, { as: editor })
  assert.not.ok((await get(service, as, path)).includes('part of → /t/part%20of'))
})

plain('a page has no links while the names are not loaded or cannot be looked up', async (service) => {
  const as = await service.person()
  const { id } = await service.term(as, { definition: 'See SLO.' })
  await service.term(as, { name: 'SLO' })
  assert.equal(await get(service, as, `/terms/${id}`), [])
  await service.ctx.names.read()
  assert.is((await get(service, as, `/terms/${id}`)).length, 1)
  await service.sql`alter table term_names rename column added_in to broken`
  assert.equal(await get(service, as, `/terms/${id}`), [])
})

plain('many long definitions are linked as far as one lookup reaches', async (service) => {
  const { as } = await linkedTerms(service)
  for (let i = 0; i < 14; i++) {
    const long = { full_name: `Meaning ${i}`, definition: `${'x '.repeat(1998)}SLO` }
    await service.term(as, { name: 'PM', ...long })
  }
  assert.is((await get(service, as, '/t/PM')).length, 12)
})

test('links lead to the word, look like text and are accessible', async (service) => {
  const { as, sla } = await linkedTerms(service)
  await setStatus(service, sla.id, 'official')
  const page = await service.open(`/terms/${sla.id}`, { as })
  const link = page.locator('.definition').getByRole('link', { name: 'SLO', exact: true })
  const colour = (element: Element) => getComputedStyle(element).color
  assert.is(await link.evaluate(colour), await page.locator('.definition').evaluate(colour))
  await link.click()
  await page.waitForURL('**/t/SLO')
  assert.equal(await findFlaws(service, as, [`/terms/${sla.id}`]), [])
})

test.run()
