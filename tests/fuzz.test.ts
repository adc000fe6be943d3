import * as assert from 'uvu/assert'
import { answerFault, type Described, operations } from './support/api-document.ts'
import { embedKey } from './support/credentials.ts'
import { connectedAgent } from './support/endpoint-objects.ts'
import { aim, type Ids, type Shot, seedWith } from './support/fuzz-input.ts'
import { importFile } from './support/imports.ts'
import { webhook } from './support/receiver.ts'
import { type Answer, glossary, type Person, type TestService, threeLanguages } from './support/test-service.ts'

// FUZZ_SEED=n npm test -- fuzz repeats a run; FUZZ_REQUESTS=n makes it longer or shorter.
const seed = Number(process.env.FUZZ_SEED || 20_260_501)
const requests = Number(process.env.FUZZ_REQUESTS || 600)
const settings = {
  ...threeLanguages,
  SERVICE_COMMUNITY_THRESHOLD: '1',
  SERVICE_OFFICIAL_THRESHOLD: '1',
  SERVICE_SLACK_CLIENT_ID: 'fuzz',
  SERVICE_SLACK_CLIENT_SECRET: 'fuzz',
}

const at = (wanted: string) => operations.find(({ path }) => path === wanted) as Described
const devLogin = at('/auth/dev/login')
// They succeed for those alone whom an identity provider sends, or with another setting.
const unavailable = [...['/auth/slack/callback', '/auth/oidc/callback', '/auth/oidc/login'], '/metrics'].map(at)

for (const [index, devMode] of ['false', 'true'].entries()) {
  const test = glossary(`fuzz, dev mode ${devMode}`, { ...settings, SERVICE_DEV_MODE: devMode })

  test('the response to any input is one that the OpenAPI document describes', async (service) => {
    seedWith(seed + index)
    const { callers, ids, feedToken, restock } = await populate(service)
    const names = Object.keys(callers)
    const found: string[] = []
    const undone = new Set(operations)
    for (const operation of unavailable) undone.delete(operation)
    if (devMode === 'false') undone.delete(devLogin)

    async function shoot(described: Described, caller: string, spoilage: number) {
      const shot = aim(described, ids, spoilage, feedToken)
      const { answer, wrong } = await fire(service, shot, callers[caller] ?? {})
      if (wrong) found.push(report(shot, caller, wrong, answer))
      if (!answer || answer.status >= 400) return
      undone.delete(described)
      if (shot.method !== 'GET') await restock()
    }

    for (let i = 0; i < requests / 2; i++) {
      const described = operations[i % operations.length]
      const caller = names[Math.floor(i / operations.length) % names.length]
      if (described && caller) await shoot(described, caller, 0.6)
    }
    for (let i = 0; i < 500; i++) {
      for (const described of undone) await shoot(described, 'an admin', 0)
    }
    const first = found.slice(0, 5).join('\n\n  ')
    assert.ok(found.length === 0, `FUZZ_SEED=${seed}: ${found.length} wrong\n\n  ${first}`)
    assert.equal(
      [...undone].map(({ name }) => name),
      [],
      'operations that never succeeded',
    )
    await assertSound(service)
  })

  test.run()
}

async function fire({ request }: TestService, shot: Shot, credential: Record<string, string>) {
  const { method, path, headers, body } = shot
  try {
    const answer = await request(method, path, { body, headers: { ...credential, ...headers } })
    return { answer, wrong: judge(shot, answer) }
  } catch (error) {
    return { wrong: `no answer but ${error}` }
  }
}

/** What no sequence of requests may upset. */
async function assertSound({ ctx, logs, sql }: TestService) {
  await ctx.background.settle()
  const bad = logs.filter((line) => JSON.parse(line).level >= 50)
  assert.equal(bad, [], 'errors in the log')
  const [sums] = await sql`select
    (select count(*) from terms t where vote_count <> (
      select count(*) from votes v where v.term_id = t.id))::int as miscounted,
    (select count(*) from terms t where version <> (
      select max(version) from term_history h where h.term_id = t.id))::int as misversioned,
    (select count(*) from users where role = 'admin' and is_active)::int >= 1 as has_admin`
  assert.equal({ ...sums }, { miscounted: 0, misversioned: 0, has_admin: true })
}

/** What is wrong with an answer, or null. */
function judge(shot: Shot, answer: Answer) {
  const { described, method, path } = shot
  const { status, headers, text, body } = answer
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (status >= 500) return `a ${status}`
  if (!/^[\w.:-]{1,128}$/.test(headers.get('x-request-id') ?? '')) return 'no sane X-Request-Id'
  // Who asks for a page, and not the API, gets problems as pages.
  const isPage = shot.headers.accept === 'text/html' && !described.path.startsWith('/api/')
  if (status >= 400 && isPage && type === 'text/html') return null
  if (status >= 400 && type !== 'application/problem+json') return `a problem as "${type}"`
  if (method === 'HEAD') return text === '' ? null : 'a body for HEAD'
  if (status >= 400 && body.status !== status) return 'a problem that names another status'
  // An odd segment can lead to another path ('..'), which has answers of its own.
  const shape = new RegExp(`^${described.path.replace(/\{\w+\}/g, '[^/]+')}$`)
  if (!shape.test(new URL(path, 'http://localhost').pathname)) return null
  return answerFault(described.operation, answer)
}

function report(shot: Shot, caller: string, wrong: string, answer?: Answer) {
  const { method, path, headers, body } = shot
  const sent = body === undefined ? '' : typeof body === 'string' ? body : `bytes ${body.join(' ')}`
  const cut = (line: string) => (line.length > 300 ? `${line.slice(0, 300)}… (${line.length})` : line)
  return [`${wrong}, to ${caller}:`, `${method} ${path}`, JSON.stringify(headers), sent, answer?.text ?? '']
    .filter((line) => line !== '' && line !== '{}')
    .map(cut)
    .join('\n    ')
}

/** Everybody who calls, things to call about, and how to put them right after a call. */
async function populate({ ctx, person, request, sql, term }: TestService) {
  const [admin, editor, viewer] = [await person('admin'), await person('editor'), await person()]
  const spare = [await person('admin'), await person(), await person()]
  const token = async (as: Person, scopes = ['read']) =>
    (await request('POST', '/api/v1/tokens', { as, body: { name: 'fuzz', scopes } })).body
  const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })
  const callers: Record<string, Record<string, string>> = {
    'an admin': bearer(admin.session),
    'an editor': { cookie: `user_id=${editor.session}` },
    'a viewer': bearer(viewer.session),
    nobody: {},
    'an admin with a cookie': { cookie: `user_id=${admin.session}` },
    'a token that reads': bearer((await token(viewer)).token),
    'a token that writes': bearer((await token(editor, ['write'])).token),
    ...(ctx.settings.devMode && { 'an admin by X-User-Id': { 'x-user-id': admin.id } }),
  }
  const ids: Ids = {
    terms: [],
    users: [admin, editor, viewer, ...spare].map(({ id }) => id),
    tokens: [],
    agents: [],
    disputes: [],
    proposals: [],
    dismissed: [],
    'embed-keys': [],
    imports: [],
    webhooks: [],
    wanted: [],
  }
  let made = 0
  async function restock() {
    for (const { id, role } of [admin, editor, viewer]) {
      await sql`
        update users set is_active = true, role = ${role}, session_generation = 0 where id = ${id}`
    }
    const [{ terms, tokens }] = (await sql`select
      array(select id from terms where version < 3 order by name_key, full_name_key) as terms,
      array(select id from api_tokens where name = 'spare') as tokens`) as never as [Ids]
    while (terms.length < 8) {
      const { id } = await term(viewer, { name: `fuzz ${made++}` })
      await request('POST', `/api/v1/terms/${id}/vote`, { as: viewer })
      terms.push(id)
    }
    await request('POST', `/api/v1/terms/${terms[0]}/dispute`, { as: admin, body: {} })
    const body = { version: 1, category: `fuzz ${made++}` }
    await request('POST', `/api/v1/terms/${terms[1]}/proposals`, { as: admin, body })
    await sql`
      insert into wanted_names (name_key, name, is_public, last_asked_on)
      values ('discovery', 'discovery', true, current_date) on conflict do nothing`
    await sql`update terms set status = 'suggested' where id in ${sql(terms.slice(2, 4))}`
    await sql`
      insert into translations (term_id, language, definition, version)
      select t.id, l.language, 'Eine Zusage.', 1 from terms t, unnest(array['de', 'fr']) as l (language)
      on conflict do nothing`
    await sql`update terms set category = 'discovery' where id = ${terms[4] ?? null}`
    const [open] = await sql`select
      array(select id from dismissed_suggestions order by dismissed_at desc limit 3) as dismissed,
      array(select id from disputes where resolution is null) as disputes,
      array(select id from proposals where status = 'open') as proposals,
      array(select id from agents) as agents,
      array(select id from embed_keys) as "embed-keys",
      array(select id from imports where undone_at is null) as imports,
      array(select id from webhooks) as webhooks,
      array(select id from wanted_names) as wanted`
    Object.assign(ids, open)
    if (ids.imports.length === 0) {
      const file = 'name,definition\nSLA,A promise.'
      ids.imports = [(await importFile({ request }, admin, file)).body.import_id]
    }
    if (ids.agents.length === 0) ids.agents = [(await connectedAgent({ sql }, admin)).id]
    if (ids['embed-keys'].length === 0) ids['embed-keys'] = [(await embedKey({ request }, admin)).id]
    if (ids.dismissed.length === 0) {
      await request('POST', `/api/v1/terms/${terms[3]}/dismiss`, { as: admin })
      ids.dismissed = [terms[3] ?? '']
    }
    if (ids.webhooks.length === 0) ids.webhooks = [(await webhook({ request }, admin, 'https://8.8.8.8/hook')).id]
    ids.terms = terms.slice(0, 12)
    ids.tokens = tokens
    if (tokens.length === 0) {
      const body = { name: 'spare', scopes: ['read'] }
      ids.tokens = [(await request('POST', '/api/v1/tokens', { as: admin, body })).body.id]
    }
  }
  await restock()
  // Of somebody whom no request erases.
  const feedToken: string = (await token(await person(), ['feed'])).token
  return { callers, ids, feedToken, restock }
}
