import { nextTurn } from '../app/next-turn.ts'
import type { Db } from '../context.ts'
import type { Fault } from '../problem.ts'
import { type ImportedRow, type ImportTotals, maxProposals } from '../schemas/import.ts'
import { relationKinds } from '../schemas/relations.ts'
import { type Columns, requireName } from './columns.ts'
import {
  type Counterparts,
  createDecider,
  type ProposedChange,
  type Protection,
  type RowDecision,
  type TermToStore,
} from './decide.ts'
import { correct, meaningsIn, noEdits, split } from './edits.ts'
import { createPackedList, type PackedList } from './packed.ts'
import type { FileOptions, ReadTable } from './read-file.ts'
import type { RelatedRow, RelatedRows } from './relate.ts'
import { unreadable } from './table.ts'
import { decideTranslations } from './translate.ts'
import type { TranslationToStore } from './translation-cells.ts'
import { type ReadRow, type RowValues, readRow } from './values.ts'

/** How many rows a result lists of those that failed, and of the others. */
const maxListed = 1000

/** A row of the result, with what a page shows to correct it. */
export type PlannedRow = ImportedRow & {
  cells: ReadRow['cells']
  /** of a row that failed, the texts in other languages */
  others?: ReadRow['others']
  /** the meanings that the row can be split into */
  meanings: string[]
  /** how many meanings the glossary already has for the name of a new term */
  known_meanings: number
  /** whether it would change a protected term, of which a person decides whether it does */
  is_protected: boolean
}

/** The terms that an import creates and changes, and the changes that it proposes; none in a dry run. */
export type ChangedTerms = Record<'created' | 'updated', PackedList<TermToStore>> & {
  proposed: PackedList<ProposedChange>
}

/** What an import of a file would do. */
type Plan = {
  totals: ImportTotals
  columns: Columns
  /** the new and changed terms, each in the order of the file */
  changes: ChangedTerms
  /** what rows say of other terms; null if the file has no such column */
  related: PackedList<RelatedRow> | null
  /** what rows say in other languages */
  translated: PackedList<TranslationToStore>
  /** how many rows have a status that is left out, because a protected term stays as it is */
  spared: number
  /** likewise for translations */
  untranslated: number
  /** how many rows have a name in another language that is only another name of its term */
  namesAlone: number
  /** how many of the changed terms are protected, and a person has decided to change them */
  replaced: number
  /** the first rows that are not unchanged: those that failed, and those of protected terms, first */
  rows: PlannedRow[]
}

/**
 * Decides about each row of a file. Nothing is stored.
 *
 * @param proposerId who proposes what would change protected terms
 * @param refused what is wrong with rows that no decision knows about
 * @throws Problem `validation_failed` if the file cannot be read
 */
export async function planImport(
  { db }: Db,
  table: ReadTable,
  options: FileOptions,
  proposerId: string | null,
  refused: ReadonlyMap<number, Fault> = new Map(),
): Promise<Plan> {
  const { columns } = table
  requireName(table.headers, columns)
  const { edits = noEdits } = options
  const { match } = options
  const protection = readProtection(options)
  const decide = createDecider({ match, ...table, keepsTerms: edits.keepsTerms, protection })
  const saysRelations = relationKinds.some((kind) => columns.positions[kind] !== undefined)
  const { record, result } = createRecord(!options.dry_run || saysRelations, protection.isOn)
  for (const batch of table.batches) {
    const reads = batch
      .map((row) => readRow(correct(row, columns, edits), columns, options))
      .flatMap((read) => (edits.splits.has(read.row) ? split(read) : [read]))
    const matches = await findMatches({ db }, reads, protection.isOn ? proposerId : null)
    const decided = reads.map((read, index) => decideRow(read, matches[index], decide, refused))
    const decisions = await decideTranslations({ db }, options.languages ?? [], reads, decided)
    for (const [index, decision] of decisions.entries()) record(reads[index] as ReadRow, decision, matches[index])
    await nextTurn() // other requests
  }
  const { totals, related, ...recorded } = result()
  if (Object.values(totals).every((total) => total === 0)) throw unreadable('has no rows.')
  return { ...recorded, totals, columns, related: saysRelations ? related : null }
}

function readProtection({ protected: choice, replace = [] }: FileOptions): Protection {
  const ids = new Set(replace === 'all' ? [] : replace.map((id) => id.toLowerCase()))
  return { isOn: choice === 'propose', replaces: (id) => replace === 'all' || ids.has(id) }
}

/** Collects the decisions about all rows. */
function createRecord(keepsChanges: boolean, canPropose: boolean) {
  const totals = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, ...(canPropose && { proposed: 0 }) }
  const changes: ChangedTerms = {
    created: createPackedList(),
    updated: createPackedList(),
    proposed: createPackedList(),
  }
  const related = createPackedList<RelatedRow>()
  const translated = createPackedList<TranslationToStore>()
  const [refused, guarded, accepted]: [PlannedRow[], PlannedRow[], PlannedRow[]] = [[], [], []]
  let [spared, untranslated, namesAlone] = [0, 0, 0]
  let replaced = 0
  function add({ outcome, change, proposal, translations = [] }: RowDecision) {
    totals[outcome] = (totals[outcome] ?? 0) + 1
    if (change && keepsChanges) changes[change.version === 0 ? 'created' : 'updated'].add(change)
    if (keepsChanges) for (const each of translations) translated.add(each)
    if (proposal && keepsChanges && outcome === 'proposed') changes.proposed.add(proposal)
  }
  return {
    record(read: ReadRow, made: RowDecision, match: Counterparts | undefined) {
      const isTooMany = made.outcome === 'proposed' && totals.proposed === maxProposals
      const decision: RowDecision = isTooMany ? { ...made, outcome: 'failed', errors: [tooManyProposals] } : made
      const { outcome, isProtected, isStatusSpared, isTranslationSpared, isNameAlone } = decision
      add(decision)
      if (isStatusSpared) spared++
      if (isTranslationSpared) untranslated++
      if (isNameAlone) namesAlone++
      if (isProtected && outcome === 'updated') replaced++
      const says = relationsIn(read, decision)
      if (says) related.add(says)
      const list = outcome === 'failed' ? refused : isProtected ? guarded : accepted
      if (outcome !== 'unchanged' && list.length < maxListed) list.push(toListed(read, decision, match))
    },
    result: () => {
      const rows = [...refused, ...guarded, ...accepted].slice(0, maxListed)
      return { totals, changes, related, translated, spared, untranslated, namesAlone, replaced, rows }
    },
  }
}

const tooManyProposals: Fault = {
  path: '',
  message: `is more than the ${maxProposals} proposals that a file can make, because a person has to decide about each`,
}

function decideRow(
  { row, values, errors }: ReadRow,
  match: Counterparts | undefined,
  decide: ReturnType<typeof createDecider>,
  refused: ReadonlyMap<number, Fault>,
): RowDecision {
  const fault = refused.get(row)
  if (fault) return { outcome: 'failed', term_id: null, errors: [fault] }
  if (errors.length > 0) return { outcome: 'failed', term_id: null, errors }
  return values && match ? decide(row, values, match) : { outcome: 'skipped', term_id: null, errors: [] }
}

/** What a row says of other terms, if it is stored. */
function relationsIn(
  { row, values }: ReadRow,
  { outcome, term_id, change, isKept, isSpared = false }: RowDecision,
): RelatedRow | undefined {
  const id = change?.id ?? term_id
  const says = relationKinds.flatMap((kind) => (values?.[kind] ? [[kind, values[kind]]] : []))
  const isStored = ['created', 'updated', 'unchanged', 'proposed'].includes(outcome) && !isKept
  if (!id || !values || !isStored || says.length === 0) return undefined
  const isUnchanged = outcome === 'unchanged'
  return { row, id, name: values.name, says: Object.fromEntries(says), isUnchanged, isSpared }
}

/**
 * Looks up what the glossary has for each row; undefined for those that cannot be read.
 *
 * @param proposer whose open proposals are found
 */
export async function findMatches(
  { db }: Db,
  reads: readonly ReadRow[],
  proposer: string | null = null,
): Promise<(Counterparts | undefined)[]> {
  const readable = reads.flatMap(({ values }) => (values ? [toKeys(values)] : []))
  if (readable.length === 0) return []
  const matches = (await db.many<Counterparts>('import/match-terms', { rows: readable, proposer })).values()
  return reads.map(({ values }) => (values ? matches.next().value : undefined))
}

function toKeys(values: RowValues) {
  const { id, name, full_name, definition, category, aliases, misspellings, discouraged } = values
  const names = [aliases, misspellings, discouraged].flatMap((list) => list ?? [])
  return { id, name, full_name, definition, category, names }
}

function toListed(
  { row, cells, others, values, meanings }: ReadRow,
  decision: RowDecision,
  match: Counterparts | undefined,
): PlannedRow {
  const { outcome, term_id, errors, change, proposal, translated, isProtected = false } = decision
  return {
    row,
    outcome,
    errors,
    cells,
    ...(outcome === 'failed' && others && { others }),
    term_id: change?.id ?? term_id,
    name: values?.name ?? cells.name ?? null,
    changes: { ...(change?.changes ?? proposal?.changes), ...translated },
    is_protected: isProtected,
    known_meanings: outcome === 'created' ? (match?.meanings ?? 0) : 0,
    meanings: meanings ?? (outcome === 'created' && values ? meaningsIn(values) : []),
  }
}

/** Rows with what became of their relations: those that were unchanged otherwise are listed, too. */
export function withRelations(rows: readonly PlannedRow[], { changes, updated }: RelatedRows): PlannedRow[] {
  const listed = rows.map((row) => ({ ...row, changes: { ...row.changes, ...changes.get(row.row) } }))
  const added = updated.map(
    ({ row, id, name }): PlannedRow => ({
      ...{ row, name, term_id: id, outcome: 'updated', changes: changes.get(row) ?? {} },
      ...{ errors: [], cells: {}, known_meanings: 0, meanings: [], is_protected: false },
    }),
  )
  return failedFirst([...listed, ...added].sort((a, b) => a.row - b.row))
}

/** The rows that a result lists, in their order, but those that need a decision first. */
export function failedFirst<Row extends ImportedRow & { is_protected?: boolean }>(rows: readonly Row[]): Row[] {
  const rankOf = ({ outcome, is_protected }: Row) => (outcome === 'failed' ? 0 : is_protected ? 1 : 2)
  return [0, 1, 2].flatMap((rank) => rows.filter((row) => rankOf(row) === rank)).slice(0, maxListed)
}
