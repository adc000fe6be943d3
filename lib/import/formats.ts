import { type FileFormat, fileFormats } from '../schemas/import.ts'
import type { Format } from './format.ts'
import { csv } from './formats/csv.ts'
import { json } from './formats/json.ts'
import { markdown } from './formats/markdown.ts'
import { tsv } from './formats/tsv.ts'
import { xlsx } from './formats/xlsx.ts'
import { yaml } from './formats/yaml.ts'

/** The formats in which terms can be imported (contract, section 15). */
export const formats: Record<FileFormat, Format> = { csv, tsv, markdown, xlsx, json, yaml }

const all = fileFormats.map((name) => ({ name, ...formats[name] }))

/** The media types of all formats. */
export const fileTypes: readonly string[] = all.flatMap(({ types }) => types)

/** How the names of files of all formats end, without the dot. */
export const fileEndings: readonly string[] = all.flatMap(({ endings }) => endings)

/** All formats, as a part of a sentence: "CSV, a workbook or YAML". */
export const describeFormats = (): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(all.map(({ label }) => label))

/** The format of a media type; CSV if it is that of none. */
export const formatOfType = (type: string): FileFormat => all.find(({ types }) => types.includes(type))?.name ?? 'csv'

/** The format of a file, by the ending of its name; CSV if the ending says nothing. */
export function formatOf(fileName: string): FileFormat {
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? ''
  return all.find(({ endings }) => endings.includes(ending))?.name ?? 'csv'
}
