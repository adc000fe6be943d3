import type { ReadTable } from '../../../lib/import/read-file.ts'
import { importFields } from '../../../lib/schemas/import.ts'
import type { SentImport } from './read-sent.ts'
import { fieldLabels } from './rows-view.tsx'

type Props = { table: ReadTable; sent: SentImport }

/** The field of each column with some of its texts, to be changed. */
export function ColumnChoices({ table, sent }: Props) {
  const { headers, samples, columns } = table
  return (
    <div class="import-grid">
      <input type="hidden" name="chosen" value={JSON.stringify(sent.options.columns ?? {})} />
      {headers.map((header, index) =>
        header === '' || headers.indexOf(header) !== index ? null : (
          <ColumnChoice
            key={header}
            index={index}
            header={header}
            field={columns.used[header] ?? ''}
            texts={samples[index] ?? []}
          />
        ),
      )}
    </div>
  )
}

type ColumnChoiceProps = { index: number; header: string; field: string; texts: readonly string[] }

function ColumnChoice({ index, header, field, texts }: ColumnChoiceProps) {
  const [id, hintId] = [`column-${index}`, `column-${index}-texts`]
  return (
    <div class="field">
      <label for={id}>{header}</label>
      <input type="hidden" name={`was:${header}`} value={field} />
      <select id={id} name={`column:${header}`} aria-describedby={hintId}>
        <option value="">Ignore</option>
        {importFields.map((each) => (
          <option key={each} value={each} selected={field === each}>
            {fieldLabels[each]}
          </option>
        ))}
      </select>
      <p class="hint" id={hintId}>
        {texts.length > 0 ? texts.join(' · ') : 'No texts'}
      </p>
    </div>
  )
}

/** What the content of the file decided, each with a button for the opposite, and the columns that nobody reads. */
export function Guesses({ table, sent }: Props) {
  const { ignored } = table.columns
  return (
    <>
      {sent.options.reversed?.map((key) => (
        <input key={key} type="hidden" name="reversed" value={key} />
      ))}
      {table.columns.guesses.map(({ key, text, instead }) => (
        <p key={key}>
          {text}{' '}
          {instead && (
            <button type="submit" class="button plain" name="reversed" value={key}>
              {instead}
            </button>
          )}
        </p>
      ))}
      {ignored.length > 0 && (
        <p>
          Left out: {ignored.length === 1 ? 'the column' : 'the columns'} {ignored.join(', ')}.
        </p>
      )}
    </>
  )
}
