import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }

// npm run test:runtimes: starts the service on each runtime that is installed, logs in, adds a term, looks it up, reads
// its page and asks an MCP tool for it, and stops the service. CONTRIBUTING.md says how to try the others without
// installing them.
const nodeArgs = packageJson.scripts.start.split(' ').slice(2)
const runtimes: [command: string, args: string[]][] = [
  [process.execPath, nodeArgs],
  ['bun', ['server.ts']],
  ['deno', ['run', '--allow-all', 'server.ts']],
]

const agentToken = 'token-of-an-agent'
const maxStartMs = 120_000

for (const [command, args] of runtimes) {
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
  const name = `${command} ${stdout?.split('\n')[0] ?? ''}`
  if (status !== 0) say(`SKIPPED: ${command} is not installed`)
  else {
    try {
      await tryRuntime(command, args)
      say(`passed: ${name}`)
    } catch (error) {
      say(`FAILED: ${name}: ${error instanceof Error ? error.stack : error}`)
      process.exitCode = 1
    }
  }
}

async function tryRuntime(command: string, args: readonly string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'glossary-runtime-'))
  const server = start(command, args, directory)
  try {
    const url = await server.url
    await useService(url)
    server.child.kill('SIGTERM')
    assert.deepEqual(await server.ended, [0, null], 'it stops')
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    await rm(directory, { recursive: true, force: true })
  }
}

/** Starts the service with a PostgreSQL of its own. */
function start(command: string, args: readonly string[], directory: string) {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_'))
  const child = spawn(command, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(others),
      SERVICE_DATA_DIR: directory,
      SERVICE_SECRET_KEY: 'a key of a service that ends with the test',
      SERVICE_DEV_MODE: 'true',
      SERVICE_MCP_BEARER_TOKEN: agentToken,
      SERVICE_PORT: '0',
    },
  })
  const output = { stdout: '', stderr: '' }
  const url = new Promise<string>((done, fail) => {
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
      const [, found] = /^listening on (\S+)$/m.exec(output.stdout) ?? []
      if (found) done(found)
    })
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk
    })
    child.on('close', () => fail(new Error(`it ended: ${output.stderr}`)))
    setTimeout(() => fail(new Error('it does not listen')), maxStartMs).unref()
  })
  return { child, output, url, ended: once(child, 'exit') }
}

async function useService(url: string) {
  const login = await fetch(`${url}/auth/dev/login?email=ada@example.com`, { headers: { accept: 'application/json' } })
  assert.equal(login.status, 200, 'login')
  const cookie = login.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const headers = { cookie, origin: url, 'content-type': 'application/json' }

  const term = { name: 'SLA', full_name: 'Service Level Agreement', definition: 'A promise.' }
  const created = await fetch(`${url}/api/v1/terms`, { method: 'POST', headers, body: JSON.stringify(term) })
  assert.equal(created.status, 201, 'create')

  const found = await fetch(`${url}/api/v1/lookup?q=what+is+an+sla`, { headers })
  const { match, terms } = (await found.json()) as { match: string; terms: { name: string }[] }
  assert.deepEqual([match, terms[0]?.name], ['exact', 'SLA'], 'lookup')

  const page = await fetch(`${url}/t/SLA`, { headers: { cookie, accept: 'text/html' } })
  assert.match(await page.text(), /Service Level Agreement/, 'page')

  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${agentToken}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_term', arguments: { name: 'SLA' } },
    }),
  })
  assert.match(await answer.text(), /A promise\./, 'MCP')
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
