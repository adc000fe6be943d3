import { type Status, statuses } from '../lib/schemas/term.ts'

/** A term as the benchmarks make it up. */
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
  /** how many terms */
  size: number
  /** their ids, shuffled: neighbours do not lie on one page of the disk */
  ids: readonly string[]
  /** user ids of those who own terms, have voted, and read */
  people: readonly string[]
  /** user ids of those who have not voted yet, and create */
  voters: readonly string[]
  /** some of the terms, spread evenly */
  samples: readonly DraftTerm[]
}

/** Stands in a tenth of all terms, and is no other word of the data set. */
export const commonWord = 'workflow'

/** Words that stand in some hundredths of all terms each. */
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

const prefixes =
  `air auto back base bio blue book car cloud co cross data dis down eco edge far fleet
  front hub hyper inter job land light macro main mega meta micro mid mini mono multi net off omni out
  over pay plan poly post pre pro rail re road sales sea self semi ship smart sub super tele test trans
  tri ultra under up web work`
    .split(/\s+/)
    .filter((prefix) => prefix.length > 2)

const fillers = `the of a to for and in that is with by on from as each which are this before after
  when its between all within`.split(/\s+/)

/** Words of which each stands in few names; they have a part more where there are many terms. */
const drawRare = (draw: Draw, extra: number) =>
  Array.from({ length: 1 + extra }, () => draw.of(prefixes)).join('') + draw.of(roots)

const categories =
  'Finance,Engineering,Human Resources,Legal,Logistics,Marketing,Operations,Security'.split(',')

const shares: Record<Status, number> = { suggested: 1, pending: 4, community: 3, official: 2 }
const statusesByShare = statuses.flatMap((status) => Array<Status>(shares[status]).fill(status))
const leastVotes: Record<Status, number> = { suggested: 0, pending: 0, community: 3, official: 10 }

const sampleCount = 400
/** How many terms travel to the database at a time. */
const batchSize = 2000

type Draw = ReturnType<typeof createDraw>

/** Drawing lots, the same ones every time (mulberry32). */
function createDraw(seed: number) {
  let state = seed
  function bits() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (end: number) => Math.floor((bits() / 2 ** 32) * end)
  const hex = () => bits().toString(16).padStart(8, '0')
  return {
    /** a whole number from 0, below `end` */
    below,
    chance: (share: number) => bits() < share * 2 ** 32,
    of: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    uuid() {
      const [a, b, c, d] = [hex(), hex(), hex(), hex()]
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`
    },
  }
}

function drawTitle(draw: Draw, words: number, extra: number) {
  const titled = Array.from({ length: words }, () =>
    draw.chance(0.3) ? draw.of(roots) : drawRare(draw, extra),
  )
  return titled.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * How much longer acronyms and rare words are where there are many terms, in letters or parts of which
 * there are so many: else a million terms would share few names.
 */
const extraParts = (terms: number, parts: readonly string[]) =>
  Math.max(0, Math.round(Math.log(terms / 10_000) / Math.log(parts.length)))

function drawAcronym(draw: Draw, extra: number) {
  const length = draw.of([3, 3, 3, 4, 4, 4, 4, 5, 5, 6]) + extra
  return Array.from({ length }, () => draw.of(letters)).join('')
}

/** 100 to 300 characters: half of the words are of no weight, as in people's sentences. */
function drawDefinition(draw: Draw, isCommon: boolean, extra: number) {
  const length = 100 + draw.below(180)
  let text = `${draw.of(['The', 'A', 'Each'])} ${isCommon ? commonWord : draw.of(roots)}`
  while (text.length < length) {
    const word = draw.chance(0.35) ? draw.of(roots) : drawRare(draw, extra)
    text += ` ${draw.of(fillers)} ${word}`
  }
  return `${text}.`
}

/** Makes terms up, one after the other; no two have the same meaning. */
function* drawTerms(draw: Draw, size: number, people: readonly string[]): Generator<DraftTerm> {
  const seen = new Set<string>()
  const extraLetters = extraParts(size, letters)
  const extraPrefixes = extraParts(size, prefixes)
  const title = (words: number) => drawTitle(draw, words, extraPrefixes)
  const acronyms: string[] = []
  for (let number = 0; number < size; ) {
    const isAcronym = draw.chance(0.6)
    // A quarter of all acronyms mean two things or more.
    const isKnown = isAcronym && acronyms.length > 0 && draw.chance(0.2)
    const makeName = () =>
      isAcronym ? drawAcronym(draw, extraLetters) : title(draw.of([1, 2, 2, 2, 3]))
    const name = isKnown ? draw.of(acronyms) : makeName()
    const full_name = isAcronym ? title(Math.min(name.length - extraLetters, 4)) : null
    const category = draw.chance(0.05) ? null : draw.of(categories)
    const meaning = `${name} ${full_name} ${category}`
    if (seen.has(meaning)) continue
    seen.add(meaning)
    if (isAcronym && !isKnown) acronyms.push(name)
    const status = draw.of(statusesByShare)
    yield {
      id: draw.uuid(),
      name,
      full_name,
      definition: drawDefinition(draw, number % 10 === 0, extraPrefixes),
      category,
      status,
      votes: draw.below(3) + leastVotes[status],
      owner: draw.chance(0.03) ? null : draw.of(people),
      age: draw.below(400),
    }
    number++
  }
}

/** A data set, whole once its terms have been drawn, and those terms in batches. */
export function drawDataSet(size: number): { data: DataSet; batches: Generator<DraftTerm[]> } {
  const draw = createDraw(20_261_121)
  const people = Array.from({ length: 50 }, draw.uuid)
  const voters = Array.from({ length: 200 }, draw.uuid)
  const ids: string[] = []
  const samples: DraftTerm[] = []
  const every = Math.ceil(size / sampleCount)

  function* batches() {
    let batch: DraftTerm[] = []
    for (const term of drawTerms(draw, size, people)) {
      // Each takes the place of one that came before, which goes to the end (Fisher and Yates).
      const place = draw.below(ids.length + 1)
      ids.push(ids[place] ?? term.id)
      ids[place] = term.id
      if (ids.length % every === 0) samples.push(term)
      if (batch.push(term) < batchSize && ids.length < size) continue
      yield batch
      batch = []
    }
  }
  return { data: { size, ids, people, voters, samples }, batches: batches() }
}
