import * as assert from 'uvu/assert'
import { cookie } from './credentials.ts'
import { importFile } from './imports.ts'
import type { Answer, Person, TestService } from './test-service.ts'

// Who is told what: actions, and the entries that they leave in the inboxes of those whom they concern.

const names = [
  ...(['ada', 'ofTerm', 'ofCategory', 'ofBoth', 'editor', 'deactivated'] as const),
  ...(['reporter', 'proposer', 'outsider'] as const),
]
type Name = (typeof names)[number]
/**
 * Ada owns SLA of the category Operations. She, the editor, who acts, and someone who is deactivated follow both;
 * others follow the term, the category or both. The rest follow nothing: some report a problem or propose a change
 * where an action says so.
 */
export type Cast = Record<Name, Person> & {
  service: TestService
  id: string
  /** sends a request, by the editor if nobody is named */
  send(method: string, path: string, body?: object, as?: Person): Promise<Answer>
  /** sends a request about the term, likewise */
  on(method: string, action: string, body?: object, as?: Person): Promise<Answer>
}

export type Case = {
  /** what happens first, and what it tells does not count; its result is given to `act` */
  before?(cast: Cast): Promise<unknown>
  act(cast: Cast, before: never): Promise<unknown>
  /**
   * the kind of the entry of each person; and its action, its term, a number of terms, and who did it, where these
   * differ
   */
  told: Partial<Record<Name, string | undefined>>
  /** what the entries are about, if not SLA */
  term?: string
  /** a part of what the entries say */
  detail?: Record<string, unknown>
  /** what the page of the inbox says to someone */
  page?: [Name, RegExp]
}

async function castOf(service: TestService): Promise<Cast> {
  const people = {} as Record<Name, Person>
  for (const name of names) {
    const role = name === 'editor' ? 'editor' : 'viewer'
    people[name] = await service.person(role, `${name}@example.com`)
  }
  const { ada, ofTerm, ofCategory, ofBoth, editor, deactivated } = people
  const { id } = await service.term(ada, { name: 'SLA', category: 'Operations' })
  const both = [ada, ofBoth, editor, deactivated].map(({ id }) => id)
  await service.sql`
    insert into term_follows (term_id, user_id)
    select ${id}, unnest(${[ofTerm.id, ...both]}::uuid[])`
  await service.sql`
    insert into category_follows (category, user_id)
    select 'Operations', unnest(${[ofCategory.id, ...both]}::uuid[])`
  await service.sql`update users set is_active = false where id = ${deactivated.id}`
  const send: Cast['send'] = (method, path, body, as = editor) =>
    service.request(method, `/api/v1${path}`, { as, body })
  const on: Cast['on'] = (method, action, body, as) => send(method, `/terms/${id}${action}`, body, as)
  return { ...people, service, id, send, on }
}

type Entry = {
  name: Name
  kind: string
  term_name: string | null
  actor: string | null
  detail: Record<string, unknown>
}

/** An entry in the words of the table. */
const inWords = ({ kind, term_name, actor, detail: { action, total } }: Entry, { term = 'SLA', detail }: Case) =>
  [
    ...[kind, action !== detail?.action && action, term_name !== term && term_name, total],
    actor && actor !== 'editor' && `by ${actor}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Does something, and checks that it has told what it must, and nobody else. */
export async function tell(service: TestService, each: Case) {
  const { before, act, told, detail, page } = each
  const { sql } = service
  const cast = await castOf(service)
  const prepared = (await before?.(cast)) as never
  await sql`delete from outbox_messages`
  await sql`delete from inbox_entries`
  await act(cast, prepared)

  const entries = await sql<Entry[]>`
    select
      split_part(u.email, '@', 1) as name, kind, term_name, split_part(a.email, '@', 1) as actor, detail
    from inbox_entries e
    join users u on u.id = e.user_id
    left join users a on a.id = e.actor_id`
  const heard = names.map((name) => [
    name,
    entries
      .filter((entry) => entry.name === name)
      .map((entry) => inWords(entry, each))
      .join('; '),
  ])
  assert.equal(Object.fromEntries(heard), Object.fromEntries(names.map((name) => [name, told[name] ?? ''])))
  for (const entry of entries.filter((entry) => entry.detail.action === detail?.action)) {
    const said = Object.keys(detail ?? {}).map((field) => [field, entry.detail[field]])
    assert.equal(Object.fromEntries(said), detail ?? {})
  }
  assert.not.match(JSON.stringify(entries), 'Changed.')
  const wrong = await sql`
    select kind from inbox_entries e
    where (kind <> 'followed') <> exists (
      select from outbox_messages where inbox_entry_id = e.id and user_id = e.user_id
    )`
  assert.equal([...wrong], [], 'all but what someone follows is sent as a message, too')
  assert.equal([...(await sql`select from wanted_requests`)], [], 'nobody waits any more')
  if (!page) return
  const [reader, text] = page
  assert.match((await service.request('GET', '/inbox', { headers: cookie(cast[reader]) })).text, text)
}

export const allFollowers = (told: string) => ({ ofTerm: told, ofCategory: told, ofBoth: told })
export const followers = allFollowers('followed')
/** What another person does; the editor follows the term, too. */
export const by = (name: string) => ({ ...allFollowers(`followed by ${name}`), editor: `followed by ${name}` })
export const changed = { definition: 'Changed.' }

export const propose = async ({ on, proposer }: Cast, fields: object = changed) =>
  (await on('POST', '/proposals', { version: 1, note: 'Clearer', ...fields }, proposer)).body.id as string
export const edit = ({ on }: Cast, fields: object = changed, version = 1) => on('PUT', '', { version, ...fields })
export const importCsv = ({ service, editor }: Cast, ...rows: string[]) =>
  importFile(service, editor, `${['name,category,definition', ...rows].join('\n')}\n`)

export const edited = { told: { ada: 'edited', ...followers }, detail: { action: 'term.updated' } }
export const accepted = {
  ada: 'edited by proposer',
  ...allFollowers('followed by proposer'),
  proposer: 'proposal_decided proposal.accepted',
}
export const totals = { ada: 'edited 1', ...allFollowers('followed 1') }
