import * as assert from 'uvu/assert'
import { sendForm } from './support/forms.ts'
import { read } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'
import type { Person, TestService } from './support/test-service.ts'

// A name has at most 50 meanings (contract, section 3), whoever adds them, and however many do so at once.
const test = slackGlossary('the limit of 50 meanings')
const path = '/api/v1/terms'
const says = /This name has 50 meanings, and a name cannot have more\./

/** Adds meanings of a name with SQL; the first has the full name `Meaning 1`. */
const addMeanings = ({ sql }: TestService, name: string, count: number) => sql`
  insert into terms (name, full_name, definition, status, source)
  select ${name}, 'Meaning ' || i, 'One of many.', 'pending', 'import'
  from generate_series(1, ${count}::integer) as i`

const countMeanings = async ({ sql }: TestService, name: string) =>
  (await sql`select from terms where name_key = fold(${name})`).length

const post = ({ request }: TestService, as: Person, body: object) =>
  request('POST', path, { as, body: { definition: 'A meaning.', ...body } })

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const refused = [409, 'too_many_meanings']

test('a repeated meaning is called a duplicate, even if its name has 50', async (service) => {
  const as = await service.person()
  await addMeanings(service, 'PR', 50)
  const answer = await post(service, as, { name: 'PR', full_name: 'meaning 7' })
  assert.equal(outcome(answer), [409, 'duplicate'])
  assert.type(answer.body.existing_id, 'string')
})

test('names that differ in punctuation alone share the limit, in every way to add one', async (service) => {
  const as = await service.person('editor')
  const { request } = service
  const outcomeOf = async (url: string, body: object, method = 'POST') =>
    outcome(await request(method, url, { as, body }))
  const renamed = await service.term(as, { name: 'S-L-A' })
  const edit = { version: 1, name: 'Elsewhere' }
  await request('PUT', `${path}/${renamed.id}`, { as, body: edit })
  const [dismissed] = await service.sql`
    insert into terms (name, definition, status, source)
    values ('S L A', 'Seen often.', 'suggested', 'discovery')
    returning id`
  await request('POST', `${path}/${dismissed?.id}/dismiss`, { as, body: {} })
  const { id } = await service.term(as, { name: 'Other' })
  const change = { version: 1, name: 'S/L/A' }
  const proposal = await request('POST', `${path}/${id}/proposals`, { as, body: change })
  await addMeanings(service, 'S.L.A.', 25)
  await addMeanings(service, 'SLA', 25)

  assert.equal(outcome(await post(service, as, { name: 'sla!' })), refused, 'create')
  assert.equal(await outcomeOf(`${path}/${id}`, change, 'PUT'), refused, 'rename')
  const revert = { version: 2, to_version: 1 }
  assert.equal(await outcomeOf(`${path}/${renamed.id}/revert`, revert), refused, 'revert')
  const accept = `/api/v1/proposals/${proposal.body.id}/accept`
  assert.equal(await outcomeOf(accept, {}), refused, 'accept')
  assert.equal(await outcomeOf(`/api/v1/dismissed/${dismissed?.id}/restore`, {}), refused, 'restore')
  const imported = await request('POST', '/api/v1/import?dry_run=true', {
    as,
    body: 'name,definition\n(SLA),One more.\n',
    headers: { 'content-type': 'text/csv' },
  })
  assert.is(imported.body.rows[0].errors[0].message, 'has 50 meanings, and a name cannot have more')

  const [sla] = await service.sql`select id, version from terms where name = 'SLA' limit 1`
  const spelling = { version: sla?.version, name: 's l a', full_name: 'Spelled otherwise' }
  assert.is((await request('PUT', `${path}/${sla?.id}`, { as, body: spelling })).status, 200)
})

test('a deleted meaning makes room for one more', async (service) => {
  const as = await service.person('editor')
  await addMeanings(service, 'PR', 50)
  const { items } = (await service.request('GET', `${path}?q=PR&limit=1`, { as })).body
  assert.equal(outcome(await post(service, as, { name: 'PR' })), refused)
  await service.request('DELETE', `${path}/${items[0].id}`, { as })
  assert.is((await post(service, as, { name: 'PR' })).status, 201)
  assert.equal(outcome(await post(service, as, { name: 'PR', full_name: 'More' })), refused)
})

test('of two terms that are renamed to a name with 49 meanings, one is', async (service) => {
  const as = await service.person()
  await addMeanings(service, 'PR', 49)
  const terms = await Promise.all([service.term(as), service.term(as)])
  const answers = await Promise.all(
    terms.map(({ id, name }) =>
      service.request('PUT', `${path}/${id}`, { as, body: { version: 1, name: 'pr', full_name: `Once ${name}` } }),
    ),
  )
  assert.equal(answers.map(outcome).sort(), [[200, undefined], refused])
  assert.is(await countMeanings(service, 'PR'), 50)
  const renamed = answers.find(({ status }) => status === 200)?.body
  const body = { version: 2, name: 'elsewhere' }
  assert.is((await service.request('PUT', `${path}/${renamed.id}`, { as, body })).status, 200)
  assert.is((await post(service, as, { name: 'PR' })).status, 201)
})

test('the meanings of a full name can still be edited', async (service) => {
  const as = await service.person()
  await addMeanings(service, 'PR', 49)
  const { id } = await service.term(as, { name: 'PR' })
  const body = { version: 1, name: 'Pr', full_name: 'Public Relations' }
  assert.is((await service.request('PUT', `${path}/${id}`, { as, body })).status, 200)
})

test('one statement can add many names, but not too many meanings of one', async (service) => {
  await service.sql`
    insert into terms (name, definition, status, source)
    select 'Name ' || i, 'One of many.', 'pending', 'import' from generate_series(1, 20000) as i`
  try {
    await addMeanings(service, 'PR', 51)
    assert.unreachable()
  } catch (error) {
    assert.is((error as { constraint_name?: string }).constraint_name, 'name_meanings_limit')
  }
  assert.is(await countMeanings(service, 'PR'), 0)
  await service.sql`truncate terms cascade`
  await addMeanings(service, 'Name 1', 50)
})

test('the page says it and keeps what was typed', async (service) => {
  const as = await service.person()
  await addMeanings(service, 'PR', 50)
  const fields = { name: 'PR', full_name: 'Public Relations', definition: 'A department.' }
  const added = await sendForm(service, as, '/terms', fields)
  const { id } = await service.term(as, { name: 'Press' })
  const renamed = await sendForm(service, as, `/terms/${id}/edit`, { ...fields, version: '1' })
  for (const { status, text } of [added, renamed]) {
    assert.is(status, 409)
    assert.match(text, says)
    assert.match(text, 'value="Public Relations"')
  }
})

test('Slack says it at once, without asking whether it is another meaning', async (service) => {
  await addMeanings(service, 'PR', 50)
  await service.colleague('U1')
  assert.match(read(await service.command('U1', 'add PR -- A department.')), says)
  const entries = { name: 'PR', definition: 'A department.' }
  const values = Object.fromEntries(Object.entries(entries).map(([field, value]) => [field, { [field]: { value } }]))
  const { body } = await service.interact({
    type: 'view_submission',
    user: { id: 'U1' },
    view: { callback_id: 'add_term', state: { values } },
  })
  assert.is(body.response_action, 'errors')
  assert.match(body.errors.name, says)
})

test('Slack says it if the name was full only when the term was added', async (service) => {
  await addMeanings(service, 'PR', 49)
  await service.colleague('U1')
  const answers = await Promise.all(
    ['Public Relations', 'Pull Request'].map((full_name) =>
      service.interact({
        type: 'block_actions',
        user: { id: 'U1' },
        actions: [
          { action_id: 'add_meaning', value: JSON.stringify({ name: 'PR', full_name, definition: 'Another one.' }) },
        ],
      }),
    ),
  )
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const said = (await service.answers()).map(({ text }) => text).sort()
  assert.match(said[0] ?? '', /^Added PR/)
  assert.match(said[1] ?? '', says)
  assert.is(await countMeanings(service, 'PR'), 50)
})

test.run()
