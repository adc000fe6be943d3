import type { ReadTable } from '../../../lib/import/read-file.ts'
import type { ImportState } from '../../../lib/import/sent-form.ts'
import { type delimiters, importFields } from '../../../lib/schemas/import.ts'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { fieldLabels } from './rows-view.tsx'

/** The encodings that people choose from, with what they are called. */
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western (Windows-1252)',
  'iso-8859-15': 'Western (ISO-8859-15)',
  macintosh: 'Western (old Mac)',
  'iso-8859-2': 'Central European (ISO-8859-2)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
  gb18030: 'Chinese (GB18030)',
  big5: 'Chinese (Big5)',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
}

const delimiterNames: Record<(typeof delimiters)[number], string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
}

/** How much of a line is shown. */
const maxShown = 80

/** What the form says of how a file was read. */
export const layoutOf = ({
  encoding,
  delimiter,
  sheets,
  sheet,
  header_row,
  ...table
}: ReadTable): ImportState['layout'] => ({
  encoding: sheets.length === 0 ? encoding : '',
  delimiter: delimiter ?? '',
  sheet: sheets.length > 1 ? (sheet ?? '') : '',
  header: table.first_lines.length > 0 ? String(header_row ?? false) : '',
})

/** How a file was read, to be changed: encoding, delimiter, sheet and header. */
export function Layout({ table }: { table: ReadTable }) {
  const { encoding, delimiter, sheets, sheet, header_row } = table
  const isText = sheets.length === 0
  const known = encodings[encoding] ? encodings : { ...encodings, [encoding]: encoding }
  return (
    <>
      <p>{describeTable(table)}</p>
      <div class="import-grid">
        {isText && <Choice name="encoding" label="Encoding" chosen={encoding} options={Object.entries(known)} />}
        {delimiter !== null && (
          <Choice name="delimiter" label="Separated by" chosen={delimiter} options={Object.entries(delimiterNames)} />
        )}
        {sheets.length > 1 && (
          <Choice
            name="sheet"
            label="Sheet"
            chosen={sheet ?? ''}
            options={[['', 'All with the same columns'], ...sheets.map((name) => [name, name] as const)]}
          />
        )}
        {table.first_lines.length > 0 && (
          <Choice name="header" label="Header" chosen={String(header_row ?? false)} options={headerOptions(table)} />
        )}
      </div>
    </>
  )
}

function headerOptions({ first_lines, header_row, headers }: ReadTable): [string, string][] {
  const lines = first_lines
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ row, cells }) => [String(row), showLine(row, cells)] as [string, string])
  const isShown = header_row === null || lines.some(([row]) => row === String(header_row))
  const chosen: [string, string][] = isShown ? [] : [[String(header_row), showLine(header_row, headers)]]
  return [...lines, ...chosen, ['false', 'No header']]
}

const showLine = (row: number, cells: readonly string[]) =>
  `Row ${row}: ${cells.filter((cell) => cell.trim() !== '').join(' · ')}`.slice(0, maxShown)

function describeTable({ encoding, delimiter, sheet, sheets, skipped_lines, header_row }: ReadTable) {
  const separator = delimiterNames[delimiter as keyof typeof delimiterNames]
  const lines = counted(skipped_lines, 'line')
  return [
    sheets.length === 0
      ? `Read as ${encodings[encoding] ?? encoding}`
      : `Read from ${sheet === null ? counted(sheets.length, 'sheet') : `the sheet ${sheet}`}`,
    separator && `separated by ${separator.toLowerCase()}s`,
    skipped_lines > 0 && header_row !== null && `${lines} above the header skipped`,
  ]
    .filter(Boolean)
    .join(', ')
}

type ChoiceProps = { name: string; label: string; chosen: string; options: (readonly [value: string, label: string])[] }

function Choice({ name, label, chosen, options }: ChoiceProps) {
  return (
    <div class="field">
      <label for={`import-${name}`}>{label}</label>
      <select id={`import-${name}`} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The field of each column with some of its texts, to be changed. */
export function ColumnChoices({ table }: { table: ReadTable }) {
  const { headers, samples, columns } = table
  return (
    <div class="import-grid">
      {headers.map((header, index) =>
        header === '' || headers.indexOf(header) !== index ? null : (
          <ColumnChoice
            key={header}
            index={index}
            header={header}
            field={columns.used[header] ?? ''}
            inLanguages={columns.inLanguages[header]}
            texts={samples[index] ?? []}
          />
        ),
      )}
    </div>
  )
}

type ColumnChoiceProps = {
  index: number
  header: string
  field: string
  /** what it is read as because of other languages */
  inLanguages: string | undefined
  texts: readonly string[]
}

function ColumnChoice({ index, header, field, inLanguages, texts }: ColumnChoiceProps) {
  const [id, hintId] = [`column-${index}`, `column-${index}-texts`]
  return (
    <div class="field">
      <label for={id}>{header}</label>
      <select id={id} name={`column:${header}`} aria-describedby={hintId}>
        <option value="">Ignore</option>
        {inLanguages && (
          <option value={inLanguages} selected>
            {inLanguages}
          </option>
        )}
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
export function Guesses({ table }: { table: ReadTable }) {
  const { ignored, inLanguages } = table.columns
  const others = Object.entries(inLanguages).map(([header, field]) => `${header} (${field})`)
  return (
    <>
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
      {others.length > 0 && <p>In other languages: {others.join(', ')}.</p>}
      {ignored.length > 0 && (
        <p>
          Left out: {ignored.length === 1 ? 'the column' : 'the columns'} {ignored.join(', ')}.
        </p>
      )}
    </>
  )
}
