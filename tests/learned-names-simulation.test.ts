import * as assert from 'uvu/assert'
import { createTrails, follow, type Step } from '../lib/lookup/trails.ts'
import { generator } from './support/random.ts'
import { glossary } from './support/test-service.ts'

// What a process remembers, and the rule by which names are learned, tried on people whose mind is known.

const test = glossary('learned names, simulated')

test('a name that was not found is remembered for five minutes, and until the next one', () => {
  const lost = { at: 1000, did: 'lose', name: 'promise' } as const
  const last = 1000 + 5 * 60_000
  const find = (at: number, term_id: string | null = 'SLA') => ({ at, did: 'find', term_id }) as const
  const open = (at: number, ...as: string[]) => ({ at, did: 'open', term_id: 'SLA', as }) as const
  const ways: [what: string, steps: Step[], followed: string[], remembered: string | null][] = [
    ['a term', [lost, find(last)], ['promise SLA'], null],
    ['a term too late', [lost, find(last + 1)], [], null],
    ['a second term', [lost, find(2000), find(3000, 'KPI')], ['promise SLA'], null],
    ['several terms first', [lost, find(2000, null), find(3000)], [], null],
    ['a term before', [find(999), lost], [], 'promise'],
    ['a term before, stored later', [lost, find(999)], [], 'promise'],
    ['another name', [lost, { ...lost, at: 2000, name: 'vow' }, find(3000)], ['vow SLA'], null],
    ['what was not offered', [lost, open(2000, 'sla')], [], 'promise'],
    [
      'what was offered',
      [lost, { at: 2000, did: 'see', offered: ['x', 'sla'] }, open(3000, 'id', 'sla')],
      ['promise SLA'],
      null,
    ],
    ['what was offered before', [{ at: 1, did: 'see', offered: ['sla'] }, lost, open(3000, 'sla')], [], 'promise'],
  ]
  for (const [what, steps, followed, remembered] of ways) {
    for (let stored = 0; stored <= steps.length; stored++) {
      const first = follow(null, steps.slice(0, stored))
      const rest = follow(first.trail, steps.slice(stored))
      const all = [...first.followed, ...rest.followed].map(({ name, term_id }) => `${name} ${term_id}`)
      assert.equal([all, rest.trail?.name ?? null], [followed, remembered], `${what}, stored after ${stored}`)
    }
  }
})

test('of one batch, the first 1,000 people are followed, and 50 steps of each', () => {
  const trails = createTrails(() => new Date())
  for (let n = 0; n <= 1000; n++) trails.lose(`person ${n}`, 'promise')
  for (let n = 0; n < 60; n++) trails.find('person 7', 'SLA')
  const taken = trails.take()
  assert.equal([taken.size, taken.has('person 1000'), taken.get('person 7')?.length], [1000, false, 50])
  assert.is(trails.take().size, 0)
  trails.lose('person 7', 'vow')
  trails.putBack(taken)
  assert.equal(
    trails
      .take()
      .get('person 7')
      ?.map(({ did }) => did),
    ['lose', ...Array(49).fill('find'), 'lose'],
  )
})

/** How people look words up in twelve weeks. */
type Mix = {
  people: number
  lookups: number
  /** of those who go on, how many mean the term that the name is one of */
  aim: number
  /** how many of 400 names are none of any term */
  others: number
}

const mixes: Record<string, Mix> = {
  'a small company': { people: 200, lookups: 1500, aim: 0.75, others: 100 },
  'a company that looks much up': { people: 1000, lookups: 12_000, aim: 0.7, others: 150 },
  'a company whose people go astray': { people: 1500, lookups: 9000, aim: 0.55, others: 150 },
  'a large company': { people: 5000, lookups: 40_000, aim: 0.65, others: 200 },
}

/** Popularity after Zipf: the first one is looked up twice as often as the second one. */
const zipf = (random: () => number, count: number) =>
  Math.min(count - 1, Math.floor(Math.exp(random() * Math.log(count + 1)) - 1))

/** LEARNED_SEEDS=5 npm test -- learned-names-simulation tries more people. */
const seeds = Number(process.env.LEARNED_SEEDS || 2)

for (const [company, mix] of Object.entries(mixes)) {
  test(`what is learned is right, and not too little: ${company}`, async (service) => {
    await service.sql`
      insert into terms (name, definition, status, source)
      select 'QZ' || n, 'A thing.', 'pending', 'import' from generate_series(0, 399) n`
    const terms = await service.sql<{ id: string }[]>`
      select id from terms order by substr(name, 3)::integer`
    for (let seed = 1; seed <= seeds; seed++) {
      const { pairs, asked } = simulate(generator(seed * 7919), mix)
      await service.sql`truncate learned_names cascade`
      await service.sql`
        with given as (
          select * from jsonb_to_recordset(${service.sql.json(
            pairs.map(({ term, ...pair }) => ({ ...pair, term_id: terms[term]?.id ?? '' })),
          )}) as g (name text, term_id uuid, week integer, people integer)
        ),
        named as (
          insert into learned_names (name_key, term_id, name)
          select distinct name, term_id, name from given returning id, name, term_id
        )
        insert into learned_weeks (learned_id, week, people)
        select n.id, date_trunc('week', now())::date - 7 * g.week, g.people
        from given g join named n using (name, term_id)`
      await service.sql`analyze learned_names, learned_weeks, term_names`
      const learned = await service.sql<{ name: string; term: number }[]>`
        select a.name, substr(t.name, 3)::integer as term
        from learned_aliases a join terms t on t.id = a.term_id`
      const right = learned.filter(({ name, term }) => name === `NAME${term}`).length
      const [precision, recall] = [right / learned.length, right / asked]
      const said = `seed ${seed}: precision ${precision}, recall ${recall} of ${asked}`
      assert.ok(precision >= 0.85 && recall >= 0.4, said)
    }
  })
}

/**
 * Name n is one of term n, or of none. Names and terms are as popular as each other, so a popular term is what people
 * find by chance, too.
 *
 * @returns the people for each name, term and week, and how many names of terms two people went on from in some week
 */
function simulate(random: () => number, { people, lookups, aim, others }: Mix) {
  const found = new Map<string, { name: string; term: number; week: number; who: Set<number> }>()
  const askers = new Map<string, Set<number>>()
  for (let n = 0; n < lookups; n++) {
    const [who, week] = [zipf(random, people), Math.floor(random() * 12)]
    const meant = zipf(random, 400)
    const hasTerm = meant % 400 >= others || random() < 0.5
    const isRight = hasTerm && random() < aim
    const term = isRight ? meant : zipf(random, 400)
    const name = hasTerm ? `NAME${meant}` : `NONE${meant}`
    const key = [name, term, week].join()
    if (!found.has(key)) found.set(key, { name, term, week, who: new Set() })
    found.get(key)?.who.add(who)
    if (!hasTerm) continue
    const asked = askers.get(`${name},${week}`) ?? new Set()
    askers.set(`${name},${week}`, asked.add(who))
  }
  const several = [...askers].filter(([, who]) => who.size >= 2).map(([key]) => key.split(',')[0])
  const pairs = [...found.values()].map(({ who, ...pair }) => ({ ...pair, people: who.size }))
  return { pairs, asked: new Set(several).size }
}

test.run()
