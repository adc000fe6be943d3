import * as assert from 'uvu/assert'
import { type Environment, readSettings, SettingsError } from '../lib/app/settings.ts'
import { startWarnings } from '../lib/app/start-warnings.ts'
import { suite } from './support/suite.ts'

const test = suite('settings of an OpenID provider')

const read = (env: Environment = {}) =>
  readSettings({ SERVICE_SECRET_KEY: 'a secret of at least 32 characters', ...env })

test('without settings, there is no provider, and groups decide nothing', () => {
  const settings = Object.entries(read()).filter(([name]) => name.startsWith('oidc'))
  assert.equal(Object.fromEntries(settings), {
    oidcIssuer: null,
    oidcClientId: null,
    oidcClientSecret: null,
    oidcName: 'your company account',
    oidcScopes: 'openid email profile',
    oidcAllowedDomains: [],
    oidcGroupsClaim: 'groups',
    oidcAdminGroups: [],
    oidcEditorGroups: [],
  })
})

const accepted: [string, string, keyof ReturnType<typeof read>, unknown][] = [
  ['ISSUER', 'https://idp.example.com/a/', 'oidcIssuer', 'https://idp.example.com/a/'],
  ['ISSUER', 'http://localhost:8080', 'oidcIssuer', 'http://localhost:8080'],
  ['SCOPES', 'openid  email', 'oidcScopes', 'openid email'],
  ['ALLOWED_DOMAINS', 'X.com, y.org', 'oidcAllowedDomains', ['x.com', 'y.org']],
  ['ADMIN_GROUPS', 'Glossary Admins, /a,', 'oidcAdminGroups', ['Glossary Admins', '/a']],
]

for (const [variable, text, name, value] of accepted) {
  test(`${variable} can be "${text}"`, () => assert.equal(read({ [`SERVICE_OIDC_${variable}`]: text })[name], value))
}

const microsoft = 'https://login.microsoftonline.com'
const refused: [variable: string, texts: string[], message: string][] = [
  ['ISSUER', ['idp.example.com', 'file:///x'], 'must be an http:// or https:// URL'],
  [
    'ISSUER',
    ['http://idp.example.com', 'http://10.0.0.1/realms/x'],
    'must be an https:// URL, unless its host is this machine',
  ],
  [
    'ISSUER',
    ['https://idp.example.com/.well-known/openid-configuration'],
    'must be the issuer, without /.well-known/openid-configuration',
  ],
  [
    'ISSUER',
    ['common', 'organizations', 'Consumers'].map((tenant) => `${microsoft}/${tenant}/v2.0`),
    'must name your own tenant: this one admits everyone',
  ],
  ['SCOPES', ['email', 'openid,email'], 'must be scopes separated by spaces, openid among them'],
  [
    'ALLOWED_DOMAINS',
    ['example', '@example.com', 'x.com y.org', 'https://example.com'],
    'must be domains separated by commas, such as example.com',
  ],
]

for (const [variable, texts, message] of refused) {
  test(`${variable} ${message}`, () => {
    const name = `SERVICE_OIDC_${variable}`
    for (const text of texts) {
      assert.throws(
        () => read({ [name]: text }),
        (error: unknown) => error instanceof SettingsError && error.message === `${name} ${message}`,
      )
    }
  })
}

const provider = {
  SERVICE_OIDC_ISSUER: 'https://idp.example.com',
  SERVICE_OIDC_CLIENT_ID: 'the ID',
  SERVICE_OIDC_CLIENT_SECRET: 'hunter2',
}
const slack = { SERVICE_SLACK_CLIENT_ID: 'the ID', SERVICE_SLACK_CLIENT_SECRET: 'hunter2' }

for (const settings of [provider, slack]) {
  for (const [name, value] of Object.entries(settings)) {
    test(`the start warns if ${name} is set alone or missing alone`, () => {
      const about = (env: Environment) => startWarnings(read(env)).filter((text) => text.includes('nobody can log in'))
      const others = Object.keys(settings).filter((other) => other !== name)
      const [alone = '', ...more] = about({ [name]: value })
      assert.ok(alone.startsWith(`${name} is set, but not ${others.join(' and ')}: `), alone)
      assert.equal(more, [])
      const [missing = ''] = about({ ...settings, [name]: '' })
      assert.match(missing, `set, but not ${name}: `)
      assert.not.match(alone + missing, 'hunter2')
      assert.equal(about(settings), [])
    })
  }
}

test.run()
