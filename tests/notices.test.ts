import * as assert from 'uvu/assert'
import {
  accepted,
  allFollowers,
  by,
  type Case,
  type Cast,
  changed,
  edit,
  edited,
  followers,
  importCsv,
  propose,
  tell,
  totals,
} from './support/notices.ts'
import { setStatus } from './support/terms.ts'
import { glossary } from './support/test-service.ts'

const test = glossary('notices')

async function report(cast: Cast) {
  await cast.on('POST', '/dispute', { reason: 'Wrong.' }, cast.reporter)
  return (await cast.on('GET', '/disputes')).body[0].id
}
async function reportOfficial(cast: Cast) {
  await setStatus(cast.service, cast.id, 'official', 12)
  return report(cast)
}
const resolve =
  (resolution: string, as: 'editor' | 'ada' | 'reporter' = 'editor') =>
  (cast: Cast, dispute: string) =>
    cast.send('POST', `/disputes/${dispute}/resolve`, { resolution, note: 'Fine.' }, cast[as])
const merge = ({ send, id: into }: Cast, id: string, version = 1) =>
  send('POST', `/terms/${id}/merge`, { into, version, into_version: 1 })

const cases: Record<string, Case> = {
  'an edit': {
    act: (cast) => edit(cast, { ...changed, category: 'Legal' }),
    ...edited,
    detail: { action: 'term.updated', version: 2, fields: ['category', 'definition'] },
  },
  'an edit after the term has left the category': {
    before: (cast) => edit(cast, { category: 'Legal' }),
    act: (cast) => edit(cast, changed, 2),
    ...edited,
    told: { ...edited.told, ofCategory: undefined },
  },
  'an edit by the owner': {
    act: ({ on, ada }) => on('PUT', '', { version: 1, ...changed }, ada),
    ...edited,
    told: by('ada'),
  },
  'an edit, when the owner is deactivated': {
    before: ({ service, ada }) => service.sql`update users set is_active = false where id = ${ada.id}`,
    act: (cast) => edit(cast),
    ...edited,
    told: followers,
  },
  'a return to an earlier version': {
    before: (cast) => edit(cast),
    act: ({ on }) => on('POST', '/revert', { version: 2, to_version: 1 }),
    ...edited,
    detail: { action: 'term.reverted' },
  },
  'a new term of the category': {
    act: async ({ service, editor }) => {
      await service.term(editor, { name: 'NDA', category: 'operations' })
      await service.term(editor, { name: 'OLA', category: 'Legal' }) // of which nobody is told
    },
    told: { ada: 'followed', ofCategory: 'followed', ofBoth: 'followed' },
    term: 'NDA',
    detail: { action: 'term.created' },
  },
  'a promotion': {
    act: ({ on }) => on('POST', '/promote', {}),
    told: { ada: 'promoted', ...followers },
    detail: { action: 'term.promoted', from: 'pending', to: 'community' },
  },
  'an approval': {
    before: ({ service, id }) => setStatus(service, id, 'community', 10),
    act: ({ on }) => on('POST', '/official'),
    told: { ada: 'promoted', ...followers },
    detail: { action: 'term.official' },
  },
  'a vote that changes the status': {
    before: ({ service, id }) => setStatus(service, id, 'pending', 2),
    act: ({ on }) => on('POST', '/vote'),
    told: { ada: 'promoted', ...followers },
    detail: { action: 'term.voted', from: 'pending', to: 'community' },
  },
  'a vote that changes nothing, its withdrawal, and a confirmation': {
    act: async ({ on }) => [await on('POST', '/vote'), await on('DELETE', '/vote'), await on('POST', '/confirm')],
    told: {},
  },
  'a dispute': {
    act: (cast) => report({ ...cast, reporter: cast.editor }),
    told: { ada: 'disputed' },
    detail: { action: 'term.disputed', reason: 'Wrong.' },
  },
  'a dispute that changes the status': {
    act: (cast) => reportOfficial({ ...cast, reporter: cast.editor }),
    told: { ada: 'disputed', ...followers },
    detail: { action: 'term.disputed' },
  },
  "the owner's own dispute": { act: (cast) => report({ ...cast, reporter: cast.ada }), told: {} },
  'a dispute of a term that has no owner': {
    before: ({ service }) => service.sql`update terms set owner_id = null`,
    act: (cast) => report({ ...cast, reporter: cast.editor }),
    told: {},
  },
  'a dispute that is dismissed': {
    before: reportOfficial,
    act: resolve('dismissed'),
    told: { reporter: 'dispute_resolved', ada: 'followed', ...followers },
    detail: { action: 'dispute.resolved', resolution: 'dismissed', note: 'Fine.' },
  },
  'a dispute that is upheld': {
    before: reportOfficial,
    act: resolve('upheld', 'ada'),
    told: { reporter: 'dispute_resolved by ada' },
    detail: { action: 'dispute.resolved', resolution: 'upheld' },
  },
  'a dispute that is withdrawn': {
    before: reportOfficial,
    act: resolve('withdrawn', 'reporter'),
    told: { ada: 'followed by reporter', ...by('reporter') },
    detail: { action: 'dispute.resolved', resolution: 'withdrawn' },
  },
  'a proposal': {
    act: (cast) => propose({ ...cast, proposer: cast.editor }),
    told: { ada: 'proposed' },
    detail: { action: 'proposal.created', note: 'Clearer', fields: ['definition'] },
  },
  'a proposal that the owner accepts': {
    before: (cast) => propose(cast),
    act: ({ send, ada }, proposal) => send('POST', `/proposals/${proposal}/accept`, {}, ada),
    ...edited,
    told: { ...by('proposer'), proposer: 'proposal_decided proposal.accepted by ada' },
  },
  'a proposal that another person accepts': {
    before: (cast) => propose(cast),
    act: ({ send }, proposal) => send('POST', `/proposals/${proposal}/accept`, {}),
    ...edited,
    told: accepted,
    page: ['ada', /, accepted by editor@example\.com/],
  },
  'a proposal that is declined': {
    before: (cast) => propose(cast),
    act: ({ send }, id) => send('POST', `/proposals/${id}/decline`, { note: 'Too short' }),
    told: { proposer: 'proposal_decided' },
    detail: { action: 'proposal.declined', note: 'Too short' },
  },
  'another owner': {
    act: ({ on }) => on('POST', '/claim'),
    told: { ada: 'ownership' },
    detail: { action: 'term.claimed' },
  },
  'the deletion of a term with a proposal and a dispute': {
    before: async (cast) => [await report(cast), await propose(cast)],
    act: ({ on }) => on('DELETE', ''),
    told: {
      ...{ ada: 'ownership term.deleted', ...allFollowers('followed term.deleted') },
      ...{ proposer: 'proposal_decided', reporter: 'dispute_resolved dispute.resolved' },
    },
    detail: { action: 'proposal.declined', note: 'This term was deleted.' },
  },
  'a merge': {
    before: async ({ service, send, proposer, reporter, outsider }) => {
      const { id } = await service.term(proposer, { name: 'S.L.A.', category: 'Legal' })
      await send('PUT', `/terms/${id}/follow`, undefined, reporter)
      await send('PUT', '/categories/Legal/follow', undefined, outsider)
      return id
    },
    act: merge,
    told: {
      ...{ ada: 'edited', ...followers, reporter: 'followed', outsider: 'followed' },
      proposer: 'ownership S.L.A.',
    },
    detail: { action: 'term.merged' },
    page: ['proposer', /merged your term <a href="\/terms\/[^"]+">S\.L\.A\.<\/a> into another one/],
  },
  'a merge of two terms of one owner': {
    before: async ({ service, ada }) => (await service.term(ada)).id,
    act: merge,
    ...edited,
    detail: { action: 'term.merged' },
  },
  'a merge of a term with a proposal and a dispute': {
    before: async ({ service, send, editor, reporter, proposer }) => {
      const { id } = await service.term(editor, { name: 'OLD' })
      await send('POST', `/terms/${id}/dispute`, { reason: 'No.' }, reporter)
      await send('POST', `/terms/${id}/proposals`, { version: 2, ...changed }, proposer)
      return id
    },
    act: (cast, id) => merge(cast, id, 2),
    told: {
      ...{ ada: 'edited term.merged SLA', ...allFollowers('followed term.merged SLA') },
      ...{ proposer: 'proposal_decided', reporter: 'dispute_resolved dispute.resolved' },
    },
    term: 'OLD',
    detail: { action: 'proposal.declined', note: 'This term was merged into “SLA”.' },
  },
  'a suggestion with a proposal and a dispute that is dismissed': {
    before: async (cast) => {
      await report(cast)
      await propose(cast)
      await setStatus(cast.service, cast.id, 'suggested')
    },
    act: ({ on }) => on('POST', '/dismiss'),
    told: {
      ...{ ada: 'followed term.dismissed', ...allFollowers('followed term.dismissed') },
      ...{ proposer: 'proposal_decided', reporter: 'dispute_resolved dispute.resolved' },
    },
    detail: { action: 'proposal.declined', note: 'This suggestion was dismissed.' },
  },
  'that two terms have two meanings': {
    before: async ({ service, ada }) => (await service.term(ada, { name: 'SLA', category: 'Legal' })).id,
    act: ({ send, id }, other_id) =>
      send('POST', '/review/bulk', { action: 'dismiss', items: [{ term_id: id, other_id }] }),
    told: {},
  },
  'a category with another name': {
    before: async ({ service, ada, editor }) => {
      await service.term(ada, { name: 'SLO', category: 'Operations' })
      await service.term(editor, { name: 'SLI', category: 'Operations' })
      await service.term(editor, { name: 'MTTR', category: 'Ops' })
    },
    act: ({ send }) => send('PATCH', '/categories/operations', { name: 'Ops' }),
    told: { ada: 'edited 3', ofTerm: 'followed 1', ofCategory: 'followed 3', ofBoth: 'followed 3' },
    detail: { action: 'category.renamed', from: 'Operations', to: 'Ops' },
    page: ['ada', /“Operations” to “Ops”, with 3 terms that you own.*category=Ops">Show<\/a>/s],
  },
  'a category whose name is spelled so already': {
    act: ({ send }) => send('PATCH', '/categories/operations', { name: 'Operations' }),
    told: {},
  },
  'an import': {
    act: (cast) => importCsv(cast, 'SLA,Operations,New.', 'OKR,Operations,New.', 'KPI,Operations,New.'),
    told: { ada: 'edited 3', ofTerm: 'followed 1', ofCategory: 'followed 3', ofBoth: 'followed 3' },
    detail: { action: 'import.completed' },
  },
  'the undo of an import that had also changed what was edited since': {
    before: async (cast) => {
      const { service, ada, send, outsider } = cast
      const { id } = await service.term(ada, { name: 'SLO' })
      const { body } = await importCsv(cast, 'SLA,Operations,New.', 'SLO,,New.')
      await send('PUT', `/terms/${id}/follow`, undefined, outsider)
      await send('PUT', `/terms/${id}`, { version: 2, ...changed }, ada)
      return body.import_id
    },
    act: ({ send }, id) => send('DELETE', `/imports/${id}`),
    told: totals,
    detail: { action: 'import.undone' },
    page: ['ada', / undid an import that had changed 1 term that you own or follow</],
  },
  'terms that nobody has confirmed for long': {
    before: async ({ service, ada }) => {
      await service.term(ada, { name: 'SLO' })
      const { id } = await service.term(ada)
      await service.sql`update terms set owner_id = null where id = ${id}`
      await service.sql`update terms set last_confirmed_at = now() - interval '181 days'`
    },
    act: async ({ service, send }) => {
      const admin = await service.person('admin')
      await send('POST', '/admin/jobs/staleness/run', undefined, admin)
      await service.ctx.background.settle()
    },
    told: { ada: 'stale 2', editor: 'stale 1' },
  },
}

for (const [what, each] of Object.entries(cases)) {
  test(`who is told of ${what}`, (service) => tell(service, each))
}

test('an entry is committed with its change, and so is its message', async (service) => {
  const [ada, bo] = [await service.person(), await service.person()]
  const { id } = await service.term(ada)
  for (const table of ['inbox_entries', 'outbox_messages']) {
    await service.sql.unsafe(`alter table ${table} add constraint broken check (false) not valid`)
    const body = { version: 1, definition: 'New.' }
    const path = `/api/v1/terms/${id}`
    assert.is((await service.request('PUT', path, { as: bo, body })).status, 500)
    assert.is((await service.request('GET', path, { as: bo })).body.version, 1)
    await service.sql.unsafe(`alter table ${table} drop constraint broken`)
  }
})

test.run()
