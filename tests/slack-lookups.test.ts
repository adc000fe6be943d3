import * as assert from 'uvu/assert'
import { buttonsOf, read } from './support/slack-messages.ts'
import { type SlackTestService, slackGlossary } from './support/slack-service.ts'
import type { Answer, Person } from './support/test-service.ts'

const test = slackGlossary('lookups in Slack')
test.before.each(async (service) => void (await service.colleague('U1')))

const buttons = ({ body }: Answer) => buttonsOf(body).map(({ label, value }) => [label, value])

test('the help is short and shows examples', async ({ command }) => {
  const help = read(await command('U1', ''))
  assert.is(read(await command('U1', 'help')), help)
  for (const verb of ['search', 'explain', 'add', 'vote', 'dispute', 'list', 'export', 'token']) {
    assert.match(help, `• \`${verb}`)
  }
  assert.match(help, 'add SLA (Service Level Agreement) -- What')
  assert.match(help, '<http://localhost:8000|Open the glossary>')
  assert.ok(help.split('\n').length < 13)
})

test('a definition has all details of the term, and buttons', async (service) => {
  const ada = await service.person('viewer')
  const { id } = await service.term(ada, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'What we promise.\nIn writing.',
    category: 'Sales',
  })
  for (const text of ['SLA', 'define sla', ' Sla ']) {
    const answer = await service.command('U1', text)
    assert.is(answer.body.text, 'SLA: Service Level Agreement')
    assert.is(
      read(answer),
      '*SLA* (Service Level Agreement)\nWhat we promise.\nIn writing.\nPending: needs more votes · 0 votes · Sales',
    )
    assert.equal(buttons(answer), [
      ['Share in channel', id],
      ['Vote', id],
      ['Change', id],
      ['Open term', undefined],
    ])
    assert.is(answer.body.blocks[2].elements[3].url, `http://localhost:8000/terms/${id}`)
  }
})

test('a stale term is marked as stale', async (service) => {
  await service.term(await service.person(), { name: 'SLA' })
  await service.sql`update terms set is_stale = true, status = 'official', vote_count = 1`
  assert.match(read(await service.command('U1', 'SLA')), 'Official · 1 vote · may be out of date')
})

test('all meanings of a name are shown, the most trusted first', async (service) => {
  const ada = await service.person()
  for (const [full_name, status] of [
    ['Chief Information Officer', 'pending'],
    ['Content In Office', 'official'],
    ['Change Is Overdue', 'community'],
  ]) {
    const { id } = await service.term(ada, { name: 'CIO', full_name })
    await service.sql`update terms set status = ${status as string} where id = ${id}`
  }
  const answer = await service.command('U1', 'cio')
  assert.equal(read(answer).match(/\*CIO\* \(\w+ \w+ \w+\)/g), [
    '*CIO* (Content In Office)',
    '*CIO* (Change Is Overdue)',
    '*CIO* (Chief Information Officer)',
  ])
  assert.is(buttons(answer).filter(([label]) => label === 'Vote').length, 3)
})

test('of many meanings the first are shown, with a link to the others', async (service) => {
  const ada = await service.person()
  for (let i = 0; i < 10; i++) await service.term(ada, { name: 'R&D', full_name: `Meaning ${i}` })
  const answer = read(await service.command('U1', 'R&amp;D'))
  assert.is(answer.match(/\*R&amp;D\*/g)?.length, 8)
  assert.match(answer, 'And 2 more: <http://localhost:8000/?q=R%26D|see all in the glossary>')
})

test('a long definition is cut, with a link to the rest', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, { name: 'SLA', definition: 'promise '.repeat(499) })
  const answer = read(await service.command('U1', 'SLA'))
  assert.match(answer, `promise… <http://localhost:8000/terms/${id}|Read on>`)
  await service.term(ada, { name: 'SLO', definition: 'An objective…' })
  assert.not.match(read(await service.command('U1', 'SLO')), 'Read on')
})

test('an alias is answered with the name of the term, and whether to use it', async (service) => {
  await service.term(await service.person(), {
    name: 'SLO',
    aliases: ['uptime goal', { name: '<uptime> promise', kind: 'discouraged' }, { name: 'SLOO', kind: 'misspelling' }],
  })
  const discouraged = read(await service.command('U1', 'what is an &lt;uptime&gt; promise?'))
  assert.match(discouraged, /^Say \*SLO\*, not “&lt;uptime&gt; promise”\.\n\*SLO\*/)
  assert.match(read(await service.command('U1', 'sloo')), /^“SLOO” is a misspelling of \*SLO\*\.\n/)
  const alias = read(await service.command('U1', 'uptime goals'))
  assert.match(alias, /^“uptime goal” is another name of \*SLO\*\.\n\*SLO\*/)
  const named = read(await service.command('U1', 'SLO'))
  assert.match(named, /^\*SLO\*\n.*\n.*also called uptime goal$/)
  assert.is(read(await service.command('U1', 'what does SLO mean?')), named)
  assert.not.match(named, /promise|SLOO/)
})

test('an unknown name gets similar names and an offer to add it', async (service) => {
  const ada = await service.person()
  await service.term(ada, { name: 'Kubernetes' })
  await service.term(ada, { name: 'Kubernetes cluster' })
  const answer = await service.command('U1', 'kubernets')
  assert.is(
    read(answer),
    '*kubernets* is not in the glossary yet.\nOr type it: `add NAME (Full Name) -- definition`\nOther terms with a similar name:',
  )
  assert.equal(buttons(answer), [
    ['Add term', 'kubernets'],
    ['Ask colleagues', 'kubernets'],
    ['Kubernetes', 'Kubernetes'],
    ['Kubernetes cluster', 'Kubernetes cluster'],
  ])
})

test('what is typed is no markup in the answer, and must not be too long', async ({ command }) => {
  const answer = await command('U1', 'define <!channel> &amp; co')
  assert.match(read(answer), '*&lt;!channel&gt; &amp; co* is not in the glossary yet.')
  assert.equal(buttons(answer)[0], ['Add term', '<!channel> & co'])
  const long = 'x'.repeat(201)
  assert.is(read(await command('U1', long)), 'name must be 1 to 200 characters long.')
  assert.is(read(await command('U1', `search ${long}`)), 'q must be 1 to 200 characters long.')
})

test('of an unknown name in a question, the name is offered to add', async (service) => {
  await service.term(await service.person(), { name: 'AP' })
  for (const text of ['what is APS?', 'search what does APS mean?']) {
    const answer = await service.command('U1', text)
    assert.match(read(answer), '*APS* is not in the glossary yet.', text)
    assert.not.match(read(answer), 'similar')
    assert.equal(
      buttons(answer),
      [
        ['Add term', 'APS'],
        ['Ask colleagues', 'APS'],
      ],
      text,
    )
  }
})

test('a search shows the best results, one per line, with a link to all', async (service) => {
  const ada = await service.person()
  const { id } = await service.term(ada, {
    name: 'SLA',
    full_name: 'Service Level Agreement',
    definition: 'What we promise\nabout availability.',
  })
  for (let i = 0; i < 9; i++) {
    await service.term(ada, { name: `AV${i}`, definition: 'Something of availability.' })
  }
  const one = read(await service.command('U1', 'search level agreement'))
  assert.is(
    one,
    `*1 term for level agreement*\n• <http://localhost:8000/terms/${id}|SLA> (Service Level Agreement): What we promise about availability. _pending_\n<http://localhost:8000/?q=level+agreement|Open them in the glossary>`,
  )
  const many = read(await service.command('U1', 'search availability'))
  assert.match(many, '*10 terms for availability*')
  assert.is(many.match(/^•/gm)?.length, 8)
  assert.match(many, 'The first 8. <http://localhost:8000/?q=availability|')
})

test('results of a search that only have a similar spelling are shown as such', async (service) => {
  const ada = await service.person()
  await service.term(ada, { name: 'Kubernetes' })
  await service.term(ada, { name: 'LERTS' })
  const similar = read(await service.command('U1', 'search kuberntes'))
  assert.match(
    similar,
    /^\*Nothing in the glossary matches kuberntes\. Terms with a similar spelling:\*\n• <[^|]+\|Kubernetes>/,
  )
  const acronym = await service.command('U1', 'search LERTZ')
  assert.match(read(acronym), '*LERTZ* is not in the glossary yet.')
  assert.equal(buttons(acronym), [
    ['Add term', 'LERTZ'],
    ['Ask colleagues', 'LERTZ'],
    ['LERTS', 'LERTS'],
  ])
})

test('a list shows the first twenty terms of a status, with a link to all', async (service) => {
  assert.is(read(await service.command('U1', 'list')), 'There are no terms yet.')
  const ada = await service.person()
  for (let i = 0; i < 21; i++) await service.term(ada, { name: `T${String(i).padStart(2, '0')}` })
  await service.sql`update terms set status = 'official' where name = 'T20'`
  const all = read(await service.command('U1', 'list'))
  assert.match(all, '*21 terms*')
  assert.is(
    all.match(/\|T\d\d>/g)?.join(''),
    Array.from({ length: 20 }, (_, i) => `|T${String(i).padStart(2, '0')}>`).join(''),
  )
  assert.match(all, 'The first 20. <http://localhost:8000/|Open them in the glossary>')
  const official = read(await service.command('U1', 'list official'))
  assert.match(official, '*1 term in status official*')
  assert.match(official, '|T20>')
  assert.match(official, '<http://localhost:8000/?status=official|Open')
  const none = read(await service.command('U1', 'list community'))
  assert.is(none, 'There are no terms in status community yet.')
})

test('an export shows Markdown and links to all formats', async (service) => {
  assert.is(read(await service.command('U1', 'export')), 'There are no official terms to export.')
  const ada = await service.person()
  await service.term(ada, { name: 'R&D', definition: 'Research & development\n```\ncode' })
  const answer = read(await service.command('U1', 'export all'))
  assert.match(answer, '*1 term*')
  assert.not.match(answer, 'beginning only')
  assert.match(answer, '## R\\&amp;D')
  assert.match(answer, 'Research \\&amp; development\n\\`\\`\\`\ncode')
  for (const format of ['', '&amp;format=csv', '&amp;format=json']) {
    assert.match(answer, `<http://localhost:8000/api/v1/export?status=all${format}|`)
  }
  assert.match(read(await service.command('U1', 'export pending')), '*1 pending term*')
})

/** The Markdown of an export, joined from its blocks. */
const exported = ({ body }: Answer) =>
  (body.blocks as { text: { text: string } }[])
    .slice(1)
    .map(({ text }) => text.text.replace(/^```\n/, '').replace(/\n```$/, ''))

async function exportOf(service: SlackTestService, ada: Person) {
  const answer = await service.command('U1', 'export all')
  const { text } = await service.request('GET', '/api/v1/export?status=all', { as: ada })
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return { answer, escaped, isBeginning: /beginning only/.test(read(answer)) }
}

test('an export that needs several blocks is complete', async (service) => {
  const ada = await service.person()
  await service.term(ada, { name: 'A', definition: '&'.repeat(800) })
  await service.term(ada, { name: 'B', definition: 'b'.repeat(2500) })
  const { answer, escaped, isBeginning } = await exportOf(service, ada)
  assert.is(isBeginning, false)
  assert.ok(exported(answer).length > 2)
  assert.is(exported(answer).join('').replace(/\n/g, ''), escaped.replace(/\n/g, ''))
})

test('an export that does not fit into a message shows its beginning and says so', async (service) => {
  const ada = await service.person()
  for (const name of ['A', 'B', 'C']) await service.term(ada, { name, definition: '&"'.repeat(1900) })
  const { answer, escaped, isBeginning } = await exportOf(service, ada)
  assert.is(isBeginning, true)
  const shown = exported(answer).join('').replace(/\n/g, '').replace(/…$/, '')
  assert.ok(shown.length > 4000)
  assert.ok(escaped.replace(/\n/g, '').startsWith(shown))
})

test.run()
