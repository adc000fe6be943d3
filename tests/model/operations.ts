import type { Role } from '../../lib/schemas/user.ts'
import * as lists from './lists.ts'
import { disputesOf, fields, idsOf, names, type Pick, proposalsOf, write } from './pick.ts'
import type { Rule, Sent } from './rules.ts'
import * as rules from './rules.ts'
import type { Person, Term, World } from './world.ts'

// A generator for every endpoint of the API that writes. A new endpoint needs a line here, with what it is sent; and a
// rule in rules.ts, if its effect can be predicted.

/** Some of what people write, mostly the definition. */
const patch = (pick: Pick) =>
  write(pick, [...new Set([pick.chance(0.8) ? 'definition' : 'name', ...pick.some(Object.keys(fields), 3)])])
const newTerm = (pick: Pick) =>
  write(pick, ['name', 'full_name', 'category', 'definition', ...pick.one([['aliases'], []])])
const proposed = (pick: Pick, term: Term) => ({ version: pick.version(term), ...patch(pick) })
const changes = (pick: Pick, term: Term) => ({
  ...proposed(pick, term),
  ...(pick.chance(0.1) && { resolve_disputes: true }),
})
const definition = (pick: Pick, term: Term) => ({ definition: pick.text(), version: pick.version(term) })
const earlier = (pick: Pick, term: Term) => ({ version: pick.version(term), to_version: 1 + pick.below(term.version) })
function target(pick: Pick, term: Term, { terms }: World) {
  const into = pick.one(terms)
  return { into: into.id, version: pick.version(term), into_version: into.version }
}
const resolution = (pick: Pick, term: Term) =>
  pick.one([
    ...[{ resolution: 'dismissed' }, { resolution: 'withdrawn' }, { resolution: 'upheld' }],
    { resolution: 'upheld', ...definition(pick, term) },
  ])
const isWithdrawn = (_: Pick, { resolution }: Sent['body']) => resolution === 'withdrawn'

/** What can stand in a path, by the part before it; some IDs of terms are those of merged ones. */
export const paths: Record<string, (world: World) => readonly string[]> = {
  'terms/:id': ({ terms, merged }) => [...Array(9).fill(idsOf(terms)).flat(), ...merged],
  ':kind/:other_id': ({ terms }) => idsOf(terms),
  'relations/:kind': () => ['differs_from', 'broader', 'replaced_by'],
  'translations/:language': () => ['de'],
  'disputes/:id': (world) => idsOf(disputesOf(world)),
  'proposals/:id': (world) => idsOf(proposalsOf(world)),
  'dismissed/:id': ({ dismissed }) => dismissed,
  'categories/:name': () => ['Ops', 'ops', 'Law'],
  'imports/:id': ({ imports }) => imports,
  'users/:id': ({ people }) => idsOf(people),
  'tokens/:id': ({ tokens }) => tokens,
  'agents/:id': ({ agents }) => agents,
  'jobs/:job_type': () => ['staleness'],
  'embed-keys/:id': ({ keys }) => keys,
  'wanted/:name': () => names,
  'wanted/:id': ({ wanted }) => wanted,
  'webhooks/:id': ({ webhooks }) => webhooks,
}

type Operation = {
  /** what is sent as JSON, about the term of the path, or that of the dispute; null if there is no such thing */
  body?: (pick: Pick, term: Term, world: World) => object | null
  /** `anything` if absent */
  rule?: Rule
  /** how often, beside the others; 1 if absent */
  weight?: number
  /** who asks most often; the minimum role if absent */
  by?: Role
  /** whether whoever opened the dispute or the proposal asks */
  isOwn?: (pick: Pick, body: Sent['body']) => boolean
  query?: (pick: Pick) => object
  /** what the path names, if not what `paths` says */
  of?: (world: World) => readonly string[]
}

/** Returns who opened a dispute or a proposal, if they can ask. */
export const openerOf = (world: World, id: string | undefined): Person | undefined => {
  const opened = [...disputesOf(world), ...proposalsOf(world)].find((each) => each.id === id)
  return world.people.find((person) => person.id === opened?.by && person.is_active)
}

/** By the method and path of the endpoint, below /api/v1. */
export const operations: Record<string, Operation> = {
  'POST /terms': { body: newTerm, rule: rules.create, weight: 6 },
  'PUT /terms/:id': { body: changes, rule: rules.update, weight: 6 },
  'DELETE /terms/:id': { rule: rules.removeTerm, weight: 2 },
  'POST /terms/:id/vote': { rule: rules.vote, weight: 10 },
  'DELETE /terms/:id/vote': { rule: rules.unvote, weight: 2 },
  'POST /terms/:id/dispute': {
    body: (pick) => pick.one([{ reason: pick.text() }, {}]),
    rule: rules.dispute,
    weight: 4,
  },
  'POST /disputes/:id/resolve': { body: resolution, rule: rules.resolve, weight: 6, by: 'editor', isOwn: isWithdrawn },
  'POST /terms/:id/official': { rule: rules.makeOfficial },
  'POST /terms/:id/promote': { body: () => ({}), rule: rules.promote, weight: 3 },
  'POST /terms/:id/confirm': { body: () => ({}), rule: rules.confirm },
  'POST /terms/:id/claim': { rule: rules.claim, weight: 2 },
  'POST /terms/:id/revert': { body: earlier, rule: rules.revert, weight: 2 },
  'POST /terms/:id/merge': { body: target, rule: rules.merge },
  'PUT /terms/:id/relations/:kind/:other_id': { weight: 3 },
  'DELETE /terms/:id/relations/:kind/:other_id': {},
  'PUT /terms/:id/relations/:kind/:other_id/refusal': {},
  'PUT /terms/:id/translations/:language': { body: definition, weight: 4 },
  'DELETE /terms/:id/translations/:language': {},
  'POST /terms/:id/translations/:language/current': {},
  'POST /terms/:id/proposals': { body: proposed, rule: rules.propose, weight: 4 },
  'POST /proposals/:id/accept': { body: () => ({}), rule: rules.accept, weight: 2, by: 'editor' },
  'POST /proposals/:id/decline': { body: () => ({}), rule: rules.decline, by: 'editor' },
  'DELETE /proposals/:id': { rule: rules.withdraw, isOwn: (pick) => pick.chance(0.8) },
  'POST /terms/:id/dismiss': { rule: rules.dismiss },
  'POST /dismissed/:id/restore': {},
  'POST /review/bulk': { body: lists.review, rule: lists.reviewRule, weight: 4, by: 'editor' },
  'POST /terms/bulk': { body: lists.bulk, rule: lists.bulkRule, weight: 2 },
  'PUT /terms/:id/follow': { rule: rules.follow },
  'DELETE /terms/:id/follow': { rule: rules.unfollow },
  'PATCH /categories/:name': { body: ({ one }) => ({ name: one(['Ops', 'Law', 'Tech']) }), rule: rules.renameCategory },
  'PUT /categories/:name/follow': {},
  'DELETE /categories/:name/follow': {},
  'POST /inbox/read': { body: () => ({ all: true }) },
  'POST /import': { body: lists.imported, query: lists.importOptions, by: 'editor', weight: 2 },
  'DELETE /imports/:id': { by: 'admin' },
  'PATCH /me': { body: (pick) => ({ language: pick.one(['de', 'en', null]) }) },
  'POST /users': { body: (pick) => ({ email: `${pick.below(5)}@guest.example`, role: 'viewer' }) },
  'PATCH /users/:id': { body: (pick) => ({ is_active: pick.chance(0.6) }), rule: rules.changePerson, weight: 2 },
  'PATCH /users/:id/role': {
    body: (pick) => ({ role: pick.one(['viewer', 'editor', 'admin']) }),
    rule: rules.changePerson,
  },
  'POST /users/:id/erase': { body: () => ({}), of: ({ guests }) => guests },
  'POST /tokens': { body: (pick) => ({ name: 'ci', scopes: [pick.one(['read', 'write', 'feed'])] }) },
  'DELETE /tokens/:id': { by: 'admin' },
  'DELETE /me/agents/:id': { by: 'admin' },
  'POST /admin/jobs/:job_type/run': {},
  'POST /admin/embed-keys': { body: () => ({ name: 'wiki', origins: ['https://wiki.example.com'] }) },
  'DELETE /admin/embed-keys/:id': {},
  'POST /wanted/:name/notify': { weight: 2 },
  'DELETE /wanted/:name/notify': {},
  'POST /wanted/:id/show': {},
  'DELETE /wanted/:id': {},
  'POST /admin/webhooks': { body: () => ({ url: 'http://127.0.0.1:9/hook', events: ['term.voted', 'term.updated'] }) },
  'DELETE /admin/webhooks/:id': {},
  'POST /admin/webhooks/:id/test': {},
}
