import { readFileSync } from 'node:fs'

/**
 * The documents by whom they are for; every file in docs/ is in one of the groups, but for what only our developers
 * need.
 */
export const groups: readonly { title: string; files: readonly string[] }[] = [
  {
    title: 'For everyone',
    files: ['basics', 'explain', 'slack', 'mcp', 'export', 'transcripts', 'import', 'embed', 'extension', 'cli'].map(
      (name) => `${name}.md`,
    ),
  },
  {
    title: 'For administrators',
    files: [
      'first-day',
      'deployment',
      'operations',
      'configuration',
      'login',
      'security',
      'discovery',
      'languages',
      'webhooks',
      'scaling',
    ].map((name) => `${name}.md`),
  },
  { title: 'For developers', files: ['programs.md', 'contract.md', 'schema.sql'] },
]

/** A document as HTML, whose headings have anchors. */
export type HelpDocument = { title: string; html: string }

const rendered = new Map<string, Promise<HelpDocument>>()

/**
 * Reads a document; rendered once.
 *
 * @param name the name of a file in docs/, with or without `.md`
 * @param hasSlack whether it says what Slack can do
 * @returns null if there is no such document
 */
export async function readDocument(name: string, hasSlack = true): Promise<HelpDocument | null> {
  const file = name.includes('.') ? name : `${name}.md`
  if (!groups.some(({ files }) => files.includes(file))) return null
  const key = `${file} ${hasSlack}`
  const known = rendered.get(key)
  if (known) return known
  const text = hasSlack ? readText(file) : withoutSlack(readText(file))
  const document = file.endsWith('.md') ? renderMarkdown(text) : renderCode(file, text)
  rendered.set(key, document)
  return document
}

/** Leaves out sections and rows of tables that are about Slack. */
const withoutSlack = (text: string) => text.replace(/^(?:### .*Slack.*\n(?:(?!#{1,3} ).*\n)*|\| Slack\b.*\n)/gm, '')

/** The titles of all documents, by their file. Rendering them would take too long. */
export const readTitles = (): ReadonlyMap<string, string> =>
  new Map(groups.flatMap(({ files }) => files.map((file) => [file, toTitle(readText(file)) ?? file])))

const toTitle = (text: string) => /^# (.+)$/m.exec(text)?.[1]
const readText = (file: string) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')

async function renderMarkdown(text: string): Promise<HelpDocument> {
  const title = toTitle(text) ?? ''
  const html = await toHtml(text)
  return { title, html: withoutForeign(withAnchors(html)) }
}

const renderCode = async (title: string, text: string) => ({
  title,
  html: await toHtml(`# ${title}\n\n~~~~\n${text}\n~~~~\n`),
})

/** HTML within Markdown becomes text. */
async function toHtml(markdown: string) {
  const { Marked } = await import('marked')
  const html = ({ text }: { text: string }) => text.replaceAll('<', '&lt;')
  return new Marked({ async: true, renderer: { html } }).parse(markdown)
}

/** Gives headings the anchors that they have on GitHub. */
function withAnchors(html: string) {
  const used = new Map<string, number>()
  return html.replace(/<(h[1-6])>(.*?)<\/\1>/g, (_, tag: string, content: string) => {
    const slug = toSlug(content)
    const count = used.get(slug) ?? 0
    used.set(slug, count + 1)
    return `<${tag} id="${count > 0 ? `${slug}-${count}` : slug}">${content}</${tag}>`
  })
}

const toSlug = (content: string) =>
  content
    .replace(/<[^>]+>|&#?\w+;/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')

/** Only documents are served: links to other files of the repository become text, and pictures their descriptions. */
const withoutForeign = (html: string) =>
  html.replace(/<a href="(?:\.\.|dev)\/[^"]*">(.*?)<\/a>/g, '$1').replace(/<img src="[^"]*" alt="([^"]*)"[^>]*>/g, '$1')
