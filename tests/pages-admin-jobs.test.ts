import * as assert from 'uvu/assert'
import { readJobs } from '../handlers/pages/admin/jobs-view.tsx'
import { type PlainTestService, pages, variants } from './support/browser.ts'
import type { FlowPage } from './support/flow-page.ts'
import { sendForm } from './support/forms.ts'

const test = pages('page of jobs')
const { plain, scripted } = test
const withSlack = pages('page of jobs with Slack, in Berlin', {
  SERVICE_TIMEZONE: 'Europe/Berlin',
  SERVICE_SLACK_BOT_TOKEN: 'xoxb-a-token',
  SERVICE_SLACK_SIGNING_SECRET: 'a secret',
})

const button = (page: FlowPage, job: string) => page.getByRole('button', { name: `(${job})` })
const latest = async (page: FlowPage) =>
  (await page.locator('.record').first().innerText()).replace(/\s+/g, ' ').toLowerCase()

/** Starts a run of discovery that holds its lock. Returns functions that change its state. */
async function underWay({ sql }: PlainTestService) {
  await sql`select pg_advisory_lock(hashtextextended('glossary.job.discovery', 0))`
  const [run] = await sql<{ id: string }[]>`
    insert into job_runs (job_type, trigger, status, started_at, progress)
    values ('discovery', 'schedule', 'running', now(), '{"channels": 40, "channels_done": 10}')
    returning id`
  const id = run?.id ?? ''
  return {
    progress: (progress: object) => sql`update job_runs set progress = ${sql.json(progress as never)} where id = ${id}`,
    complete: () => sql`update job_runs set status = 'completed', completed_at = now() where id = ${id}`,
  }
}

for (const { variant, visit } of variants) {
  const { isPlain } = visit
  test(`an admin starts a job and sees its result, ${variant}`, async (service) => {
    const as = await service.person('admin')
    const { id } = await service.term(as)
    await service.sql`update terms set last_confirmed_at = now() - interval '2 years' where id = ${id}`
    const page = await service.open('/admin/jobs', { as, ...visit })
    await page.getByText('No job has run yet. Run one above').waitFor()

    await button(page, 'Staleness').click()
    await page
      .getByText(isPlain ? 'Job started.' : 'Staleness started.')
      .first()
      .waitFor()
    await service.ctx.background.settle()
    if (isPlain) await page.goto('/admin/jobs')
    await page.getByText('1 term marked, 1 notification.').first().waitFor()
    assert.match(
      await latest(page),
      /^staleness done 1 term marked, 1 notification\. just now started manually (less than a second|\d+ s)$/,
    )

    assert.is((await sendForm(service, as, '/admin/jobs/discovery/run')).status, 303)
    await service.ctx.background.settle()
    await page.goto('/admin/jobs')
    await page.locator('.record .failed').waitFor()
    assert.match(await latest(page), /^discovery failed slack is not connected: set service_slack_bot_token/)
  })

  withSlack(`a running job is not started again, and the page says so, ${variant}`, async (service) => {
    const as = await service.person('admin')
    await underWay(service)
    const page = await service.open('/admin/jobs', { as, ...visit, refusals: [409] })
    assert.match(await button(page, 'Discovery').innerText(), /^Running…\s+\(Discovery\)$/)
    await button(page, 'Discovery').click()
    await page.getByText('This job is already running.').waitFor()
    assert.is((await service.sql`select id from job_runs`).length, 1)
    // The next update leaves time to read the message.
    assert.is(await page.locator('[hx-trigger="every 1s"]').count(), 0)
  })
}

withSlack.scripted('the progress updates by itself until nothing runs', async (service) => {
  const as = await service.person('admin')
  const { progress, complete } = await underWay(service)
  const page = await service.open('/admin/jobs', { as })
  const bar = page.getByRole('progressbar', { name: 'Progress of Discovery' })
  assert.is(await bar.getAttribute('value'), '0.25')
  await page.getByText('10 of 40 channels read, 0 messages, 0 terms suggested.').waitFor()

  await button(page, 'Discovery').focus()
  await progress({ channels: 40, channels_done: 30, messages: 1204 })
  await page.getByText('30 of 40 channels read, 1,204 messages, 0 terms suggested.').waitFor()
  assert.is(await bar.getAttribute('value'), '0.75')
  assert.is(await page.locator('#announcement').innerText(), '')

  await progress({ channels: 40, channels_done: 40, messages: 1300, suggested: 1 })
  await complete()
  const outcome = '40 of 40 channels read, 1,300 messages, 1 term suggested.'
  await page.locator('#announcement', { hasText: `Discovery: Done. ${outcome}` }).waitFor({ state: 'attached' })
  assert.is(await bar.count(), 0)
  assert.match(await button(page, 'Discovery').innerText(), /^Run now\s+\(Discovery\)$/)
  assert.is(await page.evaluate(() => document.activeElement?.id), 'run-discovery')
  assert.is(await page.locator('main [hx-trigger]').count(), 0)
})

plain('a run that ends between two queries counts as under way', async (service) => {
  await underWay(service)
  const { db } = service.ctx
  const many: typeof db.many = async (name, params) => (name === 'jobs/jobs-under-way' ? [] : db.many(name, params))
  const changed = Object.assign(Object.create(db), { many })
  const { states } = await readJobs({ ...service.ctx, db: changed }, 0)
  assert.equal(
    states.map(({ jobType, isUnderWay }) => [jobType, isUnderWay]),
    [
      ['discovery', true],
      ['staleness', false],
    ],
  )
})

scripted('the page sends no requests while nothing runs', async (service) => {
  const as = await service.person('admin')
  await service.sql`insert into job_runs (job_type, trigger, status, completed_at)
    values ('staleness', 'schedule', 'completed', now())`
  const page = await service.open('/admin/jobs', { as })
  assert.is(await page.locator('main [hx-trigger]').count(), 0)
})

test('without JavaScript a link refreshes the progress', async (service) => {
  const as = await service.person('admin')
  const { progress } = await underWay(service)
  const page = await service.open('/admin/jobs', { as, isPlain: true })
  await progress({ channels: 40, channels_done: 20, messages: 7 })
  await page.getByRole('link', { name: 'Refresh progress' }).click()
  await page.getByText('20 of 40 channels read, 7 messages').waitFor()
  const withScripts = await service.open('/admin/jobs', { as, isPlain: false, isScripted: true })
  assert.is(await withScripts.getByText('Refresh progress').isVisible(), false)
})

scripted('the keyboard starts a job', async (service) => {
  const page = await service.open('/admin/jobs', { as: await service.person('admin') })
  await button(page, 'Staleness').focus()
  await page.keyboard.press('Enter')
  await page.getByText('0 terms marked, 0 notifications.').first().waitFor()
  assert.is(await page.evaluate(() => document.activeElement?.id), 'run-staleness')
})

plain('a job has its next due time, or the settings it needs', async (service) => {
  service.clock.now = new Date('2026-11-21T12:00:00Z')
  const as = await service.person('admin')
  const page = await service.open('/admin/jobs', { as })
  const main = await page.getByRole('main').innerText()
  assert.match(main, 'This job cannot run. To enable it, set SERVICE_SLACK_BOT_TOKEN and SERVICE_SLACK_SIGNING_SECRET.')
  assert.match(main, 'Monday 23 November at 03:00 (UTC)')
})

withSlack.plain('due times are those of SERVICE_TIMEZONE', async (service) => {
  service.clock.now = new Date('2026-11-21T12:00:00Z')
  const as = await service.person('admin')
  const page = await service.open('/admin/jobs', { as })
  const main = await page.getByRole('main').innerText()
  assert.match(main, 'Sunday 22 November at 02:00 (Europe/Berlin)')
  assert.match(main, 'Monday 23 November at 03:00 (Europe/Berlin)')
  const times = await Promise.all((await page.locator('.job time').all()).map((time) => time.getAttribute('datetime')))
  assert.equal(times, ['2026-11-22T01:00:00.000Z', '2026-11-23T02:00:00.000Z'])
})

plain('runs have a duration and a trigger, and come in pages', async (service) => {
  const as = await service.person('admin')
  await service.sql`insert into job_runs
      (job_type, trigger, status, created_at, started_at, completed_at, progress, error)
    select
      'discovery', case when n % 2 = 0 then 'manual' else 'schedule' end,
      case when n = 1 then 'failed' else 'completed' end, s.at, s.at,
      s.at + make_interval(secs => 10 ^ (n % 5)), '{"channels": 2, "channels_done": 1}',
      case when n = 1 then 'Slack refused: ratelimited.' end
    from generate_series(30, 1, -1) n
    cross join lateral (select now() - make_interval(days => n) as at) as s`
  const page = await service.open('/admin/jobs', { as })
  assert.is(
    await latest(page),
    'discovery failed slack refused: ratelimited. 1 of 2 channels read, 0 messages, 0 terms suggested. 1 day ago scheduled 10 s',
  )
  const texts = await page.locator('.record .facts').allInnerTexts()
  const durations = texts.map((text) => text.split('\n').at(-1))
  assert.equal(durations.slice(1, 5), ['1 min 40 s', '16 min 40 s', '2 h 46 min', '1 s'])
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/admin/jobs?offset=25')
  await page.locator('.pager', { hasText: '26–30 of 30' }).waitFor()
  assert.is(await page.locator('.record').count(), 5)
})

scripted('a page of old runs stays where it is while something runs', async (service) => {
  const as = await service.person('admin')
  await service.sql`insert into job_runs (job_type, trigger, status, completed_at)
    select 'staleness', 'schedule', 'completed', now() from generate_series(1, 30)`
  const { complete } = await underWay(service)
  const page = await service.open('/admin/jobs?offset=25', { as })
  await page.locator('.pager', { hasText: '26–31 of 31' }).waitFor()
  await complete()
  await page.getByText('Run now (Discovery)').waitFor()
  await page.locator('.pager', { hasText: '26–31 of 31' }).waitFor()
})

plain('invalid requests start no job', async (service) => {
  const [admin, viewer] = [await service.person('admin'), await service.person()]
  assert.is((await sendForm(service, admin, '/admin/jobs/cleaning/run')).status, 404)
  assert.is((await sendForm(service, viewer, '/admin/jobs/staleness/run')).status, 403)
  const foreign = { origin: 'https://evil.example' }
  assert.is((await sendForm(service, admin, '/admin/jobs/staleness/run', {}, foreign)).status, 403)
  assert.is((await service.sql`select id from job_runs`).length, 0)
})

plain('discovery without Slack cannot be started, and the reason is shown', async (service) => {
  const page = await service.open('/admin/jobs', { as: await service.person('admin') })
  const run = button(page, 'Discovery')
  assert.is(await run.isDisabled(), true)
  const reason = page.locator(`#${await run.getAttribute('aria-describedby')}`)
  assert.match(await reason.innerText(), /cannot run.*set SERVICE_SLACK_BOT_TOKEN/)
  assert.is(await button(page, 'Staleness').isDisabled(), false)
})

withSlack.plain('discovery with Slack can be started', async (service) => {
  const page = await service.open('/admin/jobs', { as: await service.person('admin') })
  assert.is(await button(page, 'Discovery').isDisabled(), false)
  assert.is(await button(page, 'Discovery').getAttribute('aria-describedby'), null)
})

test.run()
withSlack.run()
