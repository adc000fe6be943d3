import type { VNode } from 'preact'
import { maxCategoryLength } from '../../../lib/schemas/content.ts'
import type { ImportRecord } from '../../../lib/schemas/import.ts'
import { Field } from '../../../lib/web/parts/form.tsx'
import { HelpLink } from '../../../lib/web/parts/help-link.tsx'
import type { Listing } from '../../../lib/web/parts/pager.tsx'
import { Imports, type ImportsProps } from './imports-view.tsx'
import { ImportProblem } from './preview-view.tsx'
import { pastedText, textOf } from './read-sent.ts'

type ImportPageProps = {
  /** the form as it was sent */
  form?: URLSearchParams
  /** what came of the form */
  children?: VNode | null
  imports: Listing<ImportRecord>
  reader: ImportsProps['reader']
}

/** The page that imports a file or pasted cells: the form, its preview or result, and earlier imports. */
export function ImportPage({
  form = new URLSearchParams(),
  children,
  imports,
  reader,
}: ImportPageProps) {
  return (
    <>
      <div class="page-head">
        <h1>Import terms</h1>
        <p class="lead">
          From a spreadsheet, another glossary or a Contextive file. You see what would change
          before anything is stored, and you can undo an import.
        </p>
        <HelpLink file="import.md" />
      </div>
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
              hint="An Excel workbook, CSV or tab-separated text, a Markdown table, JSON or YAML, up to 20 MiB and 50,000 rows."
            >
              {(props) => (
                <input
                  {...props}
                  type="file"
                  accept=".xlsx,.csv,.tsv,.tab,.txt,.md,.json,.yml,.yaml"
                />
              )}
            </Field>
            <Field
              name="text"
              label="Or cells from a spreadsheet"
              hint="Copy the cells with their header row, such as acronym, expansion, description."
            >
              {(props) => (
                <textarea {...props} rows={4} spellcheck={false} value={pastedText(form)} />
              )}
            </Field>
            <Field name="category" label="Category" hint="For rows that have none.">
              {(props) => (
                <input
                  {...props}
                  maxlength={maxCategoryLength}
                  autocomplete="off"
                  value={textOf(form, 'category')}
                />
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

function Check({
  name,
  form,
  children,
}: {
  name: string
  form: URLSearchParams
  children: string
}) {
  return (
    <label class="check">
      <input type="checkbox" name={name} checked={form.has(name)} /> {children}
    </label>
  )
}
