import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as assert from 'uvu/assert'
import { eventually } from './support/eventually.ts'
import type { ServerProcess } from './support/process.ts'
import { type Servers, servers } from './support/servers.ts'

const run = promisify(execFile)
const test = servers('a full disk')
const diskMb = 160

/** Mounts a small file system in a directory. Returns whether this account is allowed to. */
async function mountSmallDisk(directory: string) {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=700`, 'tmpfs', directory])
    return true
  } catch (error) {
    if (process.env.CI === 'true') throw error
    process.stderr.write(`SKIPPED: a full disk is not tested, because mounting one fails: ${error}\n`)
    return false
  }
}

/** Runs a test on a service whose embedded PostgreSQL has a small disk. */
async function onSmallDisk(service: Servers, work: (server: ServerProcess, directory: string) => Promise<void>) {
  const SERVICE_DATA_DIR = await service.directory()
  if (!(await mountSmallDisk(SERVICE_DATA_DIR))) return
  try {
    const server = await service.start({ SERVICE_DATA_DIR, SERVICE_DEV_MODE: 'true' })
    await work(server, SERVICE_DATA_DIR).finally(() => server.stop())
  } finally {
    await run('umount', ['--lazy', SERVICE_DATA_DIR])
  }
}

/** Writes a file that takes all space that is left, and returns its path. */
async function fill(directory: string) {
  const path = join(directory, 'filler')
  const { bavail, bsize } = await statfs(directory)
  await writeFile(path, Buffer.alloc(bavail * bsize)).catch((error) => {
    if (error.code !== 'ENOSPC') throw error
  })
  return path
}

async function logIn({ url }: ServerProcess) {
  const login = await fetch(`${url}/auth/dev/login?email=ada@example.com`, { redirect: 'manual' })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async (method: string, path: string, body?: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const init = body && { body: JSON.stringify(body) }
    const response = await fetch(url + path, { method, headers, ...init })
    return { status: response.status, body: await response.json() }
  }
}

const term = () => ({
  name: randomBytes(8).toString('hex'),
  definition: randomBytes(1900).toString('hex'), // so that it cannot be compressed
})

test('writes get 503 database_full, reads work, and everything works once there is space', async (service) => {
  await onSmallDisk(service, async (server, directory) => {
    const request = await logIn(server)
    assert.is((await request('POST', '/api/v1/terms', term())).status, 201)
    const filler = await fill(directory)
    // Until the pages that PostgreSQL has already allocated are full.
    await eventually('a write fails', async () => {
      const { status, body } = await request('POST', '/api/v1/terms', term())
      if (status === 201) return false
      assert.equal([status, body.code], [503, 'database_full'])
      return true
    })
    const ready = await request('GET', '/ready')
    assert.equal([ready.status, ready.body.code], [503, 'database_full'])
    assert.match(ready.body.detail, / This fails: writes\.$/)
    for (const path of ['/api/v1/terms', '/api/v1/me', '/api/v1/export?format=json']) {
      assert.is((await request('GET', path)).status, 200, path)
    }
    await rm(filler)
    await eventually('it is ready again', async () => (await request('GET', '/ready')).status === 200)
    assert.is((await request('POST', '/api/v1/terms', term())).status, 201)
    assert.is(server.child.exitCode, null)
  })
})

test.run()
