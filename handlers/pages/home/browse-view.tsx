import * as v from 'valibot'
import type { Context } from '../../../lib/context.ts'
import { addTranslations, languageFor } from '../../../lib/glossary/translations.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import { listCategories, listInitials, offsetOfInitial } from '../../../lib/lookup/browse.ts'
import { listTerms } from '../../../lib/lookup/filter-to-terms.ts'
import { followsCategory } from '../../../lib/notify/follows.ts'
import { TermQuery } from '../../../lib/schemas/term.ts'
import { text } from '../../../lib/schemas/text.ts'
import { formatTitle } from '../../../lib/web/document.tsx'
import { hasFilter, type ListProps, ListQuery, listUrl, pageSize } from '../../../lib/web/list-query.ts'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { Pager, PastEnd, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { PagePart } from '../../../lib/web/parts/part.tsx'
import { tableUrl } from '../../../lib/web/table-query.ts'
import { Filters } from './filters-form.tsx'
import { describeFilters, letterOf, TermsByLetter } from './found-view.tsx'

type Props = BrowseProps & {
  /** whether the reader can import terms, and edit many at once */
  mayImport: boolean
}

/** The title of a list names what it is limited to. */
export const browseTitle = ({ name, category }: ListQuery): string => name ?? category ?? 'Browse'

/** All terms by name, with filters and an index of letters. */
export function Browse(props: Props) {
  const { mayImport } = props
  return (
    <>
      <PageHead title="Browse">
        <p class="button-row">
          {mayImport && <AllTerms {...props} />}
          {mayImport && <a href="/import">Import</a>}
          <a href="/export">Export</a>
          <a href="/news">What has changed</a>
          <a href="/wanted">Missing words</a>
        </p>
      </PageHead>
      <form id="filters" action="/browse">
        <button type="submit" class="button plain without-js">
          Filter
        </button>
      </form>
      <TermsByName {...props} />
    </>
  )
}

/**
 * Leads to the table of the terms that match the filters. It is outside of what htmx replaces, so each part brings it
 * along.
 */
function AllTerms({ status, category, stale, owner, isPart }: BrowseProps & { isPart?: boolean }) {
  return (
    <a id="all-terms" href={tableUrl({ status, category, stale, owner })} hx-swap-oob={isPart ? 'true' : undefined}>
      All terms
    </a>
  )
}

/** Everything that depends on the filters, which htmx replaces. */
export function TermsByName({ isPart = false, ...props }: Props & { isPart?: boolean }) {
  const { terms, offset, initials, mayImport } = props
  const range = { total: terms.total, offset, pageSize }
  const isEmpty = terms.items.length === 0
  return (
    <>
      {isPart && <title>{formatTitle(browseTitle(props))}</title>}
      <PagePart id="terms" label="Terms" says={isPart && (isEmpty ? 'No terms found' : rangeOf(range))}>
        <Filters {...props} form="filters" />
        <div class="term-list">
          {initials.length > 0 && <LetterIndex {...props} />}
          {isEmpty ? <NoTerms {...props} /> : <TermsByLetter terms={terms.items} />}
          <Pager {...range} address={(offset) => listUrl(props, { offset })} />
        </div>
      </PagePart>
      {isPart && mayImport && <AllTerms {...props} isPart />}
    </>
  )
}

function NoTerms(props: BrowseProps) {
  if (props.offset > 0 && props.terms.total > 0) {
    return (
      <div class="no-terms">
        <PastEnd href={listUrl(props)} />
      </div>
    )
  }
  return (
    <div class="no-terms">
      <h2>
        No {describeFilters(props)}
        {props.stale ? ' is out of date' : ' yet'}
      </h2>
      <p>{hasFilter(props) ? <a href="/browse">Show all terms</a> : <a href="/terms/new">Add the first one</a>}</p>
    </div>
  )
}

const latinLetters = [...'abcdefghijklmnopqrstuvwxyz']

/** Links to the first term of each letter. Letters of other scripts appear only if a name starts with them. */
function LetterIndex({ initials, ...query }: ListQuery & { initials: readonly string[] }) {
  const available = new Set(initials.map(letterOf))
  const letters = new Set(['#', ...latinLetters.map(letterOf), ...available])
  return (
    <nav class="letters" aria-label="Letters" hx-boost="true" hx-swap="outerHTML show:window:top">
      <ol>
        {[...letters].map((letter) => (
          <li key={letter}>
            {available.has(letter) ? (
              <a id={`to-${letter}`} href={listUrl(query, { letter })}>
                {letter}
              </a>
            ) : (
              <span aria-hidden="true">{letter}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The filters of a list by name, and where it begins: at an offset, or at the first name with a letter. */
export const BrowseQuery = v.object({
  ...v.omit(ListQuery, ['q']).entries,
  offset: TermQuery.entries.offset,
  letter: v.optional(text(1)),
})
export type BrowseQuery = v.InferOutput<typeof BrowseQuery>

type BrowseProps = ListProps & {
  /** initials of the names that match the filters; empty for the meanings of one name */
  initials: readonly string[]
}

/** Reads a page of the list by name, which may begin at a letter. */
export async function readBrowse(
  ctx: Pick<Context, 'db' | 'settings'>,
  actor: Actor,
  { offset, letter, ...query }: BrowseQuery,
): Promise<BrowseProps> {
  const { category } = query
  const filter = query.owner === 'me' ? { ...query, owner: actor.id } : query
  // Everything that sorts before the letter A is at the beginning.
  const isLetter = letter !== undefined && letter.toLowerCase() >= 'a'
  const start = isLetter ? await offsetOfInitial(ctx, letter, filter) : offset
  const [terms, initials, categories, isFollowed] = await Promise.all([
    listTerms(ctx, filter, { limit: pageSize, offset: start }),
    filter.name === undefined ? listInitials(ctx, filter) : [],
    listCategories(ctx),
    category !== undefined && followsCategory(ctx, actor.id, category),
  ])
  const items = await addTranslations(ctx, languageFor(ctx, actor), terms.items)
  return { ...query, terms: { ...terms, items }, offset: start, initials, categories, isFollowed }
}
