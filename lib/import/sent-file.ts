import { Problem } from '../problem.ts'
import { type FileFormat, fileTypes, isEncoding } from '../schemas/import.ts'
import { formatOf, type ImportFile } from './read-file.ts'
import { readFormInThread } from './thread.ts'

/** What a request says about its file. */
type Described = ImportFile & { name?: string; encoding?: string }

/** The media types that tools give to files of any kind: then the ending of the name counts. */
const vague = ['text/plain', 'application/vnd.ms-excel', 'application/octet-stream', '']

/**
 * Reads the file in a request: the body, or the file in a form.
 *
 * @param sender who sent it
 * @param type its media type, one of `fileTypes` or `multipart/form-data`
 * @param contentType the whole header
 * @throws Problem `unsupported_type`, `malformed_request`, or `validation_failed` if a form has no file
 */
export async function readSentFile(
  sender: string,
  { type, bytes }: { type: string; bytes: Uint8Array },
  contentType: string,
): Promise<Described> {
  if (type !== 'multipart/form-data') return describeFile(type, contentType, bytes)
  const { file } = await readFormInThread(sender, { contentType, bytes })
  if (!file) {
    const errors = [{ path: 'file', message: 'is required' }]
    throw new Problem('validation_failed', { detail: 'The form has no file.', errors })
  }
  const partType = (file.type.split(';')[0] ?? '').trim().toLowerCase()
  const { format, ...described } = describeFile(partType, file.type, file.bytes)
  return {
    ...described,
    format: vague.includes(partType) ? formatOf(file.name) : format,
    ...(file.name && { name: file.name }),
  }
}

function describeFile(type: string, contentType: string, bytes: Uint8Array): Described {
  const format: FileFormat = fileTypes[type as keyof typeof fileTypes] ?? 'csv'
  const encoding = charsetOf(contentType)
  if (encoding === undefined) return { format, bytes }
  const isRefused = !isEncoding(encoding) || (format === 'json' && !/^utf-?8$/i.test(encoding))
  if (!isRefused) return { format, bytes, encoding }
  const detail = `A file of this kind cannot have the charset ${encoding.slice(0, 40)}.`
  throw new Problem('unsupported_type', { detail })
}

/** The charset of a media type; undefined if it has none. */
const charsetOf = (contentType: string) => /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1]
