import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as sendPlain } from 'node:http'
import { request as sendTls } from 'node:https'
import { join } from 'node:path'
import { load } from 'js-yaml'
import * as assert from 'uvu/assert'
import { certificate, certificateKey } from './support/certificate.ts'
import { eventually } from './support/eventually.ts'
import { hasProgram } from './support/programs.ts'
import { servers } from './support/servers.ts'
import { root } from './support/sources.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('deployment')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = read('Dockerfile')
const command: string[] = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]')

/** The files of the repository that .dockerignore lets into the image. */
const filesOfImage = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name ?? '')

test('the image and the unit start what npm start does, without npm', () => {
  const { scripts } = JSON.parse(read('package.json'))
  assert.is(`exec ${command.join(' ')}`, scripts.start)
  const [, start] = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(read('deploy/systemd/glossary.service')) ?? []
  assert.is(`exec ${start}`, scripts.start)
})

test('the service runs with the files of the image alone, and stops at SIGTERM', async ({ directory, database }) => {
  const copy = await directory()
  for (const name of filesOfImage) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const env = {
    PATH: process.env.PATH,
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DATABASE_URL: await database(),
    SERVICE_PORT: '0',
  }
  const child = spawn(process.execPath, command.slice(1), { cwd: copy, env })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('listening on')) break
  }
  const url = /^listening on (\S+)$/m.exec(output)?.[1]
  assert.ok(url, output)
  for (const path of ['/ready', '/login', '/openapi.json', '/docs']) {
    assert.is((await fetch(url + path)).status, 200, path)
  }
  child.kill('SIGTERM')
  assert.equal(await once(child, 'exit'), [0, null])
})

test('the image runs as an ordinary user, and its service writes nothing', () => {
  assert.match(dockerfile, /^USER 1000$/m)
  assert.match(dockerfile, /^HEALTHCHECK /m)
  type Compose = { services: Record<string, Record<string, unknown>> }
  const { services } = load(read('compose.yaml')) as Compose
  assert.is(services.glossary?.read_only, true)
  assert.equal(services.glossary?.cap_drop, ['ALL'])
  assert.ok(services.database?.healthcheck)
})

if (hasProgram('hadolint', 'the Dockerfile')) {
  test('hadolint finds nothing in the Dockerfile', () => {
    assert.is(execFileSync('hadolint', [join(root, 'Dockerfile')], { encoding: 'utf8' }), '')
  })
}

if (hasProgram('systemd-analyze', 'the systemd units')) {
  test('systemd accepts the units, which leave the service few rights', async ({ directory }) => {
    const copy = await directory()
    cpSync(join(root, 'deploy/systemd'), copy, { recursive: true })
    const unit = join(copy, 'glossary.service')
    writeFileSync(unit, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath))
    const analyze = (...args: string[]) =>
      execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    assert.is(analyze('verify', unit, join(copy, 'glossary.socket')), '')
    const [, exposure] =
      /exposure level for glossary\.service: ([\d.]+)/.exec(analyze('security', '--offline=true', unit)) ?? []
    assert.ok(Number(exposure) < 2, `${exposure} of 10`)
  })
}

if (hasProgram('nginx', 'the site for nginx', '-v')) {
  test('nginx accepts the site', async ({ directory }) => {
    const copy = await directory()
    writeFileSync(join(copy, 'fullchain.pem'), certificate)
    writeFileSync(join(copy, 'privkey.pem'), certificateKey)
    const site = read('deploy/nginx/glossary.conf')
      .replaceAll('/etc/ssl/glossary', copy)
      .replaceAll('/var/log/nginx', copy)
      .replace(/^ +listen \[::\].+$/gm, '')
      .replace('listen 80;', `listen unix:${copy}/80;`)
      .replace('listen 443', `listen unix:${copy}/443`)
      .replace('127.0.0.1:8000', `unix:${copy}/nobody`)
    const log = join(copy, 'error.log')
    writeFileSync(
      join(copy, 'nginx.conf'),
      `pid ${copy}/pid; error_log ${log}; events {} http { access_log off; ${site} }`,
    )
    const args = ['-p', copy, '-c', join(copy, 'nginx.conf'), '-e', log]
    execFileSync('nginx', ['-t', '-q', ...args], { stdio: 'pipe' })

    // What it logs, of requests that it passes on to nobody, too.
    execFileSync('nginx', args, { stdio: 'ignore' })
    try {
      for (const path of ['/terms?q=hunter2', '/feeds/hunter2.csv', '/auth/oidc/callback?code=hunter2']) {
        assert.is(await visit({ socketPath: `${copy}/80`, path }), 301)
        assert.is(await visit({ socketPath: `${copy}/443`, path, isTls: true }), 502)
      }
      await eventually('nginx logs', () => readFileSync(join(copy, 'access.log'), 'utf8').match(/callback/))
      const lines = ['access.log', 'error.log'].map((name) => readFileSync(join(copy, name), 'utf8'))
      assert.equal(lines.join('').match(/.*hunter2.*/g), null)
    } finally {
      execFileSync('nginx', ['-s', 'quit', ...args], { stdio: 'ignore' })
    }
  })
}

/** Sends a request over a Unix socket. Returns the status. */
function visit({ isTls, ...options }: { socketPath: string; path: string; isTls?: boolean }) {
  const send = isTls ? sendTls : sendPlain
  const headers = { host: 'glossary.example.com' }
  return new Promise((done, fail) => {
    send({ ...options, headers, rejectUnauthorized: false }, (response) => {
      done(response.resume().statusCode)
    })
      .on('error', fail)
      .end()
  })
}

test.run()
