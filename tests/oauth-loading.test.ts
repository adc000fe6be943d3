import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { servers } from './support/servers.ts'

const test = servers('loading of the OAuth server')

/** Whether oidc-provider is among the scripts that a process has loaded, of which V8 writes a list at its end. */
async function hasLoadedProvider(directory: string) {
  const files = await readdir(directory)
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
  assert.match(texts.join(''), '/server.ts')
  return texts.join('').includes('node_modules/oidc-provider/')
}

test('oidc-provider is loaded with the first request to it, not before', async ({
  start,
  database,
  directory,
}) => {
  // With a temporary directory of its own, it runs as it is, not compiled into one file with its packages.
  const env = {
    SERVICE_DATABASE_URL: await database(),
    SERVICE_DEV_MODE: 'true',
    TMPDIR: await directory(),
  }
  for (const isUsed of [false, true]) {
    const coverage = await directory()
    const server = await start({ ...env, NODE_V8_COVERAGE: coverage })
    const unauthorized = await fetch(`${server.url}/mcp`, { method: 'POST' })
    assert.is(unauthorized.status, 401)
    for (const name of ['oauth-protected-resource', 'oauth-authorization-server']) {
      assert.is((await fetch(`${server.url}/.well-known/${name}`)).status, 200)
    }
    if (isUsed) assert.is((await fetch(`${server.url}/oauth/authorize`)).status, 400)
    assert.is(await server.stop(), 0)
    assert.is(await hasLoadedProvider(coverage), isUsed)
  }
})

test.run()
