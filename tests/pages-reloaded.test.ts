import * as assert from 'uvu/assert'
import { pages } from './support/browser.ts'

// Without JavaScript, a form may be shown again at the address that it was sent to, which can be loaded anew.
const test = pages('addresses of forms')
const { plain } = test

plain('the address of a form leads to its page', async (service) => {
  const as = await service.person('admin')
  const { id } = await service.term(as, { name: 'SLA' })
  for (const [path, page] of [
    ['/review/define', '/review'],
    ['/review/answer', '/review'],
    [`/terms/${id}/vote`, `/terms/${id}`],
    [`/terms/${id}/resolve-dispute`, null],
    ['/inbox/read', '/inbox'],
    [`/tokens/${id}/revoke`, '/tokens'],
    [`/wanted/${id}/show`, '/wanted'],
  ] as const) {
    const { status, headers } = await service.request('GET', path, { as, headers: { accept: 'text/html' } })
    assert.equal([status, headers.get('location')], page ? [303, page] : [404, null], path)
  }
  for (const [method, path] of [
    ['GET', `/api/v1/terms/${id}/vote`],
    ['PUT', '/review/define'],
  ] as const)
    assert.is((await service.request(method, path, { as })).status, 405, path)
})

plain('the page of a word has the name as its terms write it', async (service) => {
  const as = await service.person()
  for (const full_name of ['Service Level Agreement', 'Shipping Label Archive'])
    await service.term(as, { name: 'SLA', full_name })
  const page = await service.open('/t/sla', { as })
  assert.match(await page.title(), /^SLA\b/)
  assert.is(await page.locator('main .word h1').innerText(), 'SLA')
})

test.run()
