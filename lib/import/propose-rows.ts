import { nextTurn } from '../app/next-turn.ts'
import type { Context, Db } from '../context.ts'
import { createTerm } from '../glossary/create.ts'
import { readVersion } from '../glossary/history.ts'
import { blankContent, type Changes, changesBetween, toContent } from '../glossary/texts.ts'
import type { Actor } from '../identity/actor.ts'
import { invalid } from '../problem.ts'
import { propose } from '../review/proposals.ts'
import { type Alias, contentFields, maxAliases } from '../schemas/content.ts'
import { type FileFormat, type ImportedRow, type ImportResult, maxProposals } from '../schemas/import.ts'
import { requireName } from './columns.ts'
import { type Counterparts, create, edit, type KnownTerm } from './decide.ts'
import { describeRows } from './guess.ts'
import { describeReading, isStopped, withGuesses } from './import-file.ts'
import { failedFirst, findMatches } from './plan.ts'
import { type FileOptions, type ImportFile, readFile } from './read-file.ts'
import { unreadable } from './table.ts'
import { countTranslated } from './translate.ts'
import { readTranslations } from './translation-cells.ts'
import { type ReadRow, type RowValues, readRow } from './values.ts'

/** What happens to a row. `store` proposes the change or adds the term, and returns the ID of the term. */
type RowDecision = Pick<ImportedRow, 'outcome' | 'changes' | 'errors'> & {
  store?: (ctx: Db, actor: Actor) => Promise<string>
}
/** What a row says, what the glossary has for it, and the version that it was written for. */
type Given = { values: RowValues; match: Counterparts; version: unknown; format: FileFormat }

/**
 * Proposes what a file changes, in the name of whoever sends it: a row with the ID of a term is a proposal to the
 * version in its field `version`, a row without an ID a new term (contract, section 21). All of it is stored, or
 * nothing.
 *
 * @returns the result. If a row failed and `on_error` is `stop`, nothing is stored, as in a dry run
 * @throws Problem `validation_failed` if the file cannot be read or changes too much, or what proposing and adding
 * throw
 */
export async function proposeRows(
  { db, settings: { languages } }: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  file: ImportFile,
  given: FileOptions,
): Promise<ImportResult> {
  const options = { ...given, match: 'id' as const, trust_status: false, languages }
  const table = await readFile(actor.id, file, options)
  const { headers, format } = table
  const columns = { ...table.columns, translated: [] }
  requireName(headers, columns)
  const versionAt = headers.findIndex((header) => header.trim().toLowerCase() === 'version')
  const totals = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, proposed: 0 }
  const rows: ImportedRow[] = []
  const changed: { row: ImportedRow; store: NonNullable<RowDecision['store']> }[] = []
  const findRepeat = createRepeatFinder()
  let untold = 0
  for (const batch of table.batches) {
    const reads = batch.map((row) => readRow(row, columns, options))
    const said = batch.map(({ cells }, index) => ({
      id: reads[index]?.values?.id,
      translations: readTranslations(cells, table.columns.translated).translations,
    }))
    untold += await countTranslated({ db }, languages, said)
    // A file can say the same of one term 50,000 times.
    const repeats = reads.map(({ row, values }) => (values?.id ? findRepeat(row, values.id) : null))
    const fresh = reads.map((read, index) => (repeats[index] ? { ...read, values: null } : read))
    const matches = await findMatches({ db }, fresh)
    for (const [index, read] of reads.entries()) {
      const { row: number, values, errors } = read
      const match = matches[index]
      const version = batch[index]?.cells[versionAt]
      const { store, ...decision } =
        repeats[index] ??
        (values && match
          ? ((values.id ? null : findRepeat(number, meaningOf(match))) ??
            (await decide({ db }, { values, match, version, format })))
          : { outcome: errors.length > 0 ? 'failed' : 'skipped', changes: {}, errors })
      const row = toRow(read, decision)
      totals[row.outcome]++
      if (row.outcome !== 'unchanged') rows.push(row)
      if (store && changed.push({ row, store }) > maxProposals) throw tooMany()
    }
    await nextTurn() // other requests
  }
  if (Object.values(totals).every((total) => total === 0)) throw unreadable('has no rows.')
  if (!options.dry_run && !isStopped(totals, options)) {
    await db.begin(async (tx) => {
      for (const { row, store } of changed) row.term_id = await store({ db: tx }, actor)
    })
  }
  return {
    import_id: null,
    dry_run: options.dry_run,
    totals,
    ...describeReading(withGuesses(table, describeUntold(untold))),
    rows: failedFirst(rows),
  }
}

/** Says how many rows have translations that nobody can propose (contract, section 23). */
const describeUntold = (count: number) =>
  describeRows(
    count,
    'translations differ from those of the glossary. They are left out, because nobody can propose them.',
  )

const toRow = ({ row, values, cells }: ReadRow, decision: Omit<RowDecision, 'store'>): ImportedRow => ({
  row,
  term_id: values?.id ?? null,
  name: values?.name ?? cells.name ?? null,
  ...decision,
})

function tooMany() {
  const detail = `The file changes more than ${maxProposals} terms, about each of which a person has to decide. Propose them in parts.`
  return invalid('', 'is too long', detail)
}

const failed = (path: string, message: string): RowDecision => ({
  outcome: 'failed',
  changes: {},
  errors: [{ path, message }],
})
const unchanged: RowDecision = { outcome: 'unchanged', changes: {}, errors: [] }
const tooManyAliases = failed('aliases', `must have at most ${maxAliases} entries`)

/** Creates a function that refuses a row about the same term as an earlier one. */
function createRepeatFinder() {
  const seen = new Map<string, number>()
  return (row: number, key: string): RowDecision | null => {
    const earlier = seen.get(key)
    seen.set(key, earlier ?? row)
    return earlier === undefined ? null : failed('', `is the same term as row ${earlier}`)
  }
}

const meaningOf = ({ name_key, full_name_key, category_key }: Counterparts) =>
  JSON.stringify([name_key, full_name_key, category_key])

async function decide(ctx: Db, given: Given): Promise<RowDecision> {
  const { values, match } = given
  if (match.repeats_name) return failed('aliases', 'must not contain a name twice, ignoring case')
  return values.id ? decideChange(ctx, given) : decideNew(given)
}

function decideNew({ values, match: { by_meaning, fitting }, format }: Given): RowDecision {
  if (by_meaning)
    return fitting?.id === by_meaning && isEmpty(compare(fitting, values, format))
      ? unchanged
      : failed('name', 'is already that of a term with this full name and category; add its id')
  const { definition, ...content } = create(values)
  if (definition === undefined) return failed('definition', 'is required')
  const term = toContent({ ...content, definition })
  if (term.aliases.length > maxAliases) return tooManyAliases
  return {
    outcome: 'created',
    changes: changesBetween(contentFields, blankContent, term),
    errors: [],
    store: async (ctx, actor) => (await createTerm(ctx, actor, term)).id,
  }
}

/** Compares a row with the version that it was written for. What the term has by now is no change. */
async function decideChange(ctx: Db, { values, match, version, format }: Given): Promise<RowDecision> {
  const term = match.by_id
  if (!term)
    return match.is_merged
      ? failed('id', 'is that of a term that was merged into another one')
      : failed('id', 'is that of no term')
  const base = Number(version)
  if (!Number.isInteger(base) || base < 1) return failed('version', 'must be the number of the version that was edited')
  if (base > term.version) return failed('version', `must be at most ${term.version}`)
  const before = base === term.version ? term : await readVersion(ctx, term, base)
  const changes = compare({ ...term, ...before }, values, format)
  const change = Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]))
  if (isEmpty(changesBetween(contentFields, term, change))) return unchanged
  if ((change.aliases as Alias[] | undefined)?.[maxAliases]) return tooManyAliases
  return {
    outcome: 'proposed',
    changes,
    errors: [],
    store: async (ctx, actor) => (await propose(ctx, actor, term.id, { version: base, ...change })).term_id,
  }
}

/** What a row changes of a text. */
const compare = (from: KnownTerm, values: RowValues, format: FileFormat): Changes =>
  changesBetween(contentFields, from, edit(from, values, format))

const isEmpty = (changes: Changes) => Object.keys(changes).length === 0
