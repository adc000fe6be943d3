import { h } from 'preact'
import * as assert from 'uvu/assert'
import * as v from 'valibot'
import { createApp } from '../lib/http/app.ts'
import { Problem } from '../lib/problem.ts'
import { definition, fullName, name } from '../lib/schemas/content.ts'
import { integer } from '../lib/schemas/numbers.ts'
import { renderPart } from '../lib/web/document.tsx'
import { errorPage } from '../lib/web/error-page.tsx'
import { page } from '../lib/web/page.tsx'
import { attempt, Field, Refusal } from '../lib/web/parts/form.tsx'
import { cookie } from './support/credentials.ts'
import { glossary, send, type TestService } from './support/test-service.ts'

const test = glossary('page forms')

const Fields = v.object({
  name,
  full_name: v.nullish(fullName),
  definition: v.optional(definition),
  version: v.optional(integer(1, 9)),
  scopes: v.optional(v.array(v.picklist(['read', 'write']))),
})

/** A page with a form that records its input in `seen`. */
function createFormPage(seen: unknown[] = []) {
  return page({ path: '/form', summary: 'A form', form: Fields }, async (input) => {
    const { result, problem } = await attempt(async () => {
      const sent = input.form.read()
      if (sent.name === 'taken') throw new Problem('duplicate')
      if (sent.name === 'forbidden') throw new Problem('forbidden')
      seen.push(sent)
      return sent
    })
    if (!problem) return input.redirect(`/terms/${result.name}?done=created`)
    const errors = problem.members.errors?.map(({ path, message }) => `${path} ${message}`)
    const text = [problem.code, errors, `typed: ${input.form.typed.get('name')}`].join('; ')
    return input.isPartial
      ? input.sendPart(text as never, {}, problem.status)
      : input.sendPage('A form', text, problem.status)
  })
}

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

async function post(service: TestService, body: string, headers: Record<string, string> = {}) {
  const seen: unknown[] = []
  const app = createApp([createFormPage(seen)], errorPage, service.ctx)
  const as = await service.person()
  const response = await send(app, 'POST', '/form', { headers: { ...urlencoded, ...cookie(as), ...headers }, body })
  return { ...response, seen, location: response.headers.get('location') }
}

test('a form is parsed by its schema: numbers, lists and line breaks, without blank fields', async (service) => {
  const body = 'name=S%26P+500&full_name=+&definition=a%0D%0Ab&version=3&scopes=read&scopes=write&x=y'
  const { status, location, seen } = await post(service, body)
  assert.equal([status, location], [303, '/terms/S&P 500?done=created'])
  const list = ['read', 'write']
  assert.equal(seen, [{ name: 'S&P 500', definition: 'a\nb', version: 3, scopes: list }])
})

test('an invalid form is shown again with its input and status 422', async (service) => {
  const { status, headers, text, seen } = await post(service, 'name=+&version=30')
  assert.is(status, 422)
  assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(text, /validation_failed; name is required,version must be at most 9; typed: {2}/)
  assert.match(text, /<title>A form – Glossary/)
  assert.equal(seen, [])
  const twice = await post(service, 'name=a&name=b')
  assert.is(twice.status, 422)
  assert.match(twice.text, /name must be given once/)
})

test('a conflict shows the form again with status 409; other problems have error pages', async (service) => {
  const taken = await post(service, 'name=taken')
  assert.is(taken.status, 409)
  assert.match(taken.text, /duplicate; ; typed: taken/)
  const forbidden = await post(service, 'name=forbidden', { accept: 'text/html' })
  assert.is(forbidden.status, 403)
  assert.match(forbidden.text, new Problem('forbidden').message)
})

test('a control refers to the hint and the error of its field only', () => {
  const field = (errors: { path: string; message: string }[]) =>
    renderPart(
      Field({
        name: 'name',
        label: 'Name',
        hint: 'As people say it.',
        errors,
        children: (props) => h('input', { ...props, value: '"><b>' }),
      }),
    )
  const wrong = field([
    { path: 'definition', message: 'is required' },
    { path: 'name', message: 'must be 1 to 120 characters long' },
  ])
  assert.match(wrong, /<label for="name">Name<\/label><input id="name" name="name" /)
  assert.match(wrong, /aria-describedby="name-hint name-fault" aria-invalid="true" value="&quot;>&lt;b>"/)
  assert.match(wrong, /<p class="fault" id="name-fault">Shorten the name to 120 characters \(now 5\)<\/p>/)
  assert.not.match(wrong, /is required/)
  const fine = field([{ path: 'definition', message: 'is required' }])
  assert.match(fine, /aria-describedby="name-hint" value=/)
  assert.not.match(fine, /fault|aria-invalid/)
})

test('a refusal is announced with its reason', () => {
  const render = (problem: Problem) => renderPart(Refusal({ problem }))
  assert.match(render(new Problem('duplicate')), `role="alert" tabindex="-1">${new Problem('duplicate').message}`)
  assert.match(render(new Problem('validation_failed')), /Check the highlighted fields/)
})

test('a field and the summary above the form say the same sentence, which leads to the field', () => {
  const said: [path: string, message: string, typed: string, sentence: string][] = [
    ['full_name', 'is required', '', 'Enter a full name'],
    ['origins', 'is required', '', 'Enter origins'],
    ['url', 'is required', '', 'Enter a URL'],
    ['url', 'must be a URL like https://a.example, with a host', 'x', 'Enter a full URL, such as https://a.example'],
    ['name', 'must be 1 to 120 characters long', ' ', 'Enter a name'],
    [
      'definition',
      'must be at most 4,000 characters long',
      'x'.repeat(4001),
      'Shorten the definition to 4,000 characters (now 4,001)',
    ],
    ['aliases.3', 'must be 1 to 120 characters long', 'a; b', 'Use at most 120 characters for each of the other names'],
    ['version', 'must be at most 9', '10', 'Version must be at most 9'],
    ['links.1.url', 'Link 2: enter its address', '', 'Link 2: enter its address'],
  ]
  for (const [path, message, typed, sentence] of said) {
    const errors = [{ path, message }]
    const name = path.split('.')[0] ?? ''
    const children = (props: object) => h('input', { ...props, value: typed })
    const field = renderPart(Field({ name, id: `a-${name}`, label: 'Any label', errors, children }))
    const problem = new Problem('validation_failed', { errors })
    const summary = renderPart(Refusal({ problem, values: new URLSearchParams({ [name]: typed }), prefix: 'a-' }))
    assert.match(field, `id="a-${name}-fault">${sentence}<`)
    assert.match(summary, `<a href="#a-${name}">${sentence}</a>`)
  }
})

test('htmx gets only the part that it replaces', async (service) => {
  const { status, text } = await post(service, 'name=', { 'hx-request': 'true' })
  assert.is(status, 422)
  assert.match(text, /^validation_failed/)
})

test('a form must have the content type of forms and at most 64 KiB', async (service) => {
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', '']) {
    const { status, body } = await post(service, '{"name":"x"}', { 'content-type': type })
    assert.is(status, 415, type)
    assert.is(body.code, 'not_form')
  }
  const ok = { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' }
  assert.is((await post(service, 'name=x', ok)).status, 303)
  const limit = 64 * 1024
  assert.is((await post(service, 'name=x&y='.padEnd(limit, 'y'))).status, 303)
  assert.is((await post(service, 'name=x&y='.padEnd(limit + 1, 'y'))).status, 413)
})

test('requests from other sites and without a session are refused', async (service) => {
  const foreign = await post(service, 'name=x', { origin: 'https://evil.example' })
  assert.is(foreign.status, 403)
  assert.equal(foreign.seen, [])
  const stranger = await post(service, 'name=x', { cookie: '' })
  assert.equal([stranger.status, stranger.location, stranger.seen], [303, '/login?done=ended', []])
  const partial = await post(service, 'name=x', { cookie: '', 'hx-request': 'true' })
  assert.equal([partial.status, partial.headers.get('hx-trigger')], [204, 'session-ended'])
})

test.run()
