import type { ComponentChildren } from 'preact'
import type { User } from '../schemas/user.ts'
import { Document } from './document.tsx'

/** Who looks at a page. */
export type Viewer = Pick<User, 'id' | 'email' | 'display_name' | 'role'>

type LayoutProps = {
  title: string
  devMode: boolean
  /** null where nobody is known to have logged in */
  viewer: Viewer | null
  /** the path of the page, to mark its place in the navigation */
  path: string
  /** what was just done */
  notice?: string
  children: ComponentChildren
}

/**
 * What htmx may do under our policy: no eval, no styles of its own, no copies of pages in the browser's
 * storage. Answers that a page form shows again (409, 422) are put in place like any other; focus and
 * attributes follow in the same step, so that no key press falls between.
 */
const htmxConfig = JSON.stringify({
  allowEval: false,
  defaultSettleDelay: 0,
  historyCacheSize: 0,
  includeIndicatorStyles: false,
  refreshOnHistoryMiss: true,
  responseHandling: [
    { code: '204', swap: false },
    { code: '[23]..|409|422', swap: true },
    { code: '[45]..', swap: false, error: true },
  ],
  selfRequestsOnly: true,
})

/** A whole page around its content: masthead, navigation, footer, and where news is told. */
export function Layout({ title, devMode, viewer, path, notice, children }: LayoutProps) {
  return (
    <Document
      title={title}
      styles={['app.css']}
      scripts={['htmx.js', 'app.js']}
      meta={<meta name="htmx-config" content={htmxConfig} />}
    >
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header>
        {devMode && <DevModeBanner />}
        <div class="masthead">
          <a class="brand" href="/">
            Glossary
          </a>
          {viewer && <Navigation viewer={viewer} path={path} />}
        </div>
      </header>
      <main id="main" tabindex={-1}>
        {notice && (
          <p class="notice" role="status">
            {notice}
          </p>
        )}
        {children}
      </main>
      <footer class="colophon">
        <a href="/docs">API</a>
      </footer>
      <p id="announcement" class="unseen" role="status" />
      <p id="trouble" class="trouble" role="alert" hidden />
      <p id="session-ended" class="trouble" role="alert" hidden>
        Your session has ended.{' '}
        <a href="/login" target="_blank" rel="noopener">
          Log in again in another tab
        </a>
        , then come back and repeat this: nothing that you typed is lost.
      </p>
    </Document>
  )
}

/** Says that this is no place for real data. */
export function DevModeBanner() {
  return (
    <p class="banner" role="note">
      <strong>Development mode.</strong> Anyone who reaches this server can log in as anybody.
    </p>
  )
}

const places: { path: string; label: string; role?: Viewer['role'] }[] = [
  { path: '/', label: 'Home' },
  { path: '/terms/new', label: 'Add a term' },
  { path: '/tokens', label: 'My tokens' },
  { path: '/admin', label: 'Admin', role: 'admin' },
]

/** How a link says that it leads to the page one sees, or to the one above it. */
export function ariaCurrent(place: string, path: string): 'page' | 'true' | undefined {
  if (place === path) return 'page'
  return path.startsWith(`${place}/`) ? 'true' : undefined
}

function Navigation({ viewer, path }: { viewer: Viewer; path: string }) {
  return (
    <>
      <nav class="places" aria-label="Main">
        {places
          .filter(({ role }) => role === undefined || role === viewer.role)
          .map((place) => (
            <a key={place.path} href={place.path} aria-current={ariaCurrent(place.path, path)}>
              {place.label}
            </a>
          ))}
      </nav>
      <form class="account" method="post" action="/auth/logout">
        <span title={viewer.email}>{viewer.display_name ?? viewer.email}</span>
        <button type="submit" class="quiet">
          Log out
        </button>
      </form>
    </>
  )
}
