import type { Settings } from '../settings.ts'
import { type Html, html } from './html.ts'

export const htmlType = 'text/html; charset=utf-8'

/** The policy of our own pages: everything from ourselves, nothing inline. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}

/** A whole page around its content. */
export function layout(
  settings: Pick<Settings, 'devMode'>,
  { title, content }: { title: string; content: Html },
): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Glossary</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/page.css">
</head>
<body>
${settings.devMode && devBanner}
${content}
</body>
</html>
`
  return page.text
}

const devBanner = html`<p class="banner" role="note"><strong>Development mode.</strong> Anyone who reaches this server can log in as anybody.</p>`
