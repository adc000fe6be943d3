import * as assert from 'uvu/assert'
import { callMcp } from './support/oauth-agent.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('SERVICE_MCP_OAUTH=false', { SERVICE_MCP_OAUTH: 'false' })

test('nothing of OAuth exists, so that clients use the header', async (service) => {
  const { request } = service
  const as = await service.person()
  const paths = [
    ...['GET /.well-known/oauth-protected-resource', 'GET /.well-known/oauth-authorization-server'],
    ...['GET /.well-known/oauth-protected-resource/mcp', 'GET /oauth/authorize?client_id=x'],
    ...['GET /oauth/authorize/x', 'POST /oauth/register', 'GET /oauth/consent/x'],
  ]
  for (const path of paths) {
    const [method = '', url = ''] = path.split(' ')
    const body = method === 'POST' ? {} : undefined
    assert.is((await request(method, url, { as, body })).status, 404, path)
  }
  for (const path of ['/oauth/token', '/oauth/revoke']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.is((await request('POST', path, { headers, body: 'x=y' })).status, 404, path)
  }
  const { status, headers } = await callMcp(service)
  assert.is(status, 401)
  assert.is(headers.get('www-authenticate'), 'Bearer')
  const page = await request('GET', '/tokens', { as })
  assert.not.match(page.text, /connected agents/i)
})

test.run()
