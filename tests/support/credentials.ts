import type { Person, TestService } from './test-service.ts'

export const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })

/** Returns the headers that the browser of a logged-in user sends. */
export const cookie = ({ session }: Person) => ({ cookie: `user_id=${session}` })

/** Creates an API token through the API. */
export async function apiToken(
  { request }: Pick<TestService, 'request'>,
  as: Person,
  scopes: readonly string[] = ['read'],
): Promise<{ id: string; token: string }> {
  const body = { name: 'a token', scopes }
  const created = await request('POST', '/api/v1/tokens', { as, body })
  if (created.status !== 201) throw new Error(`the token was not created: ${created.status}`)
  return created.body
}

export const wiki = 'https://wiki.example.com'

/** Creates an embed key through the API. */
export async function embedKey(
  { request }: Pick<TestService, 'request'>,
  as: Person,
  origins: readonly string[] = [wiki],
): Promise<{ id: string; key: string }> {
  const body = { name: 'wiki', origins }
  const created = await request('POST', '/api/v1/admin/embed-keys', { as, body })
  if (created.status !== 201) throw new Error(`the embed key was not created: ${created.status}`)
  return created.body
}
