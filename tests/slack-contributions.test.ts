import * as assert from 'uvu/assert'
import type { Status } from '../lib/schemas/term.ts'
import { everything, historyOf } from './support/evidence.ts'
import { buttonsOf, read } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import { setStatus } from './support/terms.ts'

const test = slackGlossary('contributions in Slack')
test.before.each(async (service) => void (await service.colleague('U1')))

async function termNamed({ sql }: SlackTestService, name: string) {
  const [term] = await sql`
    select id, name, full_name, definition, category, status, vote_count, source, owner_id
    from terms where name = ${name}`
  return { ...term } as { id: string; status: string; vote_count: number; owner_id: string }
}

test('a term is added as typed, and its author becomes the owner', async (service) => {
  const bob = await service.colleague('U2')
  const answer = await service.command('U2', 'add R&amp;D (Research &amp; Development) -- New things.\nAnd old ones.')
  assert.is(answer.body.text, 'Added R&amp;D.')
  assert.match(read(answer), 'Thank you. *R&amp;D* (Research &amp; Development) is now in the glossary')
  assert.match(read(answer), '3 more votes to community.')
  const { id, ...term } = await termNamed(service, 'R&D')
  assert.equal(term, {
    name: 'R&D',
    full_name: 'Research & Development',
    definition: 'New things.\nAnd old ones.',
    category: null,
    status: 'pending',
    vote_count: 0,
    source: 'slack',
    owner_id: bob.id,
  })
  assert.equal(await historyOf(service, id), ['1 created'])
})

test('an invalid term is refused with a reason, and nothing changes', async (service) => {
  await service.command('U1', 'add SLA (Service Level Agreement) -- A promise.')
  const { id } = await termNamed(service, 'SLA')
  const before = await everything(service)
  const refusals: [text: string, says: string][] = [
    [
      'add sla (SERVICE LEVEL AGREEMENT) -- Another.',
      `sla already exists with this full name and category. Vote for it or edit it: http://localhost:8000/terms/${id}`,
    ],
    [`add ${'x'.repeat(121)} -- Long.`, 'name must be 1 to 120 characters long.'],
    [
      `add X (${'x'.repeat(301)}) -- ${'x'.repeat(4001)}`,
      'full_name must be 1 to 300 characters long; definition must be 1 to 4000 characters long.',
    ],
  ]
  for (const [text, says] of refusals) {
    const [reason, heading, ...typed] = read(await service.command('U1', text)).split('\n')
    assert.equal([reason, heading], [says, 'You typed:'])
    assert.is(typed.filter((line) => line !== '```').join(''), text)
  }
  assert.equal(await everything(service), before)
})

const another = 'add SLA (Second Life Animals) -- Rescued &amp; happy.'

test('adding another meaning of a name asks first, and pressing the button twice adds it once', async (service) => {
  const { id } = await service.term(await service.person(), {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'A promise.',
  })
  const before = await everything(service)
  const answer = await service.command('U1', another)
  assert.match(read(answer), '*SLA* is already in the glossary:')
  assert.match(read(answer), `<http://localhost:8000/terms/${id}|SLA> (Service Level Agreement): A pro`)
  assert.equal(
    buttonsOf(answer.body).map(({ label }) => label),
    ['Add as another meaning'],
  )
  assert.equal(await everything(service), before)
  const [button] = buttonsOf(answer.body)
  for (let i = 0; i < 2; i++) await service.press('U1', button)
  const terms = await service.sql`
    select full_name, definition, source from terms where name = 'SLA' order by created_at`
  const second = { full_name: 'Second Life Animals', definition: 'Rescued & happy.' }
  assert.equal([...terms].slice(1), [{ ...second, source: 'slack' }])
  const [added, refused] = await service.answers()
  assert.match(added?.text ?? '', 'Added SLA.')
  assert.match(refused?.text ?? '', /^SLA already exists with .* http:\/\/localhost:8000\/terms\//)
})

test('a mention asks before it adds another meaning', async (service) => {
  await service.term(await service.person(), { name: 'SLA', full_name: 'Service Level Agreement' })
  const event = { type: 'app_mention', user: 'U1', channel: 'C1', text: `<@UBOT> ${another}` }
  for (let i = 0; i < 2; i++) await service.event(event, 'Ev1')
  await service.sendAll()
  const calls = service.slack.callsOf('chat.postEphemeral')
  assert.is(calls.length, 1)
  assert.is((await service.sql`select from terms`).length, 1)
  await service.press('U1', buttonsOf(calls[0]?.args as never)[0])
  assert.is((await service.sql`select from terms`).length, 2)
})

test('a definition too long for a button is repeated, with a link to the web form', async (service) => {
  await service.term(await service.person(), { name: 'SLA', full_name: 'Service Level Agreement' })
  const answer = await service.command('U1', `add SLA (Other) -- ${'x'.repeat(2500)}`)
  assert.match(read(answer), '<http://localhost:8000/terms/new?name=SLA|Add it on the web>')
  assert.match(read(answer), 'x'.repeat(2500))
  assert.equal(buttonsOf(answer.body), [])
  assert.is((await service.sql`select from terms`).length, 1)
})

const votes: [status: string, votes: number, who: string, says: string][] = [
  ['suggested', 0, 'U1', 'Your vote made it pending. 2 more votes to community.'],
  ['pending', 0, 'U1', 'Your vote was counted. 2 more votes to community.'],
  ['pending', 1, 'U1', 'Your vote was counted. 1 more vote to community.'],
  ['pending', 2, 'U1', 'Your vote made it community. 7 more votes to official.'],
  ['community', 9, 'U1', 'Your vote was counted. An editor can make it official.'],
  ['community', 9, 'UE', 'Your vote made it official.'],
]

test('a vote says what became of it and how many are missing, and counts once', async (service) => {
  await service.colleague('UE', 'editor')
  const owner = await service.person()
  for (const [i, [status, count, who, says]] of votes.entries()) {
    const { id } = await service.term(owner, { name: `T${i}` })
    await setStatus(service, id, status as Status, count)
    assert.is(read(await service.command(who, `vote t${i}`)), `Thank you. ${says}`)
    await service.command(who, `vote T${i}`)
    assert.is((await termNamed(service, `T${i}`)).vote_count, count + 1)
  }
})

test('a dispute says what became of the term, and that its owner will be told', async (service) => {
  const owner = await service.colleague('UOWN')
  await service.term(owner, { name: 'SLA' })
  await service.sql`update terms set status = 'official', vote_count = 0`
  const said = read(await service.command('U1', 'dispute SLA -- It is 99.9 % &lt;now&gt;'))
  const { id, status } = await termNamed(service, 'SLA')
  assert.is(
    said,
    `You reported a problem with SLA. It is pending again, and its votes were reset. Its owner will be notified. <http://localhost:8000/terms/${id}|Open term>`,
  )
  assert.is(status, 'pending')
  const [entry] = await service.sql`select note from term_history where action = 'disputed'`
  assert.is(entry?.note, 'It is 99.9 % <now>')
  assert.not.match(read(await service.command('UOWN', 'dispute SLA')), 'owner')
})

const reason = '"🗂️\\'.repeat(100)

for (const [command, question, says] of [
  ['vote cio', 'Which meaning do you want to vote for?', /^Thank you\. Your vote was counted/],
  [`dispute cio -- ${reason}`, 'Which meaning is wrong?', /^You reported a problem with CIO/],
] as const) {
  test(`if a name has several meanings, the user chooses one: ${question}`, async (service) => {
    const owner = await service.person()
    await service.term(owner, { name: 'CIO', full_name: 'Chief Information Officer' })
    const { id } = await service.term(owner, { name: 'CIO', full_name: 'Content In Office' })
    const answer = await service.command('U1', command)
    assert.match(read(answer), question)
    const buttons = buttonsOf(answer.body)
    assert.is(buttons.length, 2)
    await service.press(
      'U1',
      buttons.find(({ value }) => value?.includes(id)),
    )
    const [said] = await service.answers()
    assert.match(said?.text ?? '', says)
    const rows = await service.sql`
      select term_id, null as note from votes
      union all select term_id, note from term_history where action = 'disputed'`
    assert.equal([...rows], [{ term_id: id, note: command.startsWith('vote') ? null : reason }])
    const tooLong = read(await service.command('U1', `dispute CIO -- ${'x'.repeat(501)}`))
    assert.match(tooLong, /^reason must be 1 to 500 characters long\.\nYou typed:\n```\nx{501}\n```$/)
  })
}

test('an addition whose name may be another form of a known one asks first', async (service) => {
  await service.term(await service.person(), { name: 'SLA', aliases: ['uptime contract'] })
  for (const name of ['SLAs', 'S.L.A.', 'Uptime Contract', 'uptime contracts']) {
    const answer = await service.command('U1', `add ${name} -- A promise.`)
    assert.match(read(answer), `*${name}* may already be in the glossary:`)
    assert.match(read(answer), '|SLA>')
    assert.equal(
      buttonsOf(answer.body).map(({ label }) => label),
      ['Add as another meaning'],
    )
  }
  assert.is((await service.sql`select from terms`).length, 1)
})

for (const [verb, question, button] of [
  ['vote', 'Do you want to vote for this term?', 'Vote for this'],
  ['dispute', 'Is this term wrong?', 'Something is off'],
] as const) {
  test(`the command to ${verb} asks first if the name is not quite that of the term`, async (service) => {
    await service.term(await service.person(), { name: 'SLA', aliases: ['uptime contract'] })
    const before = await everything(service)
    for (const name of ['SLAs', 'uptime contract']) {
      const answer = await service.command('U1', `${verb} ${name}`)
      assert.match(read(answer), question)
      assert.match(read(answer), '*SLA*')
      assert.equal(
        buttonsOf(answer.body).map(({ label }) => label),
        [button],
      )
    }
    assert.equal(await everything(service), before)
  })
}

for (const verb of ['vote', 'dispute']) {
  test(`the command to ${verb} an unknown name offers to add it`, async ({ command }) => {
    const answer = await command('U1', `${verb} SLA`)
    assert.match(read(answer), '*SLA* is not in the glossary yet')
    assert.equal(buttonsOf(answer.body).at(-1)?.value, 'SLA')
  })
}

test.run()
