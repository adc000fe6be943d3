import * as assert from 'uvu/assert'
import { pages, variants } from './support/browser.ts'
import { noticeOf } from './support/flash-messages.ts'
import { hasScripts } from './support/flow-page.ts'
import type { TestService } from './support/test-service.ts'

const test = pages('asking what a suggestion means')
const { plain } = test

const messages = [1, 2].map((n) => `https://acme.slack.com/archives/C1/p${n}`)

/** A suggestion that two colleagues, one of them without an account here, and a person who left used in Slack. */
async function suggestion({ sql, person }: TestService) {
  const ada = await person('viewer', 'ada@example.com')
  const gone = await person('viewer', 'gone@example.com')
  await sql`update users set messaging_user_id = 'U1' where id = ${ada.id}`
  await sql`update users set messaging_user_id = 'U2', is_active = false where id = ${gone.id}`
  const [term] = await sql<{ id: string }[]>`
    insert into terms (name, definition, status, source)
    values ('QBR', '', 'suggested', 'discovery') returning id`
  await sql`insert into discovery_channels (id, name) values ('C1', 'sales')`
  await sql`
    insert into discovery_sightings (acronym, channel_id, sightings, authors, examples, first_seen_at, last_seen_at)
    values ('QBR', 'C1', 5, '{U1,U2,U3}', ${messages}, now(), now())`
  await sql`insert into discovery_suggestions (acronym, term_id) values ('QBR', ${term?.id ?? ''})`
  return { ada, id: term?.id ?? '', editor: await person('editor', 'eve@example.com') }
}

for (const { variant, visit } of variants) {
  test(`somebody who used it is asked once, in the inbox, and can answer: ${variant}`, async (service) => {
    const { ada, id, editor } = await suggestion(service)
    const page = await service.open('/review', { as: editor, refusals: [409], ...visit })
    const ask = page.getByRole('button', { name: 'Ask someone who used it' })
    if (hasScripts(page)) {
      await page.keyboard.press('s')
      await page.locator('.said', { hasText: 'We asked ada@example.com.' }).waitFor()
      await page.keyboard.press('s')
      await page.locator('.said', { hasText: 'There is nobody else to ask' }).waitFor()
      assert.is(await page.locator('.review-item').count(), 1)
      assert.not.match(await page.locator('.queue-foot').innerText(), 'Undo last')
    } else {
      await ask.click()
      await noticeOf(page, 'asked').waitFor()
    }
    const entries = await service.sql`select user_id, kind, term_id from inbox_entries`
    assert.equal(
      entries.map((entry) => ({ ...entry })),
      [{ user_id: ada.id, kind: 'asked', term_id: id }],
    )
    const inbox = await service.open('/inbox', { as: ada, ...visit })
    await inbox.getByText('asks you what QBR means, because you used it in Slack').waitFor()
    await inbox.getByRole('link', { name: 'QBR' }).click()
    await inbox.getByRole('link', { name: 'Write a definition' }).click()
    await inbox.getByLabel('Definition').fill('What we tell a customer each quarter.')
    await inbox.getByRole('button', { name: 'Save' }).click()
    await noticeOf(inbox, 'edited').waitFor()
  })
}

plain('the definition of a suggestion links to the messages that are chosen', async (service) => {
  const { id, editor } = await suggestion(service)
  const page = await service.open('/review', { as: editor })
  await page.getByLabel('What does it mean here?').fill('A review each quarter.')
  await page.getByText('Where it comes from, and related terms').click()
  await page.getByLabel('Address of link 1').fill('handbook.example.com/qbr')
  await page.getByLabel('Link to message 2').check()
  await page.getByRole('button', { name: 'Publish QBR' }).click()
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: editor })
  assert.equal(
    [body.status, body.links.map(({ url }: { url: string }) => url)],
    ['pending', ['https://handbook.example.com/qbr', messages[1]]],
  )
})

test.run()
