import { cookie } from './credentials.ts'
import type { Answer, Person, TestService } from './test-service.ts'

/** Sends a form as a browser without scripts does; gives what it is answered, without following it. */
export function sendForm(
  { request }: Pick<TestService, 'request'>,
  as: Person,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return request('POST', path, {
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      ...cookie(as),
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  })
}
