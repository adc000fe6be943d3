import * as assert from 'uvu/assert'
import { takeExam } from '../lib/exam/exam.ts'
import { connectAgent, mcpToken, type Result } from './support/mcp-client.ts'
import { read } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'

const test = slackGlossary('ordinary words in texts', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

test('the exam finds a common word that texts never mark, and a name that only get_term finds', async (service) => {
  const as = await service.person()
  const definition = 'A step that the team takes in each month.'
  await service.term(as, { name: 'Churn', definition, in_texts: 'never' })
  await service.term(as, { name: 'QZA', definition: 'Another step.', in_texts: 'never' })
  await service.term(as, { name: 'X', definition: 'A single letter, which no text marks.' })
  const { findings } = await takeExam(service.ctx, 2000)
  const found = findings
    .filter(({ question }) => question.startsWith('explain_text'))
    .map(({ name, fix }) => `${name}: ${fix}`)
  assert.is(found.length, 2, JSON.stringify(findings))
  assert.match(found.join('\n'), /Churn: Texts never mark this common word/)
  assert.match(found.join('\n'), /X: Only get_term finds the name/)
})

test('a message without a name costs an agent at most 120 bytes', async (service) => {
  await service.term(await service.person(), { name: 'QZA' })
  const agent = await connectAgent(service)
  const text = 'Could you please look at the numbers of last week? '.repeat(9)
  const call = { name: 'explain_text', arguments: { text } }
  const { structuredContent, content } = (await agent.callTool(call)) as Result
  assert.ok(JSON.stringify(structuredContent).length <= 120, JSON.stringify(structuredContent))
  assert.ok((content[0]?.text.length ?? 0) <= 120, content[0]?.text)
  await agent.close()
})

test('Slack explains no word that texts never mark, and defines it', async (service) => {
  const as = await service.colleague('U1')
  const { id } = await service.term(as, { name: 'Team', definition: 'Who plays.' })
  const explain = async () => read(await service.command('U1', 'explain Ask the Team about it'))
  assert.match(await explain(), 'Who plays.')
  const body = { version: 1, in_texts: 'never' }
  await service.request('PUT', `/api/v1/terms/${id}`, { as, body })
  assert.not.match(await explain(), 'Who plays.')
  assert.match(read(await service.command('U1', 'Team')), 'Who plays.')
})

test('the page that edits many terms sets how texts mark them', async (service) => {
  const as = await service.person('editor')
  const ids = await Promise.all(['Team', 'Area'].map(async (name) => (await service.term(as, { name })).id))
  const form = new URLSearchParams(ids.map((each) => ['ids', each]))
  form.set('to_in_texts', 'never')
  form.set('set', 'in_texts')
  const { status } = await service.request('POST', '/terms/bulk', {
    body: form.toString(),
    headers: {
      cookie: `user_id=${as.session}`,
      origin: service.ctx.settings.appUrl,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  assert.ok(status < 400, String(status))
  const rows = await service.sql`select distinct in_texts from terms`
  assert.equal([...rows], [{ in_texts: 'never' }])
})

test.run()
