import type postgres from 'postgres'
import * as assert from 'uvu/assert'
import { type Making, type Order, type Sender, setActive, whileDeactivating } from './support/deactivation.ts'
import { eventually } from './support/eventually.ts'
import { behindLock, holdAuditEvents } from './support/queue.ts'
import { slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

// Who becomes the owner of a term at one process while an admin deactivates them at another.
const test = glossary('owners who are being deactivated')
const slackTest = slackGlossary('owners who are being deactivated in Slack')

const addition = { name: 'QZA', definition: 'What it means here.' }

/** Adds a term of Bob, who owns it until Ada does. */
async function termOfBob({ request }: Sender, as: Person): Promise<string> {
  return (await request('POST', '/api/v1/terms', { as, body: addition })).body.id
}

type Case = {
  making: Making
  refusal: unknown
  terms: number
  /** whether the owner is locked after the audit event has been written, and held up by the notice about it */
  isLate?: boolean
}

/** What makes Ada an owner, what it answers if she is deactivated first, and how many terms there are then. */
const cases = (bob: Person): Record<string, Case> => ({
  'adds a term': {
    making:
      async ({ request }, as) =>
      () =>
        request('POST', '/api/v1/terms', { as, body: addition }),
    refusal: { status: 401, code: 'inactive_user' },
    terms: 0,
  },
  'adds a term on the page': {
    making: async ({ request }, { session }) => {
      const headers = { cookie: `user_id=${session}`, 'content-type': 'application/x-www-form-urlencoded' }
      return () => request('POST', '/terms', { headers, body: new URLSearchParams(addition).toString() })
    },
    refusal: { status: 401, code: 'inactive_user' },
    terms: 0,
  },
  'claims a term': {
    making: async (sender, as) => {
      const id = await termOfBob(sender, bob)
      return () => sender.request('POST', `/api/v1/terms/${id}/claim`, { as })
    },
    refusal: { status: 401, code: 'inactive_user' },
    terms: 1,
    isLate: true,
  },
  'is given a term': {
    making: async (sender, { id: owner_id }) => {
      const id = await termOfBob(sender, bob)
      const body = { ids: [id], set: { owner_id } }
      return () => sender.request('POST', '/api/v1/terms/bulk', { as: bob, body })
    },
    refusal: { status: 200, outcome: 'refused' },
    terms: 1,
    isLate: true,
  },
})

const holdNotices = (gate: postgres.Sql) => gate`lock table inbox_entries in share mode`

async function ownersOf({ ctx, sql }: TestService) {
  await ctx.background.settle()
  return (await sql<{ owner: string | null }[]>`select owner_id as owner from terms`).map(({ owner }) => owner)
}

for (const [what, { refusal, terms }] of Object.entries(cases({} as Person))) {
  const play = async (service: TestService, order: Order) => {
    const bob = await service.person('editor')
    const { making, isLate } = cases(bob)[what] as Case
    const hold = isLate && order === 'made first' ? holdNotices : undefined
    return { bob, ...(await whileDeactivating(service, making, order, 0, hold)) }
  }

  test(`who ${what} before the deactivation loses it`, async (service) => {
    const { made } = await play(service, 'made first')
    assert.ok(made.status < 400, String(made.status))
    assert.equal(await ownersOf(service), [null])
  })

  test(`who ${what} after the deactivation is refused`, async (service) => {
    const { bob, ada, made } = await play(service, 'deactivated first')
    const { code, results } = made.body ?? {}
    const [{ outcome = undefined } = {}] = results ?? []
    assert.equal({ status: made.status, ...(code && { code }), ...(outcome && { outcome }) }, refusal)
    assert.equal(await ownersOf(service), terms ? [bob.id] : [])
    assert.is.not(bob.id, ada.id)
  })
}

test('a suggestion that is restored has no owner who was deactivated since', async (service) => {
  const [admin, ada, bob] = [await service.person('admin'), await service.person(), await service.person()]
  for (const as of [ada, bob]) {
    const { id } = await service.term(as)
    await setStatus(service, id, 'suggested')
    await service.request('POST', `/api/v1/terms/${id}/dismiss`, { as: admin })
    if (as === ada) await setActive(service, admin, ada, false)
    const restored = await service.request('POST', `/api/v1/dismissed/${id}/restore`, { as: admin })
    assert.equal([restored.status, restored.body.owner?.id], [200, as === ada ? undefined : bob.id])
  }
})

test('a deactivation waits for no term: what others have locked is taken when they are done', async (service) => {
  const { sql } = service
  const [admin, ada] = [await service.person('admin'), await service.person()]
  const [{ id }] = [await service.term(ada), await service.term(ada)]
  const held = await sql.reserve()
  await held`begin`
  await held`select from terms where id = ${id} for update`
  assert.is((await setActive(service, admin, ada, false)).body.is_active, false)
  const owners = () => held<{ owner: string | null }[]>`select owner_id as owner from terms order by id = ${id}`
  assert.equal([...(await owners())], [{ owner: null }, { owner: ada.id }])
  await held`commit`
  await eventually('nobody owns it', async () => (await owners()).every(({ owner }) => owner === null))
  held.release()
})

slackTest('a term that waits for the deactivation is not added or claimed in Slack', async (service) => {
  const [boss, bob] = [await service.person('admin'), await service.person()]
  const ada = await service.colleague('UADA')
  const { id, name } = await service.term(bob)
  await service.sql`update terms set owner_id = null`
  await behindLock(service, holdAuditEvents, [
    () => setActive(service, boss, ada, false),
    () => service.command('UADA', 'add QZA -- What it means here.'),
    () => service.press('UADA', { action_id: 'claim_term', value: id, label: name }),
  ])
  const said = JSON.stringify(await service.answers())
  assert.equal(await ownersOf(service), [null])
  assert.match(said, 'This account has been deactivated.')
})

test.run()
slackTest.run()
