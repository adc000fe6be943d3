import { type App, createApp } from '../lib/http/app.ts'
import { errorPage } from '../lib/web/error-page.tsx'
import { routes } from './routes.ts'

/** Creates the whole service: all endpoints, and the page that shows errors to people. */
export const createGlossary = (services: Parameters<typeof createApp>[2]): App => createApp(routes, errorPage, services)
