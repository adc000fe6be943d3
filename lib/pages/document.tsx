import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type AssetName, assetUrl } from '../http/assets.ts'

export const htmlType = 'text/html; charset=utf-8'

/** The policy of our own pages: everything from ourselves, nothing inline. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}

type DocumentProps = {
  title: string
  styles: readonly AssetName[]
  /** run once the document is there */
  scripts?: readonly AssetName[]
  /** put into the head as they are */
  meta?: ComponentChildren
  children: ComponentChildren
}

/** Browsers show the beginning of a title, so the name of the page comes first. */
export const formatTitle = (title: string) => `${title} – Glossary`

/** An HTML document with its title, styles and scripts. */
export function Document({ title, styles, scripts = [], meta, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{formatTitle(title)}</title>
        {meta}
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

/** The text of a document. */
export const renderDocument = (document: VNode) => `<!doctype html>\n${renderToString(document)}\n`

/** The text of a part of a page, for htmx to put in its place. */
export const renderPart = (part: VNode) => renderToString(part)
