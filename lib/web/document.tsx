import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type AssetName, assetUrl } from '../http/assets.ts'

export const htmlType = 'text/html; charset=utf-8'

/** The Content-Security-Policy of pages: everything comes from this service, and nothing is inline. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}

type DocumentProps = {
  title: string
  styles: readonly AssetName[]
  /** run after the document has been parsed */
  scripts?: readonly AssetName[]
  /** further elements of the head */
  meta?: ComponentChildren
  children: ComponentChildren
}

/** Browsers show the beginning of a title, so the name of the page comes first. */
export const formatTitle = (title: string) => `${title} – Glossary`

export function Document({ title, styles, scripts = [], meta, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{formatTitle(title)}</title>
        {meta}
        <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#18171b" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" type="image/svg+xml" href={assetUrl('icon.svg')} />
        {styles.map((name) => (
          <link key={name} rel="stylesheet" href={assetUrl(name)} />
        ))}
        {scripts.map((name) => (
          <script key={name} src={assetUrl(name)} defer />
        ))}
      </head>
      <body>{children}</body>
    </html>
  )
}

/** Renders a whole document, with its doctype. */
export const renderDocument = (document: VNode) => `<!doctype html>\n${renderToString(document)}\n`

/** Renders part of a page, for htmx to insert. */
export const renderPart = (part: VNode) => renderToString(part)
