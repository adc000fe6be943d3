import * as assert from 'uvu/assert'
import type { Status, Term } from '../lib/schemas/term.ts'
import { auditOf, historyOf, votesOf } from './support/evidence.ts'
import { inQueue } from './support/queue.ts'
import { setStatus } from './support/terms.ts'
import { type Answer, glossary, type Person, type TestService } from './support/test-service.ts'

// What becomes of requests that compete for one term. Races for accounts, logins, jobs and messages are in the files about those.
const test = glossary('races')

type Sent = {
  as: Person
  method: string
  path: string
  body?: object
  headers?: Record<string, string>
}
/** A term, and those who send requests about it. */
type Cast = {
  service: TestService
  id: string
  owner: Person
  editor: Person
  editors: Person[]
  viewers: Person[]
  /** a request about the term */
  on(as: Person, method: string, action?: string, body?: object): Sent
}
type Race = {
  /** the status and the votes before, if they are not those of a new term */
  from?: [Status, number]
  /** what else happens before; its result is given to `sent` */
  before?(cast: Cast): Promise<unknown>
  sent(cast: Cast, before: never): Sent[]
  /** of the answers; sorted, unless the order of the requests is known */
  statuses: number[]
  /** fields of the answers, likewise */
  fields?: Partial<Record<string, unknown[]>>
  history?: string[]
  audit?: string[]
  /** how many votes the term has in the end */
  votes?: number
  /** what the term is in the end */
  term?: Partial<Term>
}

const some = <Value>(count: number, value: Value): Value[] => Array(count).fill(value)
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)
const vote = ({ on }: Cast, as: Person) => on(as, 'POST', '/vote')
const withdraw = ({ on }: Cast, as: Person) => on(as, 'DELETE', '/vote')
const dispute = ({ on }: Cast, as: Person, body = {}) => on(as, 'POST', '/dispute', body)
const edit = ({ on }: Cast, as: Person, body: object) => on(as, 'PUT', '', { version: 1, ...body })
const ask = ({ service }: Cast, { as, method, path, body, headers }: Sent) =>
  service.request(method, path, { as, body, ...(headers && { headers }) })

const atOnce: Record<string, Race> = {
  'of twenty people who vote': {
    sent: (cast) => cast.viewers.map((as) => vote(cast, as)),
    statuses: some(20, 200),
    fields: { vote_count: upTo(20), transition: [...some(19, null), 'to_community'] },
    history: ['1 created', '2 status_changed'],
    votes: 20,
  },
  'of one person who votes twenty times': {
    sent: (cast) => some(20, vote(cast, cast.owner)),
    statuses: some(20, 200),
    fields: { vote_count: some(20, 1), voted: some(20, true) },
    audit: ['term.created', 'term.voted'],
    votes: 1,
  },
  'of editors and viewers who vote for a suggestion': {
    from: ['suggested', 0],
    sent: (cast) => [...cast.editors, ...cast.viewers].map((as) => vote(cast, as)),
    statuses: some(30, 200),
    fields: { transition: [...some(27, null), 'to_community', 'to_official', 'to_pending'] },
    history: ['1 created', '2 status_changed', '3 status_changed', '4 status_changed'],
    votes: 30,
  },
  'of one person who withdraws a vote ten times': {
    before: (cast) => ask(cast, vote(cast, cast.owner)),
    sent: (cast) => some(10, withdraw(cast, cast.owner)),
    statuses: some(10, 200),
    fields: { vote_count: some(10, 0), voted: some(10, false) },
    audit: ['term.created', 'term.voted', 'term.unvoted'],
    votes: 0,
  },
  'of two people who resolve a report': {
    before: async (cast) => {
      await ask(cast, dispute(cast, cast.viewers[0] as Person))
      return (await ask(cast, cast.on(cast.owner, 'GET', '/disputes'))).body[0].id
    },
    sent: ({ owner, editor }, id: string) => [
      { as: editor, ...resolution(id, 'dismissed') },
      { as: owner, ...resolution(id, 'upheld') },
    ],
    statuses: [200, 409],
    term: { open_disputes: 0 },
  },
  'of ten people who claim a term': {
    before: async ({ service: { sql }, id }) =>
      sql`update terms set owner_id = null where id = ${id}`,
    sent: ({ viewers, on }) => viewers.slice(0, 10).map((as) => on(as, 'POST', '/claim')),
    statuses: [200, ...some(9, 403)],
    audit: ['term.created', 'term.claimed'],
  },
  'of ten promotions': {
    from: ['suggested', 0],
    sent: ({ editor, on }) => some(10, on(editor, 'POST', '/promote', {})),
    statuses: [200, 200, ...some(8, 409)],
    history: ['1 created', '2 status_changed', '3 status_changed'],
    term: { status: 'community' },
  },
  'of ten requests to make a term official': {
    from: ['community', 10],
    sent: ({ editor, on }) => some(10, on(editor, 'POST', '/official')),
    statuses: [200, ...some(9, 409)],
    history: ['1 created', '2 status_changed'],
    audit: ['term.created', 'term.official'],
  },
  'of ten deletions': {
    sent: ({ editor, on }) => some(10, on(editor, 'DELETE')),
    statuses: [204, ...some(9, 404)],
    audit: ['term.created', 'term.deleted'],
  },
  'of twenty edits': {
    sent: (cast) => upTo(20).map((i) => edit(cast, cast.owner, { definition: `Edit ${i}.` })),
    statuses: [200, ...some(19, 409)],
    fields: { current_version: [...some(19, 2), undefined] },
    history: ['1 created', '2 updated'],
    audit: ['term.created', 'term.updated'],
  },
  'of votes and an edit': {
    sent: (cast) => {
      const [first, second] = cast.viewers as [Person, Person]
      const edited = edit(cast, cast.owner, { definition: 'Edited.' })
      return [vote(cast, first), edited, vote(cast, second)]
    },
    statuses: [200, 200, 200],
    term: { vote_count: 2, definition: 'Edited.', version: 2 },
    votes: 2,
  },
  'of two people who decide about a proposal': {
    from: ['official', 12],
    before: async (cast) => {
      const body = { version: 1, definition: 'Mine.' }
      return (await ask(cast, cast.on(cast.viewers[0] as Person, 'POST', '/proposals', body))).body
        .id
    },
    sent: ({ owner, editor }, id: string) => [
      { as: owner, method: 'POST', path: `/api/v1/proposals/${id}/accept`, body: {} },
      { as: editor, method: 'POST', path: `/api/v1/proposals/${id}/decline`, body: {} },
    ],
    statuses: [200, 409],
  },
  'of two merges in opposite directions': {
    before: async ({ service, owner }) => (await service.term(owner)).id,
    sent: ({ id, editor, on }, other: string) => {
      const into = (into: string) => ({ into, version: 1, into_version: 1 })
      const path = `/api/v1/terms/${other}/merge`
      return [
        on(editor, 'POST', '/merge', into(other)),
        { as: editor, method: 'POST', path, body: into(id) },
      ]
    },
    statuses: [200, 410],
  },
  'of twenty additions of one meaning': {
    sent: ({ owner }) => upTo(20).map((i) => addition(owner, { name: i % 2 ? 'SLA' : 'sla' })),
    statuses: [201, ...some(19, 409)],
    fields: { code: [...some(19, 'duplicate'), undefined] },
  },
  'of 60 meanings of one name': {
    sent: ({ viewers }) =>
      upTo(60).map((i) =>
        addition(viewers[i % 6] as Person, {
          name: i % 2 ? 'PR' : 'pr',
          full_name: `Meaning ${i}`,
        }),
      ),
    statuses: [...some(50, 201), ...some(10, 409)],
    fields: { code: [...some(10, 'too_many_meanings'), ...some(50, undefined)] },
  },
}

/** Each request waits for the one before it, which wins the race. */
const oneByOne: Record<string, Race> = {
  'a withdrawal takes back the vote it waits for': {
    sent: (cast) => [vote(cast, cast.owner), withdraw(cast, cast.owner)],
    statuses: [200, 200],
    fields: { vote_count: [1, 0], voted: [true, false] },
    votes: 0,
  },
  'a vote after the withdrawal that it waits for counts': {
    before: (cast) => ask(cast, vote(cast, cast.owner)),
    sent: (cast) => [withdraw(cast, cast.owner), vote(cast, cast.owner)],
    statuses: [200, 200],
    fields: { vote_count: [0, 1] },
    votes: 1,
  },
  'a dispute takes the vote that it waits for, too': {
    from: ['community', 3],
    sent: (cast) => [vote(cast, cast.viewers[0] as Person), dispute(cast, cast.owner)],
    statuses: [200, 200],
    fields: { vote_count: [4, 0] },
    votes: 0,
  },
  'a vote that waits for a dispute is counted from 0': {
    from: ['community', 12],
    before: (cast) => ask(cast, vote(cast, cast.owner)),
    sent: (cast) => [dispute(cast, cast.owner), vote(cast, cast.editor), vote(cast, cast.owner)],
    statuses: [200, 200, 200],
    fields: { status: some(3, 'pending') },
    term: { status: 'pending' },
    votes: 2,
  },
  'a withdrawal that waits for a dispute changes nothing': {
    before: (cast) => ask(cast, vote(cast, cast.owner)),
    sent: (cast) => [dispute(cast, cast.owner), withdraw(cast, cast.owner)],
    statuses: [200, 200],
    fields: { vote_count: [0, 0] },
    audit: ['term.created', 'term.voted', 'term.disputed'],
    votes: 0,
  },
  'a dispute does not undo the edit that it waits for': {
    sent: (cast) => [edit(cast, cast.owner, { definition: 'Edited.' }), dispute(cast, cast.owner)],
    statuses: [200, 200],
    fields: { version: [2, 3] },
    term: { definition: 'Edited.' },
  },
  'an edit that waits for a dispute is refused': {
    sent: (cast) => [dispute(cast, cast.owner), edit(cast, cast.owner, { definition: 'Edited.' })],
    statuses: [200, 409],
    fields: { current_version: [undefined, 2] },
  },
  'an edit that waits for another one is refused': {
    sent: (cast) => [
      edit(cast, cast.owner, { name: 'First' }),
      edit(cast, cast.owner, { definition: 'Second.' }),
    ],
    statuses: [200, 409],
    fields: { current_version: [undefined, 2] },
    term: { name: 'First', definition: 'What it means here.' },
  },
  'a deletion of the version before the edit that it waits for is refused': {
    sent: (cast) => [
      edit(cast, cast.owner, { name: 'New' }),
      { ...cast.on(cast.editor, 'DELETE'), headers: { 'if-match': '"1"' } },
    ],
    statuses: [200, 412],
    term: { name: 'New' },
  },
  'a confirmation that waits for a claim by someone else is refused': {
    sent: ({ editor, owner, on }) => [on(editor, 'POST', '/claim'), on(owner, 'POST', '/confirm')],
    statuses: [200, 403],
  },
  'two promotions make one transition each': {
    from: ['suggested', 0],
    sent: ({ editor, on }) => some(2, on(editor, 'POST', '/promote', {})),
    statuses: [200, 200],
    fields: { status: ['pending', 'community'], version: [2, 3] },
    audit: ['term.created', 'term.promoted', 'term.promoted'],
  },
  'a promotion that waits for the vote that makes the transition is refused': {
    from: ['pending', 2],
    sent: (cast) => [
      vote(cast, cast.viewers[0] as Person),
      cast.on(cast.editor, 'POST', '/promote', {}),
    ],
    statuses: [200, 409],
    fields: { transition: ['to_community', undefined] },
    history: ['1 created', '2 status_changed'],
  },
  'making a term official is refused if it waits for the withdrawal of a required vote': {
    from: ['community', 9],
    before: (cast) => ask(cast, vote(cast, cast.owner)),
    sent: (cast) => [withdraw(cast, cast.owner), cast.on(cast.editor, 'POST', '/official')],
    statuses: [200, 409],
  },
}

const resolution = (id: string, resolution: string) => ({
  method: 'POST',
  path: `/api/v1/disputes/${id}/resolve`,
  body: { resolution },
})
const addition = (as: Person, body: object): Sent => ({
  as,
  method: 'POST',
  path: '/api/v1/terms',
  body: { definition: 'A promise.', ...body },
})

async function castOf(service: TestService): Promise<Cast> {
  const some = (count: number, role: 'viewer' | 'editor') =>
    Promise.all(Array.from({ length: count }, () => service.person(role)))
  const [owner, editor] = [await service.person(), await service.person('editor')]
  const { id } = await service.term(owner)
  const on: Cast['on'] = (as, method, action = '', body) => ({
    as,
    method,
    path: `/api/v1/terms/${id}${action}`,
    ...(body && { body }),
  })
  const [editors, viewers] = [await some(10, 'editor'), await some(20, 'viewer')]
  return { service, id, owner, editor, editors, viewers, on }
}

const inOrder = (values: unknown[]) => values.map((value) => value ?? null)
const sorted = (values: unknown[]) => inOrder(values).sort()

/** Runs a race and checks what it says of the answers and of the term afterwards. */
async function run(
  service: TestService,
  race: Race,
  send: (cast: Cast, sent: Sent[]) => Promise<Answer[]>,
  arrange: typeof inOrder,
) {
  const cast = await castOf(service)
  const { id, owner } = cast
  if (race.from) await setStatus(service, id, ...race.from)
  const before = (await race.before?.(cast)) as never
  const answers = await send(cast, race.sent(cast, before))
  assert.equal(arrange(answers.map(({ status }) => status)), race.statuses)
  for (const [field, values = []] of Object.entries(race.fields ?? {})) {
    assert.equal(arrange(answers.map(({ body }) => body?.[field])), arrange(values), field)
  }
  if (race.history) assert.equal(await historyOf(service, id), race.history)
  if (race.audit) assert.equal(await auditOf(service, id), race.audit)
  if (race.votes !== undefined) {
    assert.equal(await votesOf(service, id), { counted: race.votes, cast: race.votes })
  }
  const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: owner })
  for (const [field, value] of Object.entries(race.term ?? {})) assert.equal(body[field], value)
}

for (const [what, race] of Object.entries(atOnce)) {
  test(`at once: ${what}`, (service) =>
    run(service, race, (cast, sent) => Promise.all(sent.map((each) => ask(cast, each))), sorted))
}

for (const [what, race] of Object.entries(oneByOne)) {
  test(what, (service) =>
    run(
      service,
      race,
      (cast, sent) =>
        inQueue(
          service,
          cast.id,
          sent.map((each) => () => ask(cast, each)),
        ),
      inOrder,
    ),
  )
}

test('the vote count is exact after concurrent votes and withdrawals', async (service) => {
  const cast = await castOf(service)
  const { id, editors, viewers } = cast
  const voters = [...viewers, ...editors.slice(0, 4)]
  const staying = voters.filter((_, i) => i % 3 === 0)
  await Promise.all(
    voters.map(async (as) => {
      await ask(cast, vote(cast, as))
      await ask(cast, withdraw(cast, as))
      if (staying.includes(as)) await ask(cast, vote(cast, as))
    }),
  )
  assert.equal(await votesOf(service, id), { counted: 8, cast: 8 })
  const audit = await auditOf(service, id)
  assert.is(audit.filter((action) => action === 'term.voted').length, 32)
  assert.is(audit.filter((action) => action === 'term.unvoted').length, 24)
})

test('count, versions and history are consistent after concurrent votes, withdrawals and disputes', async (service) => {
  const cast = await castOf(service)
  const { id, editors, viewers } = cast
  const voters = [...viewers, ...editors]
  const answers = await Promise.all(
    voters.map(async (as, i) => [
      await ask(cast, vote(cast, as)),
      await ask(
        cast,
        i % 5 === 4 ? dispute(cast, as) : i % 2 ? withdraw(cast, as) : vote(cast, as),
      ),
    ]),
  )
  assert.ok(answers.flat().every(({ status }) => status === 200))
  const votes = await votesOf(service, id)
  assert.is(votes.counted, votes.cast)
  const entries = await service.sql<{ version: number; action: string; changes: Changes }[]>`
    select version, action, changes from term_history where term_id = ${id} order by seq`
  assert.equal(
    entries.map(({ version }) => version),
    entries.map((_, i) => i + 1),
  )
  assert.is(entries.filter(({ action }) => action === 'disputed').length, 6)
  let status: string | null = null
  for (const { changes } of entries.filter((entry) => entry.changes.status)) {
    assert.is(changes.status?.from, status)
    status = changes.status?.to ?? null
  }
  const [row] = await service.sql`select version, status from terms where id = ${id}`
  assert.equal({ ...row }, { version: entries.length, status })
})

type Changes = { status?: { from: string | null; to: string } }

test.run()
