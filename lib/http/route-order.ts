import type { Contract, Method } from './endpoint.ts'

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Sorts endpoints by their paths, so that none shadows another one: what is fixed comes before what a parameter
 * matches, and before the rest of a path.
 */
export const inRouteOrder = <Each extends { contract: Pick<Contract, 'method' | 'path'> }>(
  endpoints: readonly Each[],
) =>
  endpoints
    .map((endpoint) => ({ endpoint, key: toKey(endpoint.contract) }))
    .sort(byKey)
    .map(({ endpoint }) => endpoint)

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)

/** A key that sorts parameters behind all letters. */
const toKey = ({ method, path }: Pick<Contract, 'method' | 'path'>) =>
  `${path.replace(/:\w+\+|\*/g, '\x7f').replaceAll(':', '~')} ${methods.indexOf(method)}`

/** How the path of an endpoint or of a request begins, before any parameter: its first segment; three in the API. */
export const beginningOf = (path: string): string => /^(?:\/api\/v1)?\/[^/]*/.exec(path)?.[0] ?? ''
