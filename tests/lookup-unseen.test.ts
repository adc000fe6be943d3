import * as assert from 'uvu/assert'
import { namesInQuestion, toAsked } from '../lib/lookup/question-to-name.ts'
import { call, mcpToken } from './support/mcp-client.ts'
import { shelve } from './support/search.ts'
import { read } from './support/slack-messages.ts'
import { slackGlossary } from './support/slack-service.ts'

// Teams, SharePoint, PDF and web pages put invisible characters into what people copy.
const test = slackGlossary('lookups of text with invisible characters', { SERVICE_MCP_BEARER_TOKEN: mcpToken })

const unseen = [
  ...['\u00ad', '\u034f', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f'],
  ...['\u202a', '\u202c', '\u202e', '\u2028', '\u2060', '\u2061', '\u2066', '\u2068', '\u2069'],
  ...['\u3164', '\ufe0e', '\ufe0f', '\ufeff', '\uffa0', '\u{e0041}', '\u{1d173}'],
]

test('they are dropped on every surface, wherever they stand', async (service) => {
  const as = await shelve(service, { name: 'QZA', full_name: 'Quality Zone Audit' })
  await service.colleague('U1')
  const headers = { cookie: `user_id=${as.session}` }
  for (const [i, sign] of unseen.entries()) {
    for (const q of [`${sign}QZA`, `Q${sign}ZA`, `QZA${sign}`, `what is ${sign}QZA${sign}?`]) {
      const label = JSON.stringify(q) + sign.codePointAt(0)?.toString(16)
      const query = new URLSearchParams({ q })
      const found = await service.request('GET', `/api/v1/lookup?${query}`, { as })
      assert.is(found.body.terms?.[0]?.name, 'QZA', `lookup of ${label}`)
      const searched = await service.request('GET', `/api/v1/terms?${query}`, { as })
      assert.is(searched.body.items?.[0]?.name, 'QZA', `search for ${label}`)
    }
    const q = `Q${sign}ZA`
    const page = await service.request('GET', `/t/${encodeURIComponent(q)}`, { headers })
    assert.is(page.status, 200, `page of ${JSON.stringify(q)}`)
    if (i % 5) continue // Slack and agents ask the same lookup
    assert.match(read(await service.command('U1', q)), '*QZA* (Quality Zone Audit)', q)
    const { structuredContent } = await call(service, 'get_term', { name: q })
    assert.is(structuredContent?.name, 'QZA', `get_term of ${JSON.stringify(q)}`)
  }
  const { status } = await service.request('GET', '/api/v1/lookup?q=%E2%80%8B', { as })
  assert.is(status, 422)
})

test('joiners and variation selectors in a name make no difference', async (service) => {
  const as = await shelve(service, 'می\u200cخواهم', '❤\ufe0f team', 'S\u200dLO')
  const find = async (q: string) => {
    const { body } = await service.request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, { as })
    return [body.match, body.total]
  }
  assert.equal(await find('می\u200cخواهم'), ['exact', 1])
  assert.equal(await find('میخواهم'), ['folded', 1])
  // Emoji at the end of a name do not matter.
  assert.equal(await find('❤ team'), ['alias', 1])
  assert.equal(await find('SLO'), ['folded', 1])
})

test('punctuation and emoji around a name or question are dropped', async (service) => {
  const as = await shelve(service, 'QZA', 'C++', '.NET')
  for (const [q, name] of [
    ...['QZA 🚀', '🚀QZA🚀', 'QZA 👍🏽', '🇩🇪 QZA', '1️⃣ QZA', ', what does QZA mean?', 'QZA ❤️!'].map(
      (q) => [q, 'QZA'] as const,
    ),
    ['what is C++?', 'C++'],
    ['what is .NET', '.NET'],
  ] as const) {
    const { body } = await service.request('GET', `/api/v1/lookup?${new URLSearchParams({ q })}`, { as })
    assert.equal([body.match, body.terms[0]?.name], ['exact', name], q)
  }
  assert.equal(namesInQuestion('🚀 QRX!'), ['QRX'])
  assert.equal(namesInQuestion('🚀'), [])
  for (const q of ['Hi there, what does QRX mean?', 'hey QRX 🚀', 'QRX?', 'hello. QRX']) {
    assert.is(toAsked(q), 'QRX')
  }
  assert.is(toAsked('hello'), 'hello')
})

test.run()
