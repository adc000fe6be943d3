import * as assert from 'uvu/assert'
import { buttonsOf, textOf } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('the form in Slack')
test.before.each(async (service) => void (await service.colleague('U1')))

type Entries = Record<string, string | null>

/** Sends the form as Slack does: fields left empty are null. */
const submit = (service: SlackTestService, entries: Entries, slackId = 'U1', callback_id = 'add_term') =>
  service.interact({
    type: 'view_submission',
    user: { id: slackId },
    response_url: undefined,
    view: { callback_id, state: { values: stateOf(entries) } },
  })

const lists = ['aliases', 'misspellings', 'discouraged']

const stateOf = (entries: Entries) =>
  Object.fromEntries(
    ['name', 'full_name', 'definition', 'category', ...lists].map((field) => [
      field,
      { [field]: { type: 'plain_text_input', value: entries[field] ?? null } },
    ]),
  )

const sla = {
  name: ' SLA ',
  full_name: 'Service Level Agreement',
  definition: 'A promise.\nIn writing.',
  category: 'Sales',
}

test('a form adds a term, then shows it', async (service) => {
  const { status, body } = await submit(service, sla)
  assert.is(status, 200)
  assert.is(body.response_action, 'update')
  assert.match(textOf(body.view), 'Thank you. *SLA* (Service Level Agreement) is now in the glossary')
  assert.not.match(JSON.stringify(body.view), '"actions"')
  const [term] = await service.sql`
    select name, full_name, definition, category, source, status from terms`
  assert.equal({ ...term }, { ...sla, name: 'SLA', source: 'slack', status: 'pending' })
  assert.equal(await service.answers(), [])
  assert.equal(service.slack.posts(), [])
})

test('other names are listed with semicolons', async (service) => {
  const { body } = await submit(service, {
    ...sla,
    ...{ full_name: null, category: '  ' },
    aliases: ' uptime contract;; a\\;b ',
    misspellings: 'SAL',
    discouraged: 'uptime promise; guarantee',
  })
  assert.is(body.response_action, 'update')
  assert.match(textOf(body.view), 'also called uptime contract, a;b')
  const [term] = await service.sql`select full_name, category, aliases from terms`
  assert.equal([term?.full_name, term?.category], [null, null])
  assert.equal(term?.aliases, [
    { kind: 'alias', name: 'uptime contract' },
    { kind: 'alias', name: 'a;b' },
    { kind: 'misspelling', name: 'SAL' },
    { kind: 'discouraged', name: 'uptime promise' },
    { kind: 'discouraged', name: 'guarantee' },
  ])
})

test('an error in a list of names appears at its field', async (service) => {
  const tooLong = 'x'.repeat(121)
  const { body } = await submit(service, { ...sla, misspellings: 'a; b', discouraged: `c; ${tooLong}` })
  assert.equal(body.errors, { discouraged: 'Each name must be 1 to 120 characters long.' })
  const twice = await submit(service, { ...sla, aliases: 'a', discouraged: 'A' })
  assert.equal(twice.body.errors, { aliases: 'This must not contain a name twice, ignoring case.' })
  const own = await submit(service, { ...sla, misspellings: 'sla' })
  assert.equal(own.body.errors, { misspellings: 'This must not contain the term itself.' })
  assert.equal([...(await service.sql`select from terms`)], [])
})

test('an error appears at its field', async (service) => {
  const { body } = await submit(service, {
    name: ' ',
    full_name: 'x'.repeat(301),
    definition: '\u0007',
    category: 'two\nlines',
  })
  assert.equal(body, {
    response_action: 'errors',
    errors: {
      name: 'This must be 1 to 120 characters long.',
      full_name: 'This must be 1 to 300 characters long.',
      definition: 'This must not contain control characters.',
      category: 'This must not contain control characters.',
    },
  })
  assert.equal([...(await service.sql`select from terms`)], [])
})

test('a form with a known name lists its meanings and asks before it adds another', async (service) => {
  const { id } = await service.term(await service.person(), { name: 'SLA', definition: 'First.' })
  const { body } = await submit(service, sla)
  assert.is(body.response_action, 'update')
  assert.is(body.view.callback_id, 'add_meaning')
  assert.is(body.view.submit.text, 'Add as another meaning')
  assert.match(textOf(body.view), `<http://localhost:8000/terms/${id}|SLA>: First.`)
  assert.match(JSON.stringify(body.view), '"initial_value":"Service Level Agreement"')
  assert.is((await service.sql`select from terms`).length, 1)
  const added = await submit(service, { ...sla, aliases: 'pact' }, 'U1', 'add_meaning')
  assert.match(textOf(added.body.view), 'is now in the glossary')
  const again = await submit(service, sla, 'U1', 'add_meaning')
  assert.match(again.body.errors.name, /already exists .*: http:\/\/localhost:8000\/terms\/[\da-f-]{36}$/)
  assert.is((await service.sql`select from terms`).length, 2)
})

test('the button of another meaning keeps its aliases', async (service) => {
  await service.term(await service.person(), { name: 'SLA' })
  service.slack.users.set('U9', { name: 'Bob' })
  service.slack.overrides.set('users.info', [{ delay: 2500 }])
  await submit(service, { ...sla, aliases: 'pact' }, 'U9')
  await service.sendAll()
  const [call] = service.slack.callsOf('chat.postMessage')
  await service.press('U9', buttonsOf(call?.args as never)[0])
  const terms = await service.sql`select aliases from terms where full_name is not null`
  assert.equal(
    [...terms].map(({ aliases }) => aliases),
    [[{ kind: 'alias', name: 'pact' }]],
  )
})

test('an internal error keeps the form open', async (service) => {
  await service.sql`alter table terms add constraint fault check (name <> 'SLA')`
  const { body } = await submit(service, sla)
  assert.equal(body, {
    response_action: 'errors',
    errors: { name: 'Something went wrong on our side. The error has been logged.' },
  })
})

test('a form of another app is ignored', async (service) => {
  const answer = await service.interact({
    type: 'view_submission',
    user: { id: 'U1' },
    view: { callback_id: 'another', state: { values: stateOf(sla) } },
  })
  assert.is(answer.status, 200)
  assert.is(answer.text, '')
  assert.equal([...(await service.sql`select from terms`)], [])
})

/** Sends forms while Slack is too slow to identify their users; returns the later messages. */
async function submitSlowly(service: SlackTestService, ...forms: Entries[]) {
  for (const [i] of forms.entries()) service.slack.users.set(`U9${i}`, { name: `Bob ${i}` })
  service.slack.overrides.set(
    'users.info',
    forms.map(() => ({ delay: 2500 })),
  )
  const answers = await Promise.all(forms.map((form, i) => submit(service, form, `U9${i}`)))
  for (const { status, text } of answers) assert.equal([status, text], [200, ''])
  await service.sendAll()
  return service.slack
    .callsOf('chat.postMessage')
    .map(({ args }) => ({ to: args.channel, text: String(args.text), all: textOf(args as never) }))
}

test('a late outcome is sent in a direct message, with the text that was typed', async (service) => {
  const told = await submitSlowly(service, sla, { ...sla, definition: '<!here> '.repeat(600) })
  const [added, refused] = told.sort((one, other) => String(one.to).localeCompare(String(other.to)))
  assert.is(added?.to, 'U90')
  assert.match(added?.all ?? '', 'Thank you. *SLA* (Service Level Agreement) is now in the glossary')
  assert.is(refused?.to, 'U91')
  assert.match(refused?.text ?? '', 'This must be 1 to 4000 characters long. You typed:\n')
  for (const typed of [sla.name, sla.full_name, '&lt;!here&gt;', sla.category]) {
    assert.match(refused?.text ?? '', typed)
  }
})

test.run()
