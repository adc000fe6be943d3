import type { Role } from '../../lib/schemas/user.ts'
import { bulkRule, importList, proposalsOf, reviewList, reviewRule } from './lists.ts'
import { aliases, categories, fullNames, names, type Pick, patch, type Send, text, version } from './pick.ts'
import type { Rule } from './rules.ts'
import * as rules from './rules.ts'
import * as people from './rules-of-people.ts'
import * as review from './rules-of-review.ts'
import type { Term, World } from './world.ts'

// A generator for every endpoint of the API that writes. A new endpoint needs a line here, with what it is sent; a rule
// in rules.ts, if its effect can be predicted.

type Operation = {
  send: Send
  rule?: Rule
  /** how often, beside the others; 1 if absent */
  weight?: number
  /** who asks most often; the minimum role if absent */
  by?: Role
}

/** A request about a term. */
const onTerm =
  (body: (pick: Pick, term: Term, world: World) => object | undefined = () => undefined): Send =>
  (world, pick) => {
    const term = pick.one(world.terms)
    if (!term) return null
    if (world.merged.length > 0 && pick.chance(0.03))
      return { params: { id: pick.one(world.merged) }, body: body(pick, term, world) }
    return { params: { id: term.id }, body: body(pick, term, world) }
  }

/** A request about one of several things. */
const on =
  (things: (world: World) => readonly { id: string }[] | readonly string[], body?: (pick: Pick) => object): Send =>
  (world, pick) => {
    const thing = pick.one<{ id: string } | string>(things(world))
    return thing ? { params: { id: typeof thing === 'string' ? thing : thing.id }, body: body?.(pick) } : null
  }

const relation: Send = (world, pick) => {
  const [one, other] = [pick.one(world.terms), pick.one(world.terms)]
  const kind = pick.one(['differs_from', 'broader', 'replaced_by'])
  return one && other ? { params: { id: one.id, kind, other_id: other.id } } : null
}
const translation =
  (body?: (pick: Pick, term: Term) => object): Send =>
  (world, pick) => {
    const term = pick.one(world.terms)
    return term ? { params: { id: term.id, language: 'de' }, body: body?.(pick, term) } : null
  }
const category: Send = (_, pick) => ({ params: { name: pick.one(categories.slice(1)) as string } })
const wantedName: Send = (_, pick) => ({ params: { name: pick.one(names) } })

const unsure: Rule = () => ({ status: [200, 204, 403, 404, 409, 410, 422], unsure: 'all' })

/** By the method and path of the endpoint. */
export const operations: Record<string, Operation> = {
  'POST /api/v1/terms': {
    send: (_, pick) => ({
      params: {},
      body: {
        name: pick.one(names),
        full_name: pick.one(fullNames),
        category: pick.one(categories),
        definition: text(pick),
        ...(pick.chance(0.3) && { aliases: aliases(pick) }),
      },
    }),
    rule: rules.create,
    weight: 6,
  },
  'PUT /api/v1/terms/:id': {
    send: onTerm((pick, term) => ({
      version: version(pick, term),
      ...patch(pick),
      ...(pick.chance(0.1) && { resolve_disputes: true }),
    })),
    rule: rules.update,
    weight: 6,
  },
  'DELETE /api/v1/terms/:id': { send: onTerm(), rule: rules.removeTerm, weight: 2 },
  'POST /api/v1/terms/:id/vote': { send: onTerm(), rule: rules.vote, weight: 10 },
  'DELETE /api/v1/terms/:id/vote': { send: onTerm(), rule: rules.unvote, weight: 2 },
  'POST /api/v1/terms/:id/dispute': {
    send: onTerm((pick) => (pick.chance(0.5) ? { reason: text(pick) } : {})),
    rule: rules.dispute,
    weight: 4,
  },
  'POST /api/v1/disputes/:id/resolve': {
    send: (world, pick) => {
      const term = pick.one(world.terms.filter(({ disputes }) => disputes.length > 0))
      if (!term) return null
      const resolution = pick.one(['upheld', 'dismissed', 'withdrawn'])
      const better = resolution === 'upheld' &&
        pick.chance(0.3) && { version: version(pick, term), definition: text(pick) }
      const { id, by } = pick.one(term.disputes)
      const opener = world.people.find((person) => person.id === by && person.is_active)
      return {
        params: { id },
        body: { resolution, ...better },
        ...(opener && resolution === 'withdrawn' && { as: opener }),
      }
    },
    rule: rules.resolve,
    weight: 6,
    by: 'editor',
  },
  'POST /api/v1/terms/:id/official': { send: onTerm(), rule: rules.makeOfficial },
  'POST /api/v1/terms/:id/promote': { send: onTerm(() => ({})), rule: rules.promote, weight: 3 },
  'POST /api/v1/terms/:id/confirm': { send: onTerm(() => ({})), rule: rules.confirm },
  'POST /api/v1/terms/:id/claim': { send: onTerm(), rule: rules.claim, weight: 2 },
  'POST /api/v1/terms/:id/revert': {
    send: onTerm((pick, term) => ({ version: version(pick, term), to_version: 1 + pick.below(term.version) })),
    rule: rules.revert,
    weight: 2,
  },
  'POST /api/v1/terms/:id/merge': {
    send: onTerm((pick, term, { terms }) => {
      const into = pick.one(terms)
      return { into: into.id, version: version(pick, term), into_version: into.version }
    }),
    rule: rules.merge,
  },
  'PUT /api/v1/terms/:id/relations/:kind/:other_id': { send: relation, weight: 3 },
  'DELETE /api/v1/terms/:id/relations/:kind/:other_id': { send: relation },
  'PUT /api/v1/terms/:id/relations/:kind/:other_id/refusal': { send: relation },
  'PUT /api/v1/terms/:id/translations/:language': {
    send: translation((pick, term) => ({ definition: text(pick), version: version(pick, term) })),
    weight: 4,
  },
  'DELETE /api/v1/terms/:id/translations/:language': { send: translation() },
  'POST /api/v1/terms/:id/translations/:language/current': { send: translation() },
  'POST /api/v1/terms/:id/proposals': {
    send: onTerm((pick, term) => ({ version: version(pick, term), ...patch(pick) })),
    rule: review.propose,
    weight: 4,
  },
  'POST /api/v1/proposals/:id/accept': {
    send: on(proposalsOf, () => ({})),
    rule: review.accept,
    by: 'editor',
    weight: 2,
  },
  'POST /api/v1/proposals/:id/decline': { send: on(proposalsOf, () => ({})), rule: review.decline, by: 'editor' },
  'DELETE /api/v1/proposals/:id': {
    send: (world, pick) => {
      const proposal = pick.one(proposalsOf(world))
      const by = world.people.find(({ id, is_active }) => id === proposal?.by && is_active)
      return proposal ? { params: { id: proposal.id }, ...(by && pick.chance(0.8) && { as: by }) } : null
    },
    rule: review.withdraw,
  },
  'POST /api/v1/terms/:id/dismiss': { send: onTerm(), rule: review.dismiss },
  'POST /api/v1/dismissed/:id/restore': { send: on(({ dismissed }) => dismissed), rule: unsure },
  'POST /api/v1/review/bulk': { send: reviewList, rule: reviewRule, by: 'editor', weight: 4 },
  'POST /api/v1/terms/bulk': {
    send: (world, pick) => {
      if (world.terms.length === 0) return null
      const ids = [...new Set(pick.some(world.terms, 3).map(({ id }) => id))]
      const set = pick.one([
        { category: pick.one(categories) },
        { in_texts: pick.one(['auto', 'never']) },
        { owner_id: pick.one([null, ...world.people.map(({ id }) => id)]) },
      ])
      return {
        params: {},
        body: pick.chance(0.6) ? { ids, set } : { ids, action: pick.one(['confirm', 'promote', 'delete']) },
      }
    },
    rule: bulkRule,
    weight: 2,
  },
  'PUT /api/v1/terms/:id/follow': { send: onTerm(), rule: rules.follow },
  'DELETE /api/v1/terms/:id/follow': { send: onTerm(), rule: rules.unfollow },
  'PATCH /api/v1/categories/:name': {
    send: (world, pick) => ({
      ...(category(world, pick) as { params: Record<string, string> }),
      body: { name: pick.one(['Ops', 'Law', 'Tech']) },
    }),
    rule: rules.renameCategory,
  },
  'PUT /api/v1/categories/:name/follow': { send: category },
  'DELETE /api/v1/categories/:name/follow': { send: category },
  'POST /api/v1/inbox/read': { send: () => ({ params: {}, body: { all: true } }) },
  'POST /api/v1/import': { send: importList, rule: unsure, by: 'editor', weight: 2 },
  'DELETE /api/v1/imports/:id': { send: on(({ imports }) => imports), rule: unsure, by: 'admin' },
  'PATCH /api/v1/me': { send: (_, pick) => ({ params: {}, body: { language: pick.one(['de', 'en', null]) } }) },
  'POST /api/v1/users': {
    send: (_, pick) => ({ params: {}, body: { email: `${pick.below(5)}@guest.example`, role: 'viewer' } }),
  },
  'PATCH /api/v1/users/:id': {
    send: on(
      ({ people }) => people,
      (pick) => ({ is_active: pick.chance(0.6) }),
    ),
    rule: people.setActive,
    weight: 2,
  },
  'PATCH /api/v1/users/:id/role': {
    send: on(
      ({ people }) => people,
      (pick) => ({ role: pick.one(['viewer', 'editor', 'admin']) }),
    ),
    rule: people.setRole,
  },
  'POST /api/v1/users/:id/erase': {
    send: on(
      ({ guests }) => guests,
      () => ({}),
    ),
  },
  'POST /api/v1/tokens': {
    send: (_, pick) => ({ params: {}, body: { name: 'ci', scopes: [pick.one(['read', 'write', 'feed'])] } }),
  },
  'DELETE /api/v1/tokens/:id': { send: on(({ tokens }) => tokens), by: 'admin' },
  'DELETE /api/v1/me/agents/:id': { send: on(({ agents }) => agents), by: 'admin' },
  'POST /api/v1/admin/jobs/:job_type/run': { send: () => ({ params: { job_type: 'staleness' } }) },
  'POST /api/v1/admin/embed-keys': {
    send: () => ({ params: {}, body: { name: 'wiki', origins: ['https://wiki.example.com'] } }),
  },
  'DELETE /api/v1/admin/embed-keys/:id': { send: on(({ keys }) => keys) },
  'POST /api/v1/wanted/:name/notify': { send: wantedName, weight: 2 },
  'DELETE /api/v1/wanted/:name/notify': { send: wantedName },
  'POST /api/v1/wanted/:id/show': { send: on(({ wanted }) => wanted) },
  'DELETE /api/v1/wanted/:id': { send: on(({ wanted }) => wanted) },
  'POST /api/v1/admin/webhooks': {
    send: () => ({ params: {}, body: { url: 'http://127.0.0.1:9/hook', events: ['term.voted', 'term.updated'] } }),
  },
  'DELETE /api/v1/admin/webhooks/:id': { send: on(({ webhooks }) => webhooks) },
  'POST /api/v1/admin/webhooks/:id/test': { send: on(({ webhooks }) => webhooks) },
}
