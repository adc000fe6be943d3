import { inQueue } from './support/queue.ts'
import {
  addition,
  ask,
  dispute,
  edit,
  inOrder,
  type Race,
  resolution,
  run,
  some,
  sorted,
  upTo,
  vote,
  withdraw,
} from './support/races.ts'
import { glossary, type Person } from './support/test-service.ts'

// What becomes of requests that compete for one term. Races for accounts, logins, jobs and messages are in the files
// about those.
const test = glossary('races')

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
    before: async ({ service: { sql }, id }) => sql`update terms set owner_id = null where id = ${id}`,
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
      return (await ask(cast, cast.on(cast.viewers[0] as Person, 'POST', '/proposals', body))).body.id
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
      return [on(editor, 'POST', '/merge', into(other)), { as: editor, method: 'POST', path, body: into(id) }]
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
      upTo(60).map((i) => addition(viewers[i % 6] as Person, { name: i % 2 ? 'PR' : 'pr', full_name: `Meaning ${i}` })),
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
    sent: (cast) => [edit(cast, cast.owner, { name: 'First' }), edit(cast, cast.owner, { definition: 'Second.' })],
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
    sent: (cast) => [vote(cast, cast.viewers[0] as Person), cast.on(cast.editor, 'POST', '/promote', {})],
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

test.run()
