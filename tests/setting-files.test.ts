import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { type Environment, readSettings, SettingsError } from '../lib/app/settings.ts'
import { suite } from './support/suite.ts'

const test = suite('files of secrets')
const secret = 'a secret of at least 32 characters'
const url = 'postgresql://u:p@db.example.com:5432/glossary'

/** What is wrong with the settings, a line a fault. */
function faults(env: Environment): string {
  try {
    readSettings(env)
    return ''
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}

const secrets = {
  SERVICE_SECRET_KEY: 'secretKey',
  SERVICE_SECRET_KEY_PREVIOUS: 'previousSecretKey',
  SERVICE_DATABASE_URL: 'databaseUrl',
  SERVICE_SLACK_CLIENT_SECRET: 'slackClientSecret',
  SERVICE_SLACK_BOT_TOKEN: 'slackBotToken',
  SERVICE_SLACK_SIGNING_SECRET: 'slackSigningSecret',
  SERVICE_OIDC_CLIENT_SECRET: 'oidcClientSecret',
  SERVICE_MCP_BEARER_TOKEN: 'mcpBearerToken',
} as const

const directory = mkdtempSync(join(tmpdir(), 'glossary-secrets-'))
test.after(() => rmSync(directory, { recursive: true }))

/** Writes a secret to a file. Returns the name of the file. */
function secretFile(content: string) {
  const file = join(directory, 'secret')
  writeFileSync(file, content)
  return file
}

for (const [variable, name] of Object.entries(secrets)) {
  const value = variable === 'SERVICE_DATABASE_URL' ? url : 'postgresql://in-a-file-with-32-characters'

  test(`${variable}_FILE is read, without one line end`, () => {
    const ends = { '': '', '\n': '', '\r\n': '', ...(name === 'secretKey' && { '\n\n': '\n' }) }
    for (const [end, rest] of Object.entries(ends)) {
      const env = { SERVICE_DEV_MODE: 'true', [`${variable}_FILE`]: secretFile(value + end) }
      const settings = readSettings(env)
      assert.is(settings[name], value + rest)
      assert.equal(settings.unknownVariables, [])
    }
  })

  test(`${variable} and ${variable}_FILE cannot both be set`, () => {
    const env = { SERVICE_SECRET_KEY: secret, [variable]: value, [`${variable}_FILE`]: secretFile(value) }
    assert.is(faults(env), `${variable} must not be set together with ${variable}_FILE`)
  })
}

test('a file of a secret must be readable and not empty', () => {
  const fault = (file: string) => faults({ SERVICE_SECRET_KEY_FILE: file })
  const unreadable = 'SERVICE_SECRET_KEY_FILE must be the name of a readable file'
  assert.is(fault(join(directory, 'missing')), `${unreadable} (ENOENT)`)
  assert.is(fault(directory), `${unreadable} (EISDIR)`)
  const empty = 'SERVICE_SECRET_KEY_FILE must be the name of a file that is not empty'
  for (const content of ['', '\n']) assert.is(fault(secretFile(content)), empty)
  const short = 'SERVICE_SECRET_KEY must have at least 32 characters'
  assert.is(fault(secretFile('short\n')), short)
})

test.run()
