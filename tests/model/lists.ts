import { categories, names, type Send, text } from './pick.ts'
import type { Rule } from './rules.ts'
import * as rules from './rules.ts'
import * as review from './rules-of-review.ts'
import type { World } from './world.ts'

// Requests about many terms: decisions, changes and imports.

export const disputesOf = ({ terms }: World) => terms.flatMap(({ disputes }) => disputes)
export const proposalsOf = ({ terms }: World) => terms.flatMap(({ proposals }) => proposals)
const stale = review.ifWaiting(({ is_stale }) => is_stale, rules.confirm)
const ownerless = review.ifWaiting(({ owner }) => owner === null, rules.claim)
const resolved =
  (resolution: string): Rule =>
  (world, sent) =>
    rules.resolve(world, { ...sent, body: { resolution } })
/** What a list of decisions can be about, and the rule of each action. */
const reviewed: Record<
  string,
  { ids: (world: World) => readonly { id: string }[]; key: string; rules: Record<string, Rule> }
> = {
  term: {
    ids: ({ terms }) => terms,
    key: 'term_id',
    rules: { accept: review.acceptSuggestion, dismiss: review.dismiss, confirm: stale, claim: ownerless },
  },
  proposal: { ids: proposalsOf, key: 'proposal_id', rules: { accept: review.accept, decline: review.decline } },
  dispute: {
    ids: disputesOf,
    key: 'dispute_id',
    rules: { uphold: resolved('upheld'), dismiss: resolved('dismissed') },
  },
}

export const reviewList: Send = (world, pick) => {
  const { ids, key, rules } = pick.one(Object.values(reviewed))
  if (world.terms.length > 1 && pick.chance(0.2)) {
    const [one, other] = [pick.one(world.terms), pick.one(world.terms)]
    return { params: {}, body: { action: 'dismiss', items: [{ term_id: one.id, other_id: other.id }] } }
  }
  if (world.learned.length > 0 && pick.chance(0.2)) {
    return {
      params: {},
      body: { action: pick.one(['add', 'refuse']), items: [{ learned_id: pick.one(world.learned) }] },
    }
  }
  const all = ids(world)
  if (all.length === 0) return null
  return {
    params: {},
    body: { action: pick.one(Object.keys(rules)), items: pick.some(all, 3).map(({ id }) => ({ [key]: id })) },
  }
}

export const reviewRule: Rule = (world, { as, body: { action, items } }) => {
  const [first] = items
  const kind = Object.values(reviewed).find(({ key }) => key in first)
  if (!kind || first.other_id) return { status: 200 }
  return review.inList(
    world,
    items.map((item: Record<string, string>) => [kind.rules[action] ?? null, { as, params: { id: item[kind.key] } }]),
  )
}

export const bulkRule: Rule = (world, { as, body: { ids, set, action } }) => {
  const byAction: Record<string, Rule> = { confirm: rules.confirm, promote: rules.promote, delete: rules.removeTerm }
  if (set?.owner_id !== undefined) return { status: [200, 422], unsure: 'all' }
  const edit: Rule = (w, sent) =>
    rules.update(w, { ...sent, body: { ...set, version: w.terms.find(({ id }) => id === sent.params.id)?.version } })
  return review.inList(
    world,
    ids.map((id: string) => [set ? edit : (byAction[action] ?? null), { as, params: { id } }]),
  )
}

export const importList: Send = (world, pick) => {
  const rows = Array.from({ length: 1 + pick.below(4) }, () => {
    const known = pick.chance(0.4) ? pick.one(world.terms) : undefined
    const gone = pick.chance(0.2) ? pick.one(world.dismissed) : undefined
    const id = known?.id ?? gone?.id
    return {
      ...(id && { id }),
      name: pick.one(names),
      category: pick.one(categories),
      definition: text(pick),
      ...(pick.chance(0.3) && { differs_from: pick.one(names) }),
    }
  })
  const query = `?${new URLSearchParams({ match: pick.one(['id', 'natural']), on_error: pick.one(['skip', 'stop']), ...(pick.chance(0.2) && { as: 'proposals' }) })}`
  return { params: {}, query, body: rows }
}
