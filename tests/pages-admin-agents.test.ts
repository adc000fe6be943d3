import * as assert from 'uvu/assert'
import { pages, pathOf, variants } from './support/browser.ts'
import { connectedAgent } from './support/endpoint-objects.ts'
import type { FlowPage } from './support/flow-page.ts'
import { callMcp, connect } from './support/oauth-agent.ts'

const test = pages('page of the agents')
const { plain } = test
const withoutLogins = pages('page of the agents that cannot log in', { SERVICE_MCP_OAUTH: 'false' })

const agents = (page: FlowPage) => page.locator('#agents .record')
const findings = (page: FlowPage) => page.locator('#exam .record')

for (const { variant, visit } of variants) {
  test(`an admin disconnects the agent of a user, ${variant}`, async (service) => {
    const [ada, bo] = [
      await service.person('viewer', 'ada@example.com'),
      await service.person('viewer', 'bo@example.com'),
    ]
    const as = await service.person('admin')
    await connectedAgent(service, bo)
    const { access } = await connect(service, ada)
    assert.is((await callMcp(service, access)).status, 200)
    await service.ctx.background.settle()

    const page = await service.open('/admin/agents', { as, ...visit })
    assert.is(await agents(page).count(), 2)
    const record = agents(page).filter({ hasText: 'ada@example.com' })
    const text = await record.innerText()
    assert.match(text, /Reads for ada@example\.com/i)
    assert.match(text, /connected just now\s+last used just now/i)
    await record.getByText('Disconnect', { exact: false }).first().click()
    await record.getByRole('button', { name: 'Disconnect agent' }).click()
    await page.getByText('Agent disconnected.').waitFor()
    assert.is(pathOf(page).split('?')[0], '/admin/agents')
    assert.is(await agents(page).count(), 1)
    assert.match(await agents(page).innerText(), 'bo@example.com')
    assert.is((await callMcp(service, access)).status, 401)
  })
}

test('an agent is disconnected with the keyboard', async (service) => {
  const as = await service.person('admin')
  await connectedAgent(service, await service.person())
  const page = await service.open('/admin/agents', { as })
  await agents(page).locator('summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Agent disconnected.').waitFor()
  await page.getByText('No connected agents').waitFor()
})

plain('the list of agents has pages, and can end before one', async (service) => {
  const as = await service.person('admin')
  await service.sql`
    insert into agents (user_id, client_id, name, expires_at)
    select ${as.id}, 'a client', 'agent ' || n, now() + interval '1 day'
    from generate_series(1, 26) as n`
  const page = await service.open('/admin/agents', { as })
  assert.is(await agents(page).count(), 25)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/admin/agents?agents=25')
  await page.locator('.pager', { hasText: '26–26 of 26' }).waitFor()
  assert.is(await agents(page).count(), 1)
  await page.goto('/admin/agents?agents=50')
  await page.getByRole('link', { name: 'Back to the first page' }).click()
  await page.waitForURL('**/admin/agents')
})

plain('the exam names each finding with its cause and its fix, and links to the term', async (service) => {
  const as = await service.person('admin')
  const good = await service.term(as, {
    name: 'QRX',
    definition: 'How the team Sales reviews its forecasts every month.',
  })
  const bad = await service.term(as, { name: 'TBX', definition: 'TBD' })
  const page = await service.open('/admin/agents', { as })
  const text = await page.locator('#exam').innerText()
  assert.match(text, 'Score: 50 of 100.')
  assert.match(text, /asked \d+ questions about all terms\./)
  assert.not.match(text, good.name)
  assert.is(await findings(page).count(), 1)
  assert.match(
    (await findings(page).innerText()).replace(/\s+/g, ' '),
    /TBX No definition .* Answer: TBD Write what the name means\./i,
  )
  await findings(page).getByRole('link', { name: 'TBX' }).click()
  assert.is(pathOf(page), `/terms/${bad.id}`)
})

plain('an empty glossary has neither agents nor a score', async (service) => {
  const page = await service.open('/admin/agents', { as: await service.person('admin') })
  const text = await page.getByRole('main').innerText()
  assert.match(text, 'Nobody has connected an agent yet.')
  assert.match(text, 'The glossary has no terms to ask about yet.')
  assert.not.match(text, 'Score')
})

withoutLogins.plain('while agents cannot log in, only the exam is shown', async (service) => {
  const as = await service.person('admin')
  await connectedAgent(service, as)
  await service.term(as)
  const page = await service.open('/admin/agents', { as })
  assert.is(await page.locator('#agents').count(), 0)
  assert.is(await page.locator('#exam').count(), 1)
})

test.run()
withoutLogins.run()
