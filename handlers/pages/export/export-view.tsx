import { type FormatName, formatNames, formats } from '../../../lib/export/formats.ts'
import { type Status, statuses } from '../../../lib/schemas/term.ts'
import { HelpLink } from '../../../lib/web/parts/help-link.tsx'
import { statusNames } from '../../../lib/web/parts/marks.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import { buildUrl } from '../../../lib/web/parts/url.ts'

const choices: readonly (Status | 'all')[] = [...[...statuses].reverse(), 'all']

const nameOf = (status: Status | 'all') => (status === 'all' ? 'All' : statusNames[status])

type ExportProps = {
  status: Status | 'all'
  /** how many terms each choice has */
  counts: Record<Status | 'all', number>
}

/** Offers the terms with a status in every format. Suggestions without a definition are never exported. */
export function ExportPage({ status, counts }: ExportProps) {
  const offered = choices.filter((choice) => choice !== 'suggested' || counts.suggested > 0)
  return (
    <>
      <div class="page-head">
        <h1>Export</h1>
        <p class="lead">Take the terms with you, as a file or for another tool.</p>
        <HelpLink file="export.md" />
      </div>
      <section class="part">
        <h2>Which terms</h2>
        <nav class="tabs" aria-label="Status">
          {offered.map((choice) => (
            <a
              key={choice}
              href={buildUrl('/export', { status: choice })}
              aria-current={choice === status ? 'true' : undefined}
            >
              {nameOf(choice)} <span class="count">{formatNumber(counts[choice])}</span>
            </a>
          ))}
        </nav>
      </section>
      <section class="part">
        <h2>Formats</h2>
        <ul class="records">
          {formatNames.map((format) => (
            <FormatRecord key={format} format={format} status={status} />
          ))}
        </ul>
      </section>
      <section class="part">
        <h2>Keep a tool up to date</h2>
        <p>
          A script gets the same documents from the <a href="/docs">API</a> with a token. For a tool
          that can only open a URL, create a feed under <a href="/tokens">My tokens</a>.
        </p>
      </section>
    </>
  )
}

function FormatRecord({ format, status }: { format: FormatName; status: Status | 'all' }) {
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
      </div>
      <a
        class="button plain"
        download
        href={buildUrl('/api/v1/export', { status, format, limit, bom })}
      >
        Download<span class="visually-hidden"> {label}</span>
      </a>
    </li>
  )
}
