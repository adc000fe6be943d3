import type { ComponentChildren } from 'preact'
import { type AssetName, assetUrl } from '../http/assets.ts'
import { nativeName } from '../languages.ts'
import { Document } from './document.tsx'
import { type HeaderReader, Navigation } from './navigation.tsx'
import { SearchDialog } from './search-box.tsx'

type LayoutProps = {
  title: string
  devMode: boolean
  /** null without a login */
  reader: HeaderReader | null
  /** the path of the page, marked as current in the navigation */
  path: string
  /** how many items of the review queue people wait for */
  waiting?: number
  /** message about the action that led to this page */
  notice?: string
  /** the path of the page that this one is a copy of */
  canonical?: string
  /** absent in a glossary in one language */
  languages?: Languages | undefined
  /** styles of this page alone */
  styles?: readonly AssetName[]
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
export function Layout({ title, devMode, reader, path, ...rest }: LayoutProps) {
  const { waiting = 0, notice, canonical, languages, styles = [], children } = rest
  return (
    <Document
      title={title}
      styles={['app.css', ...styles]}
      scripts={['htmx.js', 'app.js']}
      meta={
        <>
          <link rel="preload" href={assetUrl('serif.woff2')} as="font" type="font/woff2" crossorigin="anonymous" />
          <meta name="htmx-config" content={htmxConfig} />
          {reader && <meta name="reader" content={reader.id} />}
          <link rel="search" type="application/opensearchdescription+xml" title="Glossary" href="/opensearch.xml" />
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
          {reader && <Navigation reader={reader} path={path} waiting={waiting} />}
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
      {reader && path !== '/' && <SearchDialog />}
      <footer class="site-footer">
        {reader && <a href="/help">Help</a>}
        <a href="/docs">API</a>
        {languages && <LanguageForm {...languages} />}
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

/** The languages of the glossary, and which one the reader sees. */
export type Languages = {
  all: readonly string[]
  /** the language of the page */
  shown: string
  /** whether the reader has chosen one */
  isChosen: boolean
}

/** Chooses the language in which the reader sees what terms mean. */
function LanguageForm({ all, shown, isChosen }: Languages) {
  return (
    <form class="languages" method="post" action="/language" aria-label="Language">
      {all.map((tag) => (
        <button
          key={tag}
          type="submit"
          class="quiet"
          name="language"
          value={tag}
          lang={tag}
          aria-pressed={tag === shown ? 'true' : 'false'}
        >
          {nativeName(tag)}
        </button>
      ))}
      {isChosen && (
        <button type="submit" class="quiet" name="language" value="">
          As my browser
        </button>
      )}
    </form>
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
