import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as assert from 'uvu/assert'
import { slackManifest } from '../lib/slack/manifest.ts'
import { root } from './support/sources.ts'
import { suite } from './support/suite.ts'

const test = suite('the manifest of the Slack app')
const manifest = JSON.parse(slackManifest('https://glossary.example.com'))
const { features, oauth_config, settings } = manifest
const botScopes: string[] = oauth_config.scopes.bot

/** The values that Slack's own types allow for a field of the manifest. */
function allowed(type: string): string[] {
  const types = fileURLToPath(import.meta.resolve('@slack/web-api/dist/types/request/manifest.d.ts'))
  const text = readFileSync(types, 'utf8')
  const [, union = ''] = new RegExp(`type ${type} =([^;]+);`).exec(text) ?? []
  return [...union.matchAll(/['"]([^'"]+)['"]/g)].map(([, name = '']) => name)
}

/** The scopes that the methods we call require, according to Slack's reference. */
const scopesOf: Record<string, string[]> = {
  'auth.test': [],
  'users.info': ['users:read', 'users:read.email'],
  'users.lookupByEmail': ['users:read.email'],
  'chat.postMessage': ['chat:write'],
  'chat.postEphemeral': ['chat:write'],
  'views.open': [],
  'views.publish': [],
  'conversations.list': ['channels:read'],
  'conversations.join': ['channels:join'],
  'conversations.history': ['channels:history'],
}
const scopesOfEvents: Record<string, string[]> = {
  app_home_opened: [],
  app_mention: ['app_mentions:read'],
  'message.im': ['im:history'],
}

test('all request and redirect URLs are ours', () => {
  const url = 'https://glossary.example.com/slack/events'
  assert.is(settings.event_subscriptions.request_url, url)
  assert.is(settings.interactivity.request_url, url)
  assert.is(features.slash_commands[0].url, url)
  assert.equal(oauth_config.redirect_urls, ['https://glossary.example.com/auth/slack/callback'])
})

test('its texts are within the limits of Slack', () => {
  const { name, description } = manifest.display_information
  const [shortcut] = features.shortcuts
  const [command] = features.slash_commands
  const texts: [text: string, most: number][] = [
    [name, 35],
    [description, 140],
    [features.bot_user.display_name, 80],
    [shortcut.name, 24],
    [shortcut.description, 150],
    [shortcut.callback_id, 255],
    [command.command, 32],
    [command.description, 2000],
    [command.usage_hint, 1000],
  ]
  for (const [text, most] of texts) assert.ok(text.length > 0 && text.length <= most, text)
  assert.is(shortcut.callback_id, 'explain_jargon')
  assert.is(shortcut.name, 'Explain this message')
})

test('all scopes and events exist in Slack', () => {
  for (const [type, names] of [
    ['BotScope', botScopes],
    ['UserScope', oauth_config.scopes.user],
    ['ManifestEvent', settings.event_subscriptions.bot_events],
  ]) {
    const known = allowed(type)
    assert.ok(known.length > 10, type)
    for (const each of names) assert.ok(known.includes(each), each)
  }
})

test('the manifest has exactly the scopes that the bot needs', () => {
  const client = readFileSync(`${root}lib/slack/client.ts`, 'utf8')
  const methods = [...client.matchAll(/call\('([\w.]+)'/g)].map(([, method = '']) => method)
  assert.ok(methods.length > 5)
  const events: string[] = settings.event_subscriptions.bot_events
  const needed = [
    ...methods.flatMap((method) => scopesOf[method] ?? [`unknown method ${method}`]),
    ...events.flatMap((event) => scopesOfEvents[event] ?? [`unknown event ${event}`]),
    'commands',
  ]
  assert.equal([...new Set(needed)].sort(), [...botScopes].sort())
  assert.equal(oauth_config.scopes.user, ['openid', 'email', 'profile'])
})

test.run()
