import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { servers } from './support/servers.ts'

const test = servers('loading of the OAuth server')

/**
 * Whether oidc-provider is in one of the scripts that a process has loaded, of which V8 writes a list at its end. In a
 * compiled script, a comment before each module says where it comes from.
 */
async function hasLoadedProvider(directory: string) {
  const files = await readdir(directory)
  const lists = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
  const loaded = lists.flatMap((list) => JSON.parse(list).result as { url: string }[])
  const scripts = loaded.map(({ url }) => url).filter((url) => url.startsWith('file:'))
  const texts = await Promise.all(scripts.map((url) => readFile(new URL(url), 'utf8')))
  assert.match(texts.join(''), '// server.ts')
  return texts.join('').includes('// node_modules/oidc-provider/lib/')
}

test('oidc-provider is loaded with the first request to it, not before', async ({ start, database, directory }) => {
  const env = { SERVICE_DATABASE_URL: await database(), SERVICE_DEV_MODE: 'true' }
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
