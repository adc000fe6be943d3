import { type FormatName, formatNames, formats } from '../../../lib/export/formats.ts'
import { type Languages, languageName } from '../../../lib/languages.ts'
import { stateWords } from '../../../lib/schemas/states.ts'
import { type Status, statuses } from '../../../lib/schemas/term.ts'
import { type Ignored, IgnoredFilter } from '../../../lib/web/lenient-query.tsx'
import { Sample } from '../../../lib/web/parts/copying.tsx'
import { Submit } from '../../../lib/web/parts/form.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { HeadedPart } from '../../../lib/web/parts/part.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { PhrasesForm } from './phrases-form.tsx'

const choices: readonly (Status | 'all')[] = [...[...statuses].reverse(), 'all']

const nameOf = (status: Status | 'all') => (status === 'all' ? 'All' : stateWords[status].name)

type Chosen = { status: Status | 'all'; category: string | undefined }

type ExportProps = Chosen & {
  categories: readonly string[]
  /** how many terms each choice has */
  counts: Record<Status | 'all', number>
  /** the URL of the glossary, as others reach it */
  origin: string
  /** those of the glossary, its own first */
  languages: Languages
  ignored: Ignored | undefined
}

/** Offers the terms with a status in every format. Suggestions without a definition are never exported. */
export function ExportPage({ status, category, categories, counts, origin, languages, ignored }: ExportProps) {
  const offered = choices.filter((choice) => choice !== 'suggested' || counts.suggested > 0)
  return (
    <>
      <PageHead title="Export" lead="Take the terms with you, as a file or for another tool." help="export.md" />
      {ignored && <IgnoredFilter {...ignored} />}
      <HeadedPart heading="Which terms">
        <nav class="tabs" aria-label="Status">
          {offered.map((choice) => (
            <a
              key={choice}
              href={buildUrl('/export', { status: choice, category })}
              aria-current={choice === status ? 'true' : undefined}
            >
              {nameOf(choice)} <span class="count">{formatNumber(counts[choice])}</span>
            </a>
          ))}
        </nav>
        {categories.length > 0 && <CategoryForm {...{ status, category, categories }} />}
      </HeadedPart>
      <section class="part">
        <h2>Formats</h2>
        <ul class="records">
          {formatNames.map((format) =>
            format === 'pairs' ? null : <FormatRecord key={format} {...{ format, status, category }} />,
          )}
          {languages.slice(1).map((to) => (
            <PairsRecord key={to} {...{ from: languages[0], to, status, category }} />
          ))}
        </ul>
      </section>
      <HeadedPart heading="Keep a repository up to date">
        <p>
          Create a feed under <a href="/tokens">My tokens</a> and keep the beginning of its URL as a secret of the
          repository, <code>GLOSSARY_FEED</code>: <code>{origin}/feeds/glo_…</code>
        </p>
        <p>One line of its CI then gets the file, which changes only when a term does:</p>
        <Sample id="ci" label="the line for CI">
          {`curl -sfS "$GLOSSARY_FEED${buildUrl('/context', { status: ofFeed(status), category })}" -o CONTEXT.md`}
        </Sample>
      </HeadedPart>
      <section class="part">
        <h2>Keep a tool up to date</h2>
        <p>
          A script gets the same documents from the <a href="/docs">API</a> with a token. For a tool that can only open
          a URL, create a feed under <a href="/tokens">My tokens</a>.
        </p>
      </section>
    </>
  )
}

/** A feed never has suggested terms. */
const ofFeed = (status: Status | 'all') => (status === 'suggested' ? 'all' : status)

function CategoryForm({ status, category, categories }: Chosen & Pick<ExportProps, 'categories'>) {
  const isChosen = (each: string) => each.toLowerCase() === category?.toLowerCase()
  const options = category && !categories.some(isChosen) ? [category, ...categories] : categories
  return (
    <form class="filter" action="/export">
      <input type="hidden" name="status" value={status} />
      <div class="field">
        <label for="category">Category</label>
        <select id="category" name="category">
          <option value="">All</option>
          {options.map((each) => (
            <option key={each} selected={isChosen(each)}>
              {each}
            </option>
          ))}
        </select>
      </div>
      <Submit plain>Choose</Submit>
    </form>
  )
}

/** Pairs of names, of the glossary's own language and another one. */
function PairsRecord({ from = '', to, status, category }: Chosen & { from: string | undefined; to: string }) {
  const { label, purpose } = formats.pairs
  const which = `${languageName(from)} and ${languageName(to)}`
  return (
    <li class="record">
      <div>
        <h3>
          {label}: {which}
        </h3>
        <p>{purpose}</p>
      </div>
      <a class="button plain" download href={buildUrl('/api/v1/export', { status, category, format: 'pairs', to })}>
        Download
        <span class="visually-hidden">
          {' '}
          {label}: {which}
        </span>
      </a>
    </li>
  )
}

function FormatRecord({ format, status, category }: Chosen & { format: FormatName }) {
  const { label, purpose } = formats[format]
  const limit = format === 'markdown' ? 5000 : undefined
  const bom = format === 'csv' ? 'true' : undefined
  return (
    <li class="record">
      <div>
        <h3>{label}</h3>
        <p>
          {purpose}
          {limit && ` At most ${formatNumber(limit)} terms.`}
        </p>
        {format === 'phrases' && <PhrasesForm {...{ status, category }} />}
      </div>
      <a class="button plain" download href={buildUrl('/api/v1/export', { status, category, format, limit, bom })}>
        Download<span class="visually-hidden"> {label}</span>
      </a>
    </li>
  )
}
