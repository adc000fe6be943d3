import { unzipSync } from 'fflate'
import * as assert from 'uvu/assert'
import { cookie } from './support/credentials.ts'
import { call, connectAgent, mcpToken } from './support/mcp-client.ts'
import { read } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'
import type { TestService } from './support/test-service.ts'

// Where a reader looks, a term says what it is not to be confused with, and a replaced one what to use instead
// (contract, section 20).
const test = slackGlossary('relations where people and agents look', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

/** SLA is not to be confused with SLO, and SLB is replaced by SLA. */
async function relate(service: TestService) {
  const as = await service.person()
  const links = [1, 2, 3, 4].map((n) => `https://wiki${n}.example.com/sla`)
  const sla = await service.term(as, { name: 'SLA', definition: 'A promise. In writing.', links })
  const slo = await service.term(as, { name: 'SLO', definition: 'A goal. It is measured.' })
  const slb = await service.term(as, { name: 'SLB', definition: 'An old promise.' })
  for (const path of [`${sla.id}/relations/differs_from/${slo.id}`, `${slb.id}/relations/replaced_by/${sla.id}`]) {
    const { status } = await service.request('PUT', `/api/v1/terms/${path}`, { as })
    assert.is(status, 204)
  }
  return { as, slo }
}

test('Slack says both in a line, and has three links', async (service) => {
  await service.colleague('U1')
  await relate(service)
  const answer = read(await service.command('U1', 'SLA'))
  assert.match(answer, /\nNot to be confused with .*SLO.* \(A goal\.\)/)
  assert.match(answer, /\nFrom .*wiki1\..*wiki2\..*wiki3\./)
  assert.not.match(answer, 'wiki4')
  assert.match(read(await service.command('U1', 'SLB')), /^Use .*SLA.* instead/)
  const explained = read(await service.command('U1', 'explain The SLB'))
  assert.match(explained, /SLB>: Use <[^>]*\|SLA> instead\. An old promise\./)
})

test('answers, pages and Slack say what a term is a part of, and what it includes', async (service) => {
  const as = await service.colleague('U1')
  const { slo } = await relate(service)
  const { id } = await service.term(as, { name: 'Contract', definition: 'What is signed.' })
  const path = `/api/v1/terms/${slo.id}/relations/broader/${id}`
  assert.is((await service.request('PUT', path, { as })).status, 204)
  for (const [name, termId, said] of [
    ['SLO', slo.id, /Part of (?:<[^>]*\|)?Contract/],
    ['Contract', id, /Includes (?:<[^>]*\|)?SLO/],
  ] as const) {
    assert.match(read(await service.command('U1', name)), said)
    for (const page of [`/?q=${name}`, `/t/${name}`, `/terms/${termId}`]) {
      const { text } = await service.request('GET', page, { as })
      assert.match(text.replaceAll(/(?:<[^>]*>|\s)+/g, ' '), said, page)
    }
  }
})

test('agents get the beginning of the other definition, and are told what to say', async (service) => {
  const { slo } = await relate(service)
  const { structuredContent: sla } = await call(service, 'get_term', { name: 'SLA' })
  assert.equal(sla?.differs_from, [
    { name: 'SLO', definition: 'A goal.', url: `http://localhost:8000/terms/${slo.id}` },
  ])
  assert.is(sla?.advice, undefined)
  await service.sql`update terms set definition = ${'A goal '.repeat(99)} where id = ${slo.id}`
  const { structuredContent: long } = await call(service, 'get_term', { name: 'SLA' })
  const [other] = (long?.differs_from ?? []) as { definition: string }[]
  assert.match(other?.definition ?? '', /^(A goal ){27}A goal[^…]{0,5}…$/)
  const { structuredContent: slb } = await call(service, 'get_term', { name: 'SLB' })
  assert.is(slb?.advice, 'Say "SLA", not "SLB".')
  const { structuredContent: text } = await call(service, 'explain_text', { text: 'The SLB and the SLA.' })
  const matches = text?.matches as { text: string; advice?: string }[]
  assert.equal(
    matches.map(({ text, advice }) => [text, advice]),
    [
      ['SLB', 'Say "SLA", not "SLB".'],
      ['SLA', undefined],
    ],
  )
})

test('the page that explains a text, prompts, resources and Markdown say what to use instead', async (service) => {
  const { as } = await relate(service)
  const page = await service.request('POST', '/explain', {
    headers: { ...cookie(as), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'text=The+SLB',
  })
  assert.match(page.text, /<article><p class="replaced">Use <a [^>]*>SLA<\/a> instead<\/p><h3/)
  const agent = await connectAgent(service)
  const args = { name: 'explain_jargon', arguments: { text: 'The SLB' } }
  assert.match(JSON.stringify(await agent.getPrompt(args)), 'not \\\\\\"SLB')
  const { contents } = await agent.readResource({ uri: 'glossary://terms/SLB' })
  await agent.close()
  const section = '## SLB (pending)\n\nUse instead: SLA\n\nAn old promise.\n'
  const texts = [
    (contents[0] as { text: string }).text,
    (await service.request('GET', '/api/v1/export?format=markdown&status=all', { as })).text,
  ]
  for (const text of texts) assert.match(text, section)
  const yaml = await service.request('GET', '/api/v1/export?format=contextive&status=all', { as })
  assert.match(yaml.text, /name: SLB\n.*\n\s+meta:\n\s+use_instead: SLA\n/)
})

test('Vale replaces the name of a replaced term, and accepts it no more', async (service) => {
  const { as } = await relate(service)
  const { bytes } = await exported(service, as.session)
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, new TextDecoder().decode(content)])
  const all = files.map(([, text]) => text).join('\n')
  assert.match(all, /SLB["']?: ["']?SLA/)
  const accepted = files.find(([name]) => name?.endsWith('accept.txt'))?.[1] ?? ''
  assert.match(accepted, 'SLO')
  assert.not.match(accepted, 'SLB')
})

async function exported({ app }: TestService, session: string) {
  const request = new Request('http://localhost:8000/api/v1/export?format=vale&status=all', {
    headers: { authorization: `Bearer ${session}` },
  })
  const response = await app(request, '127.0.0.1')
  return { bytes: new Uint8Array(await response.arrayBuffer()) }
}

test.run()
