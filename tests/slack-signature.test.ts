import { createHmac } from 'node:crypto'
import { isValidSlackRequest } from '@slack/bolt'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isSigned } from '../lib/slack/signature.ts'

// Slack's own library decides the expected results: we must accept what it accepts.
const test = suite('Slack signatures')
const secret = '0123456789abcdef0123456789abcdef'
const now = new Date('2026-11-02T10:00:00Z')
const seconds = now.getTime() / 1000

type Case = { timestamp?: string; signature?: string; body: string }

const mac = (body: string, timestamp: string, key = secret) =>
  createHmac('sha256', key).update(`v0:${timestamp}:${body}`).digest('hex')

function signed(body: string, age = 0, key = secret): Required<Case> {
  const timestamp = String(seconds - age)
  return { timestamp, signature: `v0=${mac(body, timestamp, key)}`, body }
}

function ours({ timestamp, signature, body }: Case) {
  const headers = new Headers()
  if (timestamp !== undefined) headers.set('x-slack-request-timestamp', timestamp)
  if (signature !== undefined) headers.set('x-slack-signature', signature)
  return isSigned(secret, headers, body, now)
}

const bolts = ({ timestamp, signature, body }: Case) =>
  isValidSlackRequest({
    signingSecret: secret,
    body,
    headers: {
      'x-slack-signature': signature as string,
      'x-slack-request-timestamp': Number(timestamp),
    },
    nowMilliseconds: now.getTime(),
  })

const bodies = [
  '',
  'command=%2Fglossary&text=SLA',
  '{"type":"event_callback"}',
  'Größe — 用語集 🗂️ \u202e',
  '\n',
  '&'.repeat(70_000),
  'v0:1:',
]

/** Variations of a signed request. */
const makers: Record<string, (body: string) => Case> = {
  right: (body) => signed(body),
  'at the maximum age': (body) => signed(body, 300),
  'a second too old': (body) => signed(body, 301),
  'an hour old': (body) => signed(body, 3600),
  'a little ahead': (body) => signed(body, -300),
  'another secret': (body) => signed(body, 0, `${secret}0`),
  'an empty secret': (body) => signed(body, 0, ''),
  'a changed body': (body) => ({ ...signed(body), body: `${body} ` }),
  'another timestamp': (body) => ({ ...signed(body), timestamp: String(seconds - 1) }),
  'no timestamp': (body) => ({ signature: signed(body).signature, body }),
  'an empty timestamp': (body) => ({ ...signed(body), timestamp: '' }),
  'a timestamp in words': (body) => ({ ...signed(body), timestamp: 'now' }),
  'a negative timestamp': (body) => signed(body, 2 * seconds),
  'a timestamp of 1970': (body) => signed(body, seconds),
  'no signature': (body) => ({ timestamp: String(seconds), body }),
  'an empty signature': (body) => ({ ...signed(body), signature: '' }),
  'a bare version': (body) => ({ ...signed(body), signature: 'v0=' }),
  'version 1': (body) => ({ ...signed(body), signature: signed(body).signature.replace('0', '1') }),
  'no version': (body) => ({ ...signed(body), signature: mac(body, String(seconds)) }),
  'capital letters': (body) => ({
    ...signed(body),
    signature: `v0=${mac(body, String(seconds)).toUpperCase()}`,
  }),
  'a shorter signature': (body) => ({
    ...signed(body),
    signature: signed(body).signature.slice(0, -1),
  }),
  'a longer signature': (body) => ({ ...signed(body), signature: `${signed(body).signature}0` }),
  'two signatures': (body) => ({ ...signed(body), signature: `v0=0, ${signed(body).signature}` }),
}

const accepted = new Set(['right', 'at the maximum age', 'a little ahead'])

for (const [name, make] of Object.entries(makers)) {
  test(`${name}: ${accepted.has(name) ? 'accepted' : 'refused'}, as Slack's library does`, () => {
    for (const body of bodies) {
      const made = make(body)
      assert.is(ours(made), accepted.has(name))
      assert.is(ours(made), bolts(made))
    }
  })
}

test('a signature with any character changed is refused', () => {
  const { signature, ...rest } = signed(bodies[1] as string)
  for (let i = 0; i < signature.length; i++) {
    const changed = signature.slice(0, i) + (signature[i] === 'a' ? 'b' : 'a')
    const made = { ...rest, signature: changed + signature.slice(i + 1) }
    assert.is(ours(made), false)
    assert.is(bolts(made), false)
  }
})

test('a timestamp more than five minutes in the future is refused, unlike in the library', () => {
  const made = signed('', -301)
  assert.is(ours(made), false)
  assert.is(bolts(made), true)
})

test('a timestamp must be a whole number of seconds', () => {
  const odd = [`+${seconds}`, `${seconds}.0`, `${seconds}e0`, `0x${seconds.toString(16)}`, '1e999']
  for (const timestamp of odd) {
    const signature = `v0=${mac('', timestamp)}`
    assert.is(ours({ timestamp, signature, body: '' }), false, timestamp)
  }
})

test.run()
