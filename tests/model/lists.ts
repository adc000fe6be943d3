import { Problem } from '../../lib/problem.ts'
import { disputesOf, idsOf, names, type Pick, proposalsOf, write } from './pick.ts'
import * as rules from './rules.ts'
import { anything, isEditor, must, ofTerm, type Prediction, type Rule, setStatus } from './rules.ts'
import type { Person, Term, World } from './world.ts'

// Requests about many terms: decisions, changes and imports, and the rules of what becomes of each item.

const acceptSuggestion = ofTerm((term, { as }) => {
  must(isEditor(as), 'insufficient_role')
  must(!term.needs_correction, 'needs_correction')
  must(term.status === 'suggested', 'transition_refused')
  setStatus(term, 'pending')
})

/** A change that is made only if the term still needs it. */
const ifWaiting = (isWaiting: (term: Term) => boolean, rule: Rule) =>
  ofTerm((term, sent, world) => {
    must(isWaiting(term), 'not_waiting')
    rule(world, sent)
  })
const resolved =
  (resolution: string): Rule =>
  (world, sent) =>
    rules.resolve(world, { ...sent, body: { resolution } })

/** What can be decided in the queue about each kind of item. */
const decisions: Record<string, Record<string, Rule>> = {
  term_id: {
    ...{ accept: acceptSuggestion, dismiss: rules.dismiss },
    confirm: ifWaiting(({ is_stale }) => is_stale, rules.confirm),
    claim: ifWaiting(({ owner }) => owner === null, rules.claim),
  },
  proposal_id: { accept: rules.accept, decline: rules.decline },
  dispute_id: { uphold: resolved('upheld'), dismiss: resolved('dismissed') },
}

const gone: readonly Problem['code'][] = ['not_found', 'not_waiting', 'transition_refused']
function outcomeOf({ code, status }: Problem) {
  if (gone.includes(code)) return 'gone'
  return status === 409 && code !== 'needs_correction' ? 'conflict' : 'refused'
}

/** One item of a list after the other. */
function inList(world: Prediction, as: Person, ids: string[], rule: Rule) {
  world.outcomes = ids.map((id) => {
    try {
      rule(world, { as, params: { id } })
      return 'done'
    } catch (error) {
      if (error instanceof Problem) return outcomeOf(error)
      throw error
    }
  })
}

export const reviewRule: Rule = (world, { as, body: { action, items } }) => {
  const [kind = ''] = Object.keys(items[0])
  const rule = decisions[kind]?.[action]
  const ids = items.map((item: Record<string, string>) => item[kind])
  if (items[0].learned_id) anything(world)
  else if (rule && !items[0].other_id) inList(world, as, ids, rule)
}

const actions = { confirm: rules.confirm, promote: rules.promote, delete: rules.removeTerm }
export const bulkRule: Rule = (world, { as, body: { ids, set, action } }) => {
  const edit = ofTerm(({ version }, { params }) => rules.update(world, { as, params, body: { ...set, version } }))
  if (set?.owner_id === undefined) inList(world, as, ids, set ? edit : actions[action as keyof typeof actions])
  else anything(world)
}

/** Decisions about some items of a kind. */
export function review(pick: Pick, _: Term, world: World) {
  const { terms, learned } = world
  if (terms.length > 1 && pick.chance(0.2))
    return { action: 'dismiss', items: [{ term_id: pick.one(terms).id, other_id: pick.one(terms).id }] }
  if (learned.length > 0 && pick.chance(0.2))
    return { action: pick.one(['add', 'refuse']), items: [{ learned_id: pick.one(learned) }] }
  const [key, actions] = pick.one(Object.entries(decisions))
  const all = { term_id: terms, proposal_id: proposalsOf(world), dispute_id: disputesOf(world) }[key] ?? []
  const items = pick.some<{ id: string }>(all, 3).map((item) => ({ [key]: item?.id }))
  return all.length > 0 ? { action: pick.one(Object.keys(actions)), items } : null
}

export function bulk(pick: Pick, _: Term, { terms, people }: World) {
  const ids = [...new Set(idsOf(pick.some(terms, Math.min(3, terms.length))))]
  const set = pick.one([
    write(pick, ['category']),
    { in_texts: pick.one(['auto', 'never']) },
    { owner_id: pick.one([null, ...idsOf(people)]) },
  ])
  if (terms.length === 0) return null
  return pick.chance(0.6) ? { ids, set } : { ids, action: pick.one(['confirm', 'promote', 'delete']) }
}

export function imported(pick: Pick, _: Term, { terms, dismissed }: World) {
  return Array.from({ length: 1 + pick.below(4) }, () => {
    const id = pick.one([...idsOf(terms), ...dismissed])
    return {
      ...(id && pick.chance(0.5) && { id }),
      ...write(pick, ['name', 'category', 'definition']),
      ...(pick.chance(0.3) && { differs_from: pick.one(names) }),
    }
  })
}

export const importOptions = ({ one, chance }: Pick) => ({
  ...{ match: one(['id', 'natural']), on_error: one(['skip', 'stop']), ...(chance(0.2) && { as: 'proposals' }) },
})
