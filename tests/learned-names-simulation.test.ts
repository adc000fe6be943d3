import * as assert from 'uvu/assert'
import { createTrails } from '../lib/lookup/lookup-counts.ts'
import { notQuick } from './support/quick.ts'
import { generator } from './support/random.ts'
import { glossary } from './support/test-service.ts'

// What a process remembers, and the rule by which names are learned, tried on people whose mind is known.

const test = glossary('learned names, simulated')

test('a person is remembered for five minutes, and 10,000 people are', () => {
  const clock = { now: new Date() }
  const trails = createTrails(() => clock.now)
  const wait = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
  }
  trails.lose('ada', 'promise')
  wait(5 * 60_000)
  assert.is(trails.take('ada'), 'promise')
  assert.is(trails.take('ada'), null)
  trails.lose('ada', 'promise')
  trails.offer('ada', ['SLA'])
  wait(5 * 60_000 + 1)
  assert.is(trails.takeOffered('ada', ['sla']), null)
  for (let n = 0; n <= 10_000; n++) trails.lose(`person ${n}`, 'promise')
  assert.equal([trails.take('person 0'), trails.take('person 1')], [null, 'promise'])
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
      const right = learned.filter(({ name, term }) => name === `name${term}`).length
      const [precision, recall] = [right / learned.length, right / asked]
      const said = `seed ${seed}: precision ${precision}, recall ${recall} of ${asked}`
      assert.ok(precision >= 0.85 && recall >= 0.4, said)
    }
  })
}

/**
 * Name n is one of term n, or of none. Names and terms are as popular as each other, so a popular term is what people find by chance, too.
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
    const name = hasTerm ? `name${meant}` : `nothing${meant}`
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

notQuick(test).run()
