import { execFile } from 'node:child_process'
import { copyFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import * as assert from 'uvu/assert'
import { pythonPrograms } from './support/python.ts'
import { type Servers, servers } from './support/servers.ts'
import { secretKey } from './support/test-service.ts'

const test = servers('generated clients')
const run = promisify(execFile)
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Starts a server, and gives its URL, a token of an admin, and its description of the API. */
async function startService({ start, database }: Servers) {
  const { url } = await start({
    SERVICE_DATABASE_URL: await database(),
    SERVICE_SECRET_KEY: secretKey,
    SERVICE_DEV_MODE: 'true',
    SERVICE_ADMIN_EMAILS: 'admin@example.com',
  })
  const login = await fetch(`${url}/auth/dev/login?email=admin@example.com`, { redirect: 'manual' })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const created = await fetch(`${url}/api/v1/tokens`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'client', scopes: ['read', 'write'] }),
  })
  const { token } = (await created.json()) as { token: string }
  const description = await (await fetch(`${url}/openapi.json`)).text()
  return { url, token, description }
}

/** Runs a program; fails with what it has written. */
const runs = (program: string, args: string[], options: object) =>
  run(program, args, options).catch(({ stdout, stderr }) => assert.unreachable(stdout + stderr))

test('a client of openapi-fetch creates, votes, imports, explains and exports', async (context) => {
  const { url, token, description } = await startService(context)
  const cwd = await context.directory()
  await symlink(pathOf('../node_modules'), join(cwd, 'node_modules'))
  await writeFile(join(cwd, 'package.json'), '{"type": "module"}')
  await writeFile(join(cwd, 'openapi.ts'), astToString(await openapiTS(JSON.parse(description))))
  await copyFile(pathOf('clients/client.ts'), join(cwd, 'client.ts'))
  const strict = [
    '--strict',
    '--module',
    'nodenext',
    '--noEmit',
    '--allowImportingTsExtensions',
    '--types',
    'node',
    '--skipLibCheck',
  ]
  await runs(process.execPath, ['node_modules/typescript-7/bin/tsc', ...strict, 'client.ts'], { cwd })
  await runs(process.execPath, ['--import', 'tsx', 'client.ts', url, token], { cwd })
})

test('a client of openapi-python-client does the same', async (context) => {
  const programs = await pythonPrograms('the generated client in Python')
  if (!programs) return
  const { url, token, description } = await startService(context)
  const cwd = await context.directory()
  await writeFile(join(cwd, 'openapi.json'), description)
  const options = { cwd, env: { ...process.env, PATH: `${programs}:${process.env.PATH}` } }
  const generate = ['generate', '--path', 'openapi.json', '--meta', 'none']
  const generated = await runs('openapi-python-client', [...generate, '--output-path', 'glossary'], options)
  const warnings = generated?.stdout.match(/^Unsupported.*|.*will not be generated.*/gm) ?? []
  assert.equal(
    warnings.filter((each: string) => !each.startsWith('Unsupported content type ')),
    [],
    'it generates every endpoint; of the types of files, it knows JSON',
  )
  await runs('python', [pathOf('clients/client.py'), url, token], {
    ...options,
    env: { ...options.env, PYTHONPATH: cwd },
  })
})

test.run()
