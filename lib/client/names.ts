import type { MatchedName, Row } from '../lookup/find.ts'
import { isOneOff } from '../lookup/one-letter-off.ts'
import { splitWords } from '../lookup/tokens.ts'
import { statuses } from '../schemas/term.ts'
import { fold } from '../schemas/text.ts'
import type { CopiedTerm } from './service.ts'

/** What a term is called: a row of the table term_names. */
type Name = MatchedName & { term: CopiedTerm; rank: number }

/** What a statement gets: forms as lib/lookup/find.ts and spans.ts make them. */
type Form = {
  question: number
  form: string
  kind: 'asked' | 'singular' | 'plural'
  has_small_s?: boolean
  in_any_case?: boolean
  recased?: boolean
  as_full_name?: boolean
  as_marked?: boolean
}
type Asked = {
  forms: readonly Form[]
  category: string | null
  in_text?: boolean
  asked_in?: string | null
  limit: number
}

/** Runs the statements with which names are found, without a database. */
export type Statements = { many<Each>(statement: string, params?: unknown): Promise<Each[]> }

/** As the function `loose` of the database (migrations/0002-terms.sql). */
function loose(text: string): string {
  if (/^[ -~]*$/.test(text)) {
    const lower = text.toLowerCase()
    return lower.replace(/(?<=[\s-])and(?=[\s-])|[^a-z0-9+#]+/g, '') || lower
  }
  const key = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/([a-z\u0370-\u03ff\u1f00-\u1fff])[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .replace(
      /(?<=[\s\u2010-\u2014-])and(?=[\s\u2010-\u2014-])|(?:(?!#)[\p{P}\s$^=~|<>`´¨¯¸\u02d8-\u02dd\p{Join_Control}\p{VS}])+/gu,
      '',
    )
  return key || fold(text)
}

/** With one kind of apostrophes and hyphens. */
const toPlain = (text: string) => text.replace(/[‘’]/g, "'").replace(/[-‑‒–﹣－]/g, '‐')

/** As the function `names_of` of the database (migrations/0008): what a term is called, and the parts of its name. */
export function namesOf({ name, full_name, aliases }: CopiedTerm): MatchedName[] {
  return [
    { name, kind: 'name' },
    ...(full_name ? [{ name: full_name, kind: 'full_name' as const }] : []),
    ...aliases,
    ...(/^[^(/\u2190-\u{1faff}™®©℠]*$/u.test(name) ? [] : namesWithin(name, aliases)),
  ]
}

function namesWithin(name: string, aliases: CopiedTerm['aliases']): MatchedName[] {
  const plain = name
    .replace(
      /^(?:[\u2190-\u2bff\u{1f000}-\u{1faff}][\p{Join_Control}\p{VS}\s]*)+|(?:\s*[\u2190-\u2bff\u{1f000}-\u{1faff}™®©℠][\p{Join_Control}\p{VS}]*)+$/gu,
      '',
    )
    .trim()
  const bracketed = /^([^()]*[^()\s])\s*\(([^()]+)\)$/.exec(plain)?.slice(1) ?? []
  const parts = [...bracketed, ...(/\s\/\s/.test(plain) ? plain.split(/\s+\/\s+/) : [])].map((part) => part.trim())
  const hasAcronym = parts.some((part) => /^[A-Z0-9&.-]*[A-Z][A-Z0-9&.-]*[A-Z0-9]$/.test(part))
  const within = [plain, ...(hasAcronym ? parts.filter((part) => [...part].length > 1) : [])]
  const taken = new Set([name, ...aliases.map((alias) => alias.name)].map(fold))
  const others = within.filter((part) => part && !taken.has(fold(part)) && taken.add(fold(part)))
  return others.map((part) => ({ name: part, kind: 'alias' }))
}

/** Creates the statements that lib/lookup runs to find names, over a copy of the glossary (sql/functions/named-terms.sql). */
export function createStatements(terms: readonly CopiedTerm[]): Statements {
  const all = lazily(() =>
    terms.flatMap((term) =>
      namesOf(term).map(({ name, kind }): Name => {
        const rank = kind === 'name' ? 1 : kind === 'full_name' ? 3 : 2
        return { term, name, kind, rank }
      }),
    ),
  )
  const spelled = lazily(() => groupBy(all(), ({ name }) => fold(toPlain(name))))
  const alike = lazily(() => groupBy(all(), ({ name }) => loose(name)))
  const words = lazily(() => {
    const split = all().flatMap(({ name }) => splitWords(name.toLowerCase()))
    return [...new Set(split.filter((word) => word.length > 4))]
  })

  /** The names that a form is. */
  function matchesOf(form: Form, in_text: boolean): Match[] {
    const plain = toPlain(form.form)
    const isLike = ({ kind, name }: Name) => {
      if (in_text)
        return (
          (form.as_full_name || kind !== 'full_name') &&
          (toPlain(name) === plain || (isUpper(name) ? form.recased : form.in_any_case))
        )
      if (form.kind === 'asked') return !/['’]s\W*$/i.test(form.form) || /['’]/.test(name)
      return form.kind === 'singular' || !/S\W*$/.test(name)
    }
    const names = in_text ? spelled().get(fold(plain)) : alike().get(loose(form.form))
    return (names ?? []).filter(isLike).map((name) => ({ ...name, form, step: 0 }))
  }

  function find({ forms, in_text = false, limit, ...order }: Asked): Row[] {
    const questions = new Map<number, Match[]>()
    for (const form of forms) for (const match of matchesOf(form, in_text)) add(questions, form.question, match)
    return [...questions].flatMap(([question, found]) => {
      const terms = bestOfEach(withSteps(found)).sort(inOrder(order))
      const has_name = terms.some(({ kind }) => kind === 'name')
      return terms
        .slice(0, limit)
        .map(({ term, step, kind, name }) => ({
          ...{ question, step: step as Row['step'], kind, name, has_name },
          ...{ term_id: term.id, in_texts: term.in_texts, total: terms.length, followed_category: null },
        }))
    })
  }

  const statements: Record<string, (params: never) => unknown[]> = {
    'lookup/find': find,
    'lookup/find-in-text': find,
    'lookup/one-letter-off': (params: { words: string[] }) =>
      params.words.map((word) => ({ word, spellings: words().filter((each) => isNear(word, each)) })),
  }
  return {
    many: async <Each>(statement: string, params?: unknown) =>
      (statements[statement]?.(params as never) ?? []) as Each[],
  }
}

type Match = Name & { form: Form; step: number }

/** Does some work when its result is first asked for. */
function lazily<Result>(work: () => Result): () => Result {
  let done: { result: Result } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}

function groupBy<Each>(list: readonly Each[], keyOf: (each: Each) => string) {
  const groups = new Map<string, Each[]>()
  for (const each of list) add(groups, keyOf(each), each)
  return groups
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value) {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

const isUpper = (name: string) => name === name.toUpperCase()
const isNear = (some: string, other: string) => Math.abs(some.length - other.length) < 2 && isOneOff(some, other)

/** The first step of a question that finds anything: those of its names that it finds. */
function withSteps(found: readonly Match[]): Match[] {
  const isAsIs = (of: (form: Form) => boolean | undefined) =>
    found.some(({ form, name }) => of(form) && name === form.form)
  const isPlural = isAsIs((form) => form.has_small_s) && !isAsIs(({ kind }) => kind === 'asked')
  const stepped = found.map((match) => ({ ...match, step: stepOf(match, isPlural) }))
  const first = Math.min(...stepped.map(({ step }) => step))
  return stepped.filter(({ step }) => step === first)
}

function stepOf({ term, kind, name, form }: Match, isPlural: boolean) {
  const isSame = fold(name) === fold(form.form)
  const isMarked = form.as_marked !== false && toPlain(name) === toPlain(form.form)
  if (term.in_texts === 'exact' && form.as_marked !== undefined && !isMarked) return 6
  if (isSame && form.has_small_s && isPlural) return 0
  if (isSame && form.kind === 'singular') return 3
  if (form.kind !== 'asked') return 5
  if (!isSame) return 4
  return kind === 'full_name' ? 2 : 1
}

const isSameCase = ({ form, name }: Match) => form.form.includes(name)

/** A term can have several names that match. */
function bestOfEach(found: readonly Match[]): Match[] {
  const best = new Map<string, Match>()
  for (const match of found.toSorted(
    by(
      ({ rank }) => rank,
      (each) => -isSameCase(each),
      ({ name }) => name,
    ),
  ))
    if (!best.has(match.term.id)) best.set(match.term.id, match)
  return [...best.values()]
}

/** The best meaning first, as sql/lookup/find.sql orders them; the words of a text do not count. */
function inOrder({ category, asked_in }: Pick<Asked, 'category' | 'asked_in'>) {
  const asked = ` ${splitWords((asked_in ?? '').toLowerCase()).join(' ')} `
  const isWanted = ({ category: own }: CopiedTerm) =>
    own !== null &&
    (fold(own) === fold(category ?? '') || asked.includes(` ${splitWords(own.toLowerCase()).join(' ')} `))
  return by<Match>(
    ({ term }) => Number(Boolean(term.replaced_by?.length)),
    ({ term }) => -isWanted(term),
    ({ rank }) => rank,
    (match) => -isSameCase(match),
    ({ term }) => -statuses.indexOf(term.status),
    ({ term }) => -term.vote_count,
    ({ term }) => fold(term.name),
    ({ term }) => term.id,
  )
}

/** Compares by the first key that differs. */
const by =
  <Each>(...keys: ((each: Each) => number | string)[]) =>
  (some: Each, other: Each) => {
    for (const key of keys) {
      const [a, b] = [key(some), key(other)]
      if (a !== b) return a < b ? -1 : 1
    }
    return 0
  }
