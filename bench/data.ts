import { type Status, statuses } from '../lib/schemas/term.ts'
import { generator } from '../tests/support/random.ts'

/** A generated term. */
export type DraftTerm = {
  id: string
  name: string
  full_name: string | null
  definition: string
  category: string | null
  status: Status
  votes: number
  owner: string | null
  age: number
}

export type DataSet = {
  /** number of terms */
  size: number
  /** shuffled term ids, so that consecutive ones are not on the same database page */
  ids: readonly string[]
  /** ids of the users who own terms and read */
  people: readonly string[]
  /** ids of the users who have not voted yet, and who create terms */
  voters: readonly string[]
  /** an evenly spread sample of the terms */
  samples: readonly DraftTerm[]
}

/** Occurs in a tenth of all definitions, and is not among the other words. */
export const commonWord = 'workflow'

/** Words that each occur in a few percent of all terms. */
export const roots: readonly string[] =
  `account ledger invoice settlement latency deployment voucher tenant cluster payment payroll
  vendor contract shipment batch catalog checkout channel claim client coverage currency customer
  dashboard dataset deadline delivery demand department deposit device discount domain employee
  endpoint engine estimate event failover forecast freight gateway handover hardware incident index
  insurance inventory journal key kernel label license limit loan lookup margin market merchant
  message metric milestone mirror module network node notice offer office order outage output owner
  package parcel partner password patch pipeline platform policy portal premium price printer
  product profile project provider purchase quarter queue quota rebate receipt record refund region
  release report request reserve resource retailer revenue risk roadmap rollout route runtime salary
  sample schedule schema sensor server session shift signal site snapshot source sprint staff stock
  storage supplier support surcharge survey switch target tariff task tax team template terminal
  ticket token topic trade traffic training transfer trigger update usage user vacation version
  visitor volume warehouse warranty window zone`.split(/\s+/)

const prefixes = `air auto back base bio blue book car cloud co cross data dis down eco edge far fleet
  front hub hyper inter job land light macro main mega meta micro mid mini mono multi net off omni out
  over pay plan poly post pre pro rail re road sales sea self semi ship smart sub super tele test trans
  tri ultra under up web work`
  .split(/\s+/)
  .filter((prefix) => prefix.length > 2)

const fillers = `the of a to for and in that is with by on from as each which are this before after
  when its between all within`.split(/\s+/)

/** A word that occurs in few names. In large data sets it has more parts. */
const rareWord = (random: Random, extraParts: number) =>
  Array.from({ length: 1 + extraParts }, () => random.of(prefixes)).join('') + random.of(roots)

const categories = 'Finance,Engineering,Human Resources,Legal,Logistics,Marketing,Operations,Security'.split(',')

const shares: Record<Status, number> = { suggested: 1, pending: 4, community: 3, official: 2 }
const statusesByShare = statuses.flatMap((status) => Array<Status>(shares[status]).fill(status))
const minVotes: Record<Status, number> = { suggested: 0, pending: 0, community: 3, official: 10 }

const sampleCount = 400
/** How many terms one insert stores. */
const batchSize = 2000

export type Random = ReturnType<typeof createRandom>

/** Chooses at random, the same from the same seed. */
export function createRandom(seed: number) {
  const random = generator(seed)
  const below = (end: number) => Math.floor(random() * end)
  const hex = () =>
    below(2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return {
    /** an integer from 0 to below `end` */
    below,
    chance: (share: number) => random() < share,
    of: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    uuid() {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()]
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`
    },
  }
}

function randomTitle(random: Random, words: number, extraParts: number) {
  const titled = Array.from({ length: words }, () =>
    random.chance(0.3) ? random.of(roots) : rareWord(random, extraParts),
  )
  return titled.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * How many more letters acronyms have, or how many more parts rare words have, in a data set of that size.
 * Otherwise a million terms would share few names.
 */
const countExtraParts = (terms: number, parts: readonly string[]) =>
  Math.max(0, Math.round(Math.log(terms / 10_000) / Math.log(parts.length)))

function randomAcronym(random: Random, extraLetters: number) {
  const length = random.of([3, 3, 3, 4, 4, 4, 4, 5, 5, 6]) + extraLetters
  return Array.from({ length }, () => random.of(letters)).join('')
}

/** 100 to 300 characters. Half of the words are stop words, as in real sentences. */
function randomDefinition(random: Random, hasCommonWord: boolean, extraParts: number) {
  const length = 100 + random.below(180)
  let text = `${random.of(['The', 'A', 'Each'])} ${hasCommonWord ? commonWord : random.of(roots)}`
  while (text.length < length) {
    const word = random.chance(0.35) ? random.of(roots) : rareWord(random, extraParts)
    text += ` ${random.of(fillers)} ${word}`
  }
  return `${text}.`
}

/** Generates terms. No two have the same name, full name and category. */
function* generateTerms(random: Random, size: number, people: readonly string[]): Generator<DraftTerm> {
  const seen = new Set<string>()
  const extraLetters = countExtraParts(size, letters)
  const extraPrefixes = countExtraParts(size, prefixes)
  const title = (words: number) => randomTitle(random, words, extraPrefixes)
  const acronyms: string[] = []
  for (let number = 0; number < size; ) {
    const isAcronym = random.chance(0.6)
    // A quarter of all acronyms have several meanings.
    const isKnown = isAcronym && acronyms.length > 0 && random.chance(0.2)
    const makeName = () => (isAcronym ? randomAcronym(random, extraLetters) : title(random.of([1, 2, 2, 2, 3])))
    const name = isKnown ? random.of(acronyms) : makeName()
    const full_name = isAcronym ? title(Math.min(name.length - extraLetters, 4)) : null
    const category = random.chance(0.05) ? null : random.of(categories)
    const meaning = `${name} ${full_name} ${category}`
    if (seen.has(meaning)) continue
    seen.add(meaning)
    if (isAcronym && !isKnown) acronyms.push(name)
    const status = random.of(statusesByShare)
    yield {
      id: random.uuid(),
      name,
      full_name,
      definition: randomDefinition(random, number % 10 === 0, extraPrefixes),
      category,
      status,
      votes: random.below(3) + minVotes[status],
      owner: random.chance(0.03) ? null : random.of(people),
      age: random.below(400),
    }
    number++
  }
}

/** Generates a data set, and its terms in batches. The data set is complete after the last batch. */
export function generateDataSet(size: number): { data: DataSet; batches: Generator<DraftTerm[]> } {
  const random = createRandom(20_261_121)
  const people = Array.from({ length: 20 }, random.uuid)
  const voters = Array.from({ length: 40 }, random.uuid)
  const ids: string[] = []
  const samples: DraftTerm[] = []
  const every = Math.ceil(size / sampleCount)

  function* batches() {
    let batch: DraftTerm[] = []
    for (const term of generateTerms(random, size, people)) {
      // Fisher–Yates shuffle
      const index = random.below(ids.length + 1)
      ids.push(ids[index] ?? term.id)
      ids[index] = term.id
      if (ids.length % every === 0) samples.push(term)
      if (batch.push(term) < batchSize && ids.length < size) continue
      yield batch
      batch = []
    }
  }
  return { data: { size, ids, people, voters, samples }, batches: batches() }
}
