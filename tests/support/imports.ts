import type { Answer, Person, TestService } from './test-service.ts'

/** Sends a file to the import. @param options query parameters and the media type */
export function importFile(
  { request }: Pick<TestService, 'request'>,
  as: Person,
  body: string | Uint8Array,
  { type = 'text/csv', ...query }: Record<string, string> = {},
): Promise<Answer> {
  const search = new URLSearchParams(query)
  return request('POST', `/api/v1/import?${search}`, { as, body, headers: { 'content-type': type } })
}

/** Lines as the text of a file. */
export const lines = (...rows: string[]) => `${rows.join('\n')}\n`
