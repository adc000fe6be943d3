import type { ComponentChildren } from 'preact'
import { isEditor } from '../identity/actor.ts'
import type { User } from '../schemas/user.ts'
import { Document } from './document.tsx'

/** The user a page is shown to. */
export type Viewer = Pick<User, 'id' | 'email' | 'display_name' | 'role'> & {
  /** the number of unread inbox entries; 100 means 100 or more */
  unread: number
}

type LayoutProps = {
  title: string
  devMode: boolean
  /** null without a login */
  viewer: Viewer | null
  /** the path of the page, marked as current in the navigation */
  path: string
  /** how many items of the review queue people wait for */
  waiting?: number
  /** message about the action that led to this page */
  notice?: string
  /** the path of the page that this one is a copy of */
  canonical?: string
  children: ComponentChildren
}

/**
 * Settings of htmx. The Content-Security-Policy forbids eval and inline styles, and pages are not copied to
 * the browser's storage. Responses that show a form again (409, 422) are inserted like others. Without a
 * settle delay the focus is restored immediately, so that no key press is lost.
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

/** A page with header, navigation, footer and live regions around its content. */
export function Layout({ title, devMode, viewer, path, ...rest }: LayoutProps) {
  const { waiting = 0, notice, canonical, children } = rest
  return (
    <Document
      title={title}
      styles={['app.css']}
      scripts={['htmx.js', 'app.js']}
      meta={
        <>
          <meta name="htmx-config" content={htmxConfig} />
          <link
            rel="search"
            type="application/opensearchdescription+xml"
            title="Glossary"
            href="/opensearch.xml"
          />
          {canonical && <link rel="canonical" href={canonical} />}
        </>
      }
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
          {viewer && <Navigation viewer={viewer} path={path} waiting={waiting} />}
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
      <footer class="site-footer">
        {viewer && isEditor(viewer) && <a href="/import">Import</a>}
        {viewer && <a href="/export">Export</a>}
        <a href="/docs">API</a>
      </footer>
      <p id="announcement" class="visually-hidden" role="status" />
      <p id="request-error" class="error-bar" role="alert" hidden />
      <p id="session-ended" class="error-bar" role="alert" hidden>
        Your session has ended.{' '}
        <a href="/login" target="_blank" rel="noopener">
          Log in again in another tab
        </a>
        , then try again here. What you typed is still here.
      </p>
    </Document>
  )
}

/** Says that development mode lets anyone on this machine log in. */
export function DevModeBanner() {
  return (
    <p class="banner" role="note">
      <strong>Development mode.</strong> Anyone on this machine can log in as any user.
    </p>
  )
}

const links: { path: string; label: string; role?: Viewer['role'] }[] = [
  { path: '/', label: 'Home' },
  { path: '/explain', label: 'Explain' },
  { path: '/terms/new', label: 'Add a term' },
  { path: '/review', label: 'Review' },
  { path: '/tokens', label: 'My tokens' },
  { path: '/admin', label: 'Admin', role: 'admin' },
]

/** The `aria-current` of a link: "page" for the current page, "true" for a page above it. */
export function ariaCurrent(linkPath: string, path: string): 'page' | 'true' | undefined {
  if (linkPath === path) return 'page'
  return path.startsWith(`${linkPath}/`) ? 'true' : undefined
}

function Navigation({ viewer, path, waiting }: { viewer: Viewer; path: string; waiting: number }) {
  const hasReview = isEditor(viewer) || waiting > 0
  return (
    <>
      <nav class="main-nav" aria-label="Main">
        {links
          .filter(({ role }) => role === undefined || role === viewer.role)
          .filter((link) => link.path !== '/review' || hasReview)
          .map((link) => (
            <a key={link.path} href={link.path} aria-current={ariaCurrent(link.path, path)}>
              {link.label}
              {link.path === '/review' && waiting > 0 && <span class="count">{waiting}</span>}
            </a>
          ))}
      </nav>
      <form class="account" method="post" action="/auth/logout">
        <a href="/mine" aria-current={ariaCurrent('/mine', path)}>
          Mine
        </a>
        <InboxLink unread={viewer.unread} path={path} />
        <span title={viewer.email}>{viewer.display_name ?? viewer.email}</span>
        <button type="submit" class="quiet">
          Log out
        </button>
      </form>
    </>
  )
}

/** The number is cut off, because more are not counted. */
const maxShown = 99

function InboxLink({ unread, path }: { unread: number; path: string }) {
  return (
    <a href="/inbox" aria-current={ariaCurrent('/inbox', path)}>
      Inbox
      {unread > 0 && (
        <>
          {' '}
          <b class="unread-count">{unread > maxShown ? `${maxShown}+` : unread}</b>{' '}
          <span class="visually-hidden">unread</span>
        </>
      )}
    </a>
  )
}
