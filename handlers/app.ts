import { type App, createApp } from '../lib/http/app.ts'
import type { Endpoint } from '../lib/http/endpoint.ts'
import { errorPage } from '../lib/web/error-page.tsx'
import * as pages from './pages/routes.ts'
import * as api from './routes.ts'

/** All endpoints, in no order: the router decides which path comes first. */
export const routes: readonly Endpoint[] = [...Object.values(api), ...Object.values(pages)]

/** Creates the whole service: all endpoints, and the page that shows errors to people. */
export const createGlossary = (services: Parameters<typeof createApp>[2]): App => createApp(routes, errorPage, services)
