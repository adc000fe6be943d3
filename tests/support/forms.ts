import { cookie } from './credentials.ts'
import type { Answer, Person, TestService } from './test-service.ts'

/** Submits a form as a browser without JavaScript does. Redirects are not followed. */
export function sendForm(
  { request }: Pick<TestService, 'request'>,
  as: Person,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return request('POST', path, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...cookie(as), ...headers },
    body: new URLSearchParams(fields).toString(),
  })
}
