import * as assert from 'uvu/assert'
import { servers } from './support/servers.ts'

const test = servers('the command without esbuild')

test('an installation that cannot bundle the command and the extension says so', async ({ start, database }) => {
  const { url } = await start({
    SERVICE_DATABASE_URL: await database(),
    SERVICE_DEV_MODE: 'true',
    ESBUILD_BINARY_PATH: '/bin/false', // its program cannot be run
  })
  for (const path of ['/cli', '/extension.zip']) {
    const answer = await fetch(url + path)
    assert.is(answer.status, 404)
    assert.match((await answer.json()).detail, /has no esbuild/)
  }
})

test.run()
