import type { Person, TestService } from './test-service.ts'

/** The path of the list of wanted names. */
export const path = '/api/v1/wanted'

/** A person looks up names, which are stored. */
export async function lookUp({ request, ctx }: TestService, as: Person, ...names: string[]) {
  for (const name of names) {
    await request('GET', `/api/v1/lookup?${new URLSearchParams({ q: name })}`, { as })
  }
  await ctx.lookups.store()
}

/** A wanted name. */
export type Listed = { id: string; name: string; people: number; lookups: number; surfaces: string[] }

/** The list of wanted names, as a person gets it. */
export const wanted = async ({ request }: TestService, as: Person) =>
  (await request('GET', path, { as })).body as Listed[]

/** The names that a person gets. */
export const namesOf = async (service: TestService, as: Person) => (await wanted(service, as)).map(({ name }) => name)

/** Adds people. */
export const people = (service: TestService, count: number) =>
  Promise.all(Array.from({ length: count }, () => service.person()))

/** Three people look up names. */
export async function lookedUp(service: TestService, ...names: string[]) {
  for (const as of await people(service, 3)) await lookUp(service, as, ...names)
}

/** A person asks to be told when a name has been added. */
export const notify = ({ request }: TestService, as: Person, name: string, method = 'POST') =>
  request(method, `${path}/${encodeURIComponent(name)}/notify`, { as })

/**
 * Three people look a name up in vain, and go on to a term.
 *
 * @returns what shows the name to those who may not see it, and who the people were to anybody
 */
export async function learnSecret(service: TestService, next: string) {
  const seekers = await people(service, 3)
  for (const as of seekers) await lookUp(service, as, 'secret project', next)
  return {
    name: /secret.{0,3}project/i,
    seekers: new RegExp(seekers.flatMap(({ id, email }) => [id, email]).join('|')),
  }
}
