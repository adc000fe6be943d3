import { describeTotals } from '../../../lib/import/in-words.ts'
import type { Undoing } from '../../../lib/import/undo.ts'
import type { ImportRecord } from '../../../lib/schemas/import.ts'
import type { Reader } from '../../../lib/web/page.tsx'
import { Announcement } from '../../../lib/web/parts/announcement.tsx'
import { Confirmation } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { type Listing, Records, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'

/** The ID of the form that undoes an import. */
export const undoFormId = (id: string): string => `undo-${id}`

export type ImportsProps = {
  imports: Listing<ImportRecord>
  reader: Reader
}

/** The list of imports, which htmx replaces: by itself, or out of band, together with the preview. */
export function Imports({
  imports,
  reader,
  isPart = false,
  isOutOfBand = false,
}: ImportsProps & { isPart?: boolean; isOutOfBand?: boolean }) {
  return (
    <>
      <div
        id="imports"
        hx-swap-oob={isOutOfBand && 'true'}
        hx-target="#imports"
        hx-swap="outerHTML show:window:top"
      >
        <Records
          {...imports}
          address={(offset) => buildUrl('/import', { offset: offset || undefined })}
          empty={<p>Nobody has imported anything yet.</p>}
        >
          {(each) => <ImportItem key={each.id} reader={reader} {...each} />}
        </Records>
      </div>
      {isPart && <Announcement text={rangeOf(imports)} />}
    </>
  )
}

function ImportItem({ reader, ...item }: ImportRecord & Pick<ImportsProps, 'reader'>) {
  const { id, actor, file_name, format, totals, created_at, undone_at } = item
  const mayUndo = reader.role === 'admin' || reader.id === actor?.id
  return (
    <li class="record" id={id}>
      <div>
        <h3>{file_name ?? `Pasted or sent as ${format.toUpperCase()}`}</h3>
        <p>{describeTotals(totals) || 'Nothing'}</p>
        <p class="facts">
          <span>
            {actor?.display_name ?? 'Command line'}, <RelativeTime at={created_at} />
          </span>
          {undone_at && (
            <span>
              Undone <RelativeTime at={undone_at} />
            </span>
          )}
        </p>
      </div>
      {mayUndo && !undone_at && (
        <Confirmation
          label="Undo"
          about={file_name ?? 'this import'}
          action={`/import/${id}/undo`}
          formId={undoFormId(id)}
          verb="Undo import"
        >
          <p>
            Terms that it added are deleted; terms that it changed get their earlier text back.
            Terms that someone has touched since stay as they are, and so do new ones that someone
            follows.
          </p>
        </Confirmation>
      )}
    </li>
  )
}

/** What came of undoing an import. */
export function UndonePage({ deleted, reverted, kept, keptTotal }: Undoing) {
  return (
    <section class="message">
      <h1>Import undone</h1>
      <p>
        {counted(deleted, 'term')} removed.
        {reverted > 0 && ` ${counted(reverted, 'term')} restored to the earlier text.`}
        {keptTotal > 0 && ` ${counted(keptTotal, 'term')} ${keptTotal === 1 ? 'stays' : 'stay'}:`}
      </p>
      {kept.length > 0 && (
        <ul>
          {kept.slice(0, 100).map(({ term_id, name, reason }) => (
            <li key={term_id}>
              <a href={`/terms/${term_id}`}>{name}</a>: {reason}
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href="/import">Back to the imports</a>
      </p>
    </section>
  )
}
