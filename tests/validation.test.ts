import * as assert from 'uvu/assert'
import type { Term } from '../lib/schemas/term.ts'
import { type Answer, glossary, type Person, type TestService } from './support/test-service.ts'

const test = glossary('validation of texts')

/** A way to send text to the service, and to read what was stored of it. */
type Input = {
  send(service: TestService, as: Person, value: unknown): Promise<Answer>
  stored?(service: TestService, answer: Answer): unknown
}

const path = '/api/v1/terms'
let nextTermNumber = 0
const uniqueTerm = () => ({ name: `N${nextTermNumber++}`, definition: 'What it means.' })

const inCreation = (field: keyof Term): Input => ({
  send: ({ request }, as, value) => request('POST', path, { as, body: { ...uniqueTerm(), [field]: value } }),
  stored: (_, { body }) => body[field],
})

const inEdit = (field: keyof Term): Input => ({
  async send({ request, term }, as, value) {
    const { id } = await term(as, uniqueTerm())
    return request('PUT', `${path}/${id}`, { as, body: { version: 1, [field]: value } })
  },
  stored: (_, { body }) => body[field],
})

const lastNote = async ({ sql }: TestService, { body }: Answer) => {
  const [entry] = await sql`
    select note from term_history where term_id = ${body.id} order by seq desc limit 1`
  return entry?.note
}

const editNote: Input = {
  async send({ request, term }, as, note) {
    const { id } = await term(as, uniqueTerm())
    return request('PUT', `${path}/${id}`, { as, body: { version: 1, definition: 'New.', note } })
  },
  stored: lastNote,
}

const inPost = (action: string, field: string): Input => ({
  async send({ request, term }, as, value) {
    const { id } = await term(as, uniqueTerm())
    return request('POST', `${path}/${id}/${action}`, { as, body: { [field]: value } })
  },
  stored: lastNote,
})

const tokenName: Input = {
  send: ({ request }, as, name) => request('POST', '/api/v1/tokens', { as, body: { name } }),
  stored: (_, { body }) => body.name,
}

const inQuery = (field: string): Input => ({
  send: ({ request }, as, value) => request('GET', `${path}?${field}=${encodeURIComponent(String(value))}`, { as }),
})

const inputs: [string, string, number, Input][] = [
  ['POST', 'name', 120, inCreation('name')],
  ['POST', 'full_name', 300, inCreation('full_name')],
  ['POST', 'definition', 4000, inCreation('definition')],
  ['POST', 'category', 80, inCreation('category')],
  ['PUT', 'name', 120, inEdit('name')],
  ['PUT', 'full_name', 300, inEdit('full_name')],
  ['PUT', 'definition', 4000, inEdit('definition')],
  ['PUT', 'category', 80, inEdit('category')],
  ['PUT', 'note', 500, editNote],
  ['dispute', 'reason', 500, inPost('dispute', 'reason')],
  ['promote', 'note', 500, inPost('promote', 'note')],
  ['token', 'name', 100, tokenName],
  ['GET', 'q', 200, inQuery('q')],
  ['GET', 'category', 80, inQuery('category')],
]

/** What a name cannot have anywhere, and where some of them may stand. */
const invisible = [
  ...['\u200b', '\u00ad', '\u202e', '\u2066', '\ufeff', '\u{e0041}', '\u115f', '\u034f', '\u2028'],
  ...['\u2065', '\ufe0f', '\u{e0100}', '\u{e0fff}'],
]
const visible = [
  ...['می\u200cخواهم', 'क्\u200dष', 'x 👩🏽\u200d🔬', 'x ❤\ufe0f\u200d🔥', '✔\ufe0f done'],
  ...['Step 1\ufe0f\u20e3'],
  ...['葛\u{e0100}', 'ᠠ\u180b', '\u0646\u200c\u0645 \u{1f468}\u200d\u{1f469} \u2764\ufe0f'],
]
const loose = [
  ...['\u200dSLA', 'SLA\u200c', 'S3\u200d', 'S\u200d\u200dA', 'SLA\ufe0f', 'S3\ufe0f', 'S\u2800A'],
  ...['🏴\u{e0067}\u{e0062}\u{e007f}', 'a\u200d', '\u200cb', 'a \u200d b'],
  ...['\u200b', '\u3164', '\u2800', '\u00a0'],
]
const acute = 'e\u0301' // two characters that NFC combines into one
const qa = '\u0958' // one character that NFC splits into two

for (const [action, field, maxLength, { send, stored }] of inputs) {
  const allowsLines = field === 'definition'
  const isLabel = ['name', 'full_name', 'category'].includes(field) && action !== 'token'

  test(`${action} accepts a ${field} of 1 to ${maxLength} characters`, async (service) => {
    const as = await service.person('editor')
    const good: [string, string][] = [
      ['x', 'x'],
      ['x'.repeat(maxLength), 'x'.repeat(maxLength)],
      [`x${'\u{1F600}'.repeat(maxLength - 1)}`, `x${'\u{1F600}'.repeat(maxLength - 1)}`],
      [` \t\n${'y'.repeat(maxLength)}\u00a0\r\n `, 'y'.repeat(maxLength)],
      [acute.repeat(maxLength), '\u00e9'.repeat(maxLength)],
      [qa.repeat(maxLength / 2), '\u0915\u093c'.repeat(maxLength / 2)],
      ['a "b" \\ \' ; -- % _ c', 'a "b" \\ \' ; -- % _ c'],
    ]
    const spaces = '\u00a0\u1680\u2000\u2009\u200a\u202f\u205f\u3000 '
    if (isLabel) good.push([`${spaces}a${spaces}b`, 'a b'], ...visible.map((each) => [each, each] as [string, string]))
    else good.push(['a \u2028 \u202e b', 'a \u2028 \u202e b'])
    if (allowsLines) good.push(['one\ntwo\r\n\tthree', 'one\ntwo\r\n\tthree'])
    for (const [value, expected] of good) {
      const answer = await send(service, as, value)
      assert.ok(answer.status < 300, `${answer.status}: ${value.slice(0, 40)} ${answer.text}`)
      if (stored) assert.is(await stored(service, answer), expected)
    }
  })

  test(`${action} rejects any other ${field} with an error that names it, and stores nothing`, async (service) => {
    const as = await service.person('editor')
    const bad: unknown[] = [
      '',
      ' \n\t ',
      'x'.repeat(maxLength + 1),
      '\u{1F600}'.repeat(maxLength + 1),
      acute.repeat(maxLength + 1),
      qa.repeat(maxLength / 2 + 1),
      ...['\0', '\x01', '\b', '\v', '\f', '\x1b', '\x7f', '\x80', '\x85', '\x9f'].map(within),
    ]
    if (isLabel) bad.push(...loose, ...invisible.map(within))
    if (!allowsLines) bad.push(...['\n', '\r', '\t'].map(within))
    if (action !== 'GET') {
      bad.push('\0', '\ud800', 'a\udc00b', '\udc00\ud800')
      bad.push(5, 0, true, false, ['x'], [], {}, { x: 1 })
    }
    for (const value of bad) {
      const shown = JSON.stringify(value).slice(0, 40)
      const { status, headers, body } = await send(service, as, value)
      assert.is(status, 422, shown)
      assert.is(headers.get('content-type'), 'application/problem+json; charset=utf-8')
      assert.is(body.code, 'validation_failed')
      assert.equal(pathsOf(body), [field], shown)
      assert.match(body.errors[0].message, messages(maxLength), shown)
    }
    const [traces] = await service.sql`
      select
        (select count(*) from term_history where action <> 'created')::integer as history,
        (select count(*) from audit_events where action <> 'term.created')::integer as audit,
        (select count(*) from terms where name !~ '^N' or version <> 1)::integer as terms,
        (select count(*) from api_tokens)::integer as tokens,
        (select count(*) from outbox_messages)::integer as messages`
    assert.equal({ ...traces }, { history: 0, audit: 0, terms: 0, tokens: 0, messages: 0 })
    if (action === 'POST') assert.is((await service.sql`select 1 from terms`).length, 0)
  })
}

const messages = (maxLength: number) =>
  new RegExp(
    `^must (be text|be 1 to ${maxLength} characters long|be well-formed Unicode|not contain (control|invisible) characters)$`,
  )
const within = (character: string) => `a${character}b`
const pathsOf = (body: { errors: { path: string }[] }) => body.errors.map(({ path }) => path)

test.run()
