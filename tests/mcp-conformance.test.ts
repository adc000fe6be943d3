import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import * as assert from 'uvu/assert'
import { createDatabase } from './support/databases.ts'
import { startServer } from './support/process.ts'
import { warnNotTested } from './support/programs.ts'
import { suite } from './support/suite.ts'
import { secretKey } from './support/test-service.ts'

const test = suite('MCP conformance')
const token = 'the-bearer-token-of-the-suite'
const baseline = fileURLToPath(new URL('support/mcp-conformance.yml', import.meta.url))

/** Starts a proxy that adds the bearer token, which the conformance suite cannot send. */
async function startProxy(target: string) {
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const forwarded = request(`${target}${incoming.url}`, { method: incoming.method, headers })
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return { proxy, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp` }
}

/** Runs the conformance suite. It needs Node.js 22, which npx installs if this one is older. */
async function runSuite(url: string) {
  const isOld = Number(process.versions.node.split('.')[0]) < 22
  const packages = ['@modelcontextprotocol/conformance@0.1.16', ...(isOld ? ['node@24'] : [])]
  const conformance = spawn(
    'npx',
    [
      '--yes',
      ...packages.flatMap((name) => ['-p', name]),
      ...['--', 'conformance', 'server', '--url', url, '--expected-failures', baseline],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  const collect = (chunk: unknown) => {
    output += chunk
  }
  conformance.stdout.on('data', collect)
  conformance.stderr.on('data', collect)
  const [status] = await once(conformance, 'close')
  return { status, output }
}

const isOffline = (output: string) => /npm error.*(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)/.test(output)

test('the official conformance suite passes, except scenarios that do not apply', async () => {
  const database = await createDatabase()
  const server = await startServer({
    SERVICE_DATABASE_URL: database.url,
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_MCP_BEARER_TOKEN: token,
  })
  const { proxy, url } = await startProxy(server.url)
  try {
    const { status, output } = await runSuite(url)
    if (isOffline(output) && !process.env.TEST_NETWORK_REQUIRED) {
      warnNotTested('MCP conformance', 'The test suite must be downloaded from npm, which cannot be reached.')
      return
    }
    assert.is(status, 0, output)
    for (const scenario of [
      'server-initialize',
      'ping',
      'completion-complete',
      'tools-list',
      'resources-list',
      'prompts-list',
      'dns-rebinding-protection',
    ]) {
      assert.match(output, new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`))
    }
  } finally {
    proxy.close()
    await server.stop()
    await database.drop()
  }
})

test.run()
