import { pages } from '../../handlers/pages/routes.ts'
import { routes as programs } from '../../handlers/routes.ts'
import type { Endpoint } from '../../lib/http/endpoint.ts'

/** The whole surface of the service. */
export const routes: readonly Endpoint[] = [...programs, ...pages]
