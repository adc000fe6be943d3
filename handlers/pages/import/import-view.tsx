import type { VNode } from 'preact'
import { describeFormats, fileEndings } from '../../../lib/import/formats.ts'
import { describeTotals } from '../../../lib/import/in-words.ts'
import { pastedText, textOf } from '../../../lib/import/sent-form.ts'
import type { Undoing } from '../../../lib/import/undo.ts'
import { maxCategoryLength } from '../../../lib/schemas/content.ts'
import type { ImportRecord } from '../../../lib/schemas/import.ts'
import type { Reader } from '../../../lib/web/page.tsx'
import { Confirmation, Field } from '../../../lib/web/parts/form.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { type Listing, Records, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { PagePart } from '../../../lib/web/parts/part.tsx'
import { Dated } from '../../../lib/web/parts/relative-time.tsx'
import { ImportProblem, undoFormId } from './preview-view.tsx'

type ImportPageProps = {
  /** the form as it was sent */
  form?: URLSearchParams
  /** what came of the form */
  children?: VNode | null
  imports: Listing<ImportRecord>
  reader: Reader
}

/** The page that imports a file or pasted cells: the form, its preview or result, and earlier imports. */
export function ImportPage({ form = new URLSearchParams(), children, imports, reader }: ImportPageProps) {
  return (
    <>
      <PageHead
        title="Import terms"
        lead="From a spreadsheet, another glossary or a Contextive file. You see what would change before anything is stored, and you can undo an import."
        help="import.md"
      />
      <section class="part">
        <h2>A file, or cells</h2>
        <form
          id="import"
          class="stack"
          method="post"
          action="/import"
          enctype="multipart/form-data"
          hx-post="/import"
          hx-encoding="multipart/form-data"
          hx-target="#preview"
          hx-swap="outerHTML"
          hx-sync="this:replace"
        >
          <div class="stack import-source">
            <Field
              name="file"
              label="File"
              hint={`${describeFormats()}, up to 20 MiB and 50,000 rows. Also a page of a wiki, a list of names and texts, LaTeX or a CONTEXT.md.`}
            >
              {(props) => <input {...props} type="file" accept={fileEndings.map((ending) => `.${ending}`).join()} />}
            </Field>
            <Field
              name="text"
              label="Or cells from a spreadsheet"
              hint="Copy the cells with their header row, such as acronym, expansion, description."
            >
              {(props) => <textarea {...props} rows={4} spellcheck={false} value={pastedText(form)} />}
            </Field>
            <Field name="category" label="Category" hint="For rows that have none.">
              {(props) => (
                <input {...props} maxlength={maxCategoryLength} autocomplete="off" value={textOf(form, 'category')} />
              )}
            </Field>
            {reader.role === 'admin' && (
              <Check name="trust_status" form={form}>
                Import the status of terms, too
              </Check>
            )}
            <button id="preview-import" type="submit" class="button" name="action" value="preview">
              Preview
            </button>
          </div>
          <progress id="import-progress" aria-label="Import" hidden />
          {children ?? <ImportProblem />}
        </form>
      </section>
      <section class="part">
        <h2>Earlier imports</h2>
        <Imports imports={imports} reader={reader} />
      </section>
    </>
  )
}

function Check({ name, form, children }: { name: string; form: URLSearchParams; children: string }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} checked={form.has(name)} /> {children}
    </label>
  )
}

/** The list of imports, which htmx replaces: by itself, or out of band, together with the preview. */
export function Imports({
  imports,
  reader,
  isPart = false,
  isOutOfBand = false,
}: {
  imports: Listing<ImportRecord>
  reader: Reader
  isPart?: boolean
  isOutOfBand?: boolean
}) {
  return (
    <PagePart id="imports" toTop hx-swap-oob={isOutOfBand && 'true'} says={isPart && rangeOf(imports)}>
      <Records {...imports} address="/import" empty={<p>Nobody has imported anything yet.</p>}>
        {(each) => <ImportItem key={each.id} reader={reader} {...each} />}
      </Records>
    </PagePart>
  )
}

function ImportItem({ reader, ...item }: ImportRecord & { reader: Reader }) {
  const { id, actor, file_name, format, totals, created_at, undone_at } = item
  const mayUndo = reader.role === 'admin' || reader.id === actor?.id
  return (
    <li class="record" id={id}>
      <div>
        <h3>{file_name ?? `Pasted or sent as ${format.toUpperCase()}`}</h3>
        <p>{describeTotals(totals) || 'Nothing'}</p>
        <p class="facts">
          <Dated what={`${actor?.display_name ?? 'Command line'},`} at={created_at} />
          {undone_at && <Dated what="Undone" at={undone_at} />}
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
            Terms that it added are deleted; terms that it changed get their earlier text back; changes that it proposed
            are withdrawn unless somebody has decided. Terms that someone has touched since stay as they are, and so do
            new ones that someone follows.
          </p>
        </Confirmation>
      )}
    </li>
  )
}

/** What came of undoing an import. */
export function UndonePage({ deleted, reverted, kept, keptTotal, withdrawn }: Undoing) {
  return (
    <section class="message">
      <h1>Import undone</h1>
      <p>
        {counted(deleted, 'term')} removed.
        {reverted > 0 && ` ${counted(reverted, 'term')} restored to the earlier text.`}
        {withdrawn > 0 && ` ${counted(withdrawn, 'proposal')} withdrawn.`}
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
