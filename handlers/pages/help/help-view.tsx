import { groups, type HelpDocument, readTitles } from '../../../lib/web/help-documents.ts'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'

let titles: ReadonlyMap<string, string> | undefined

/** The list of the documents; where Slack is off, the page of the setup leads to its document. */
export function HelpIndex({ hasSlack }: { hasSlack: boolean }) {
  titles ??= readTitles()
  return (
    <>
      <PageHead title="Help" lead="What the glossary can do, and how to run it." />
      {groups.map(({ title, files }) => (
        <section key={title} class="part">
          <h2>{title}</h2>
          <ul class="help-list">
            {files
              .filter((file) => hasSlack || file !== 'slack.md')
              .map((file) => (
                <li key={file}>
                  <a href={`/help/${file}`}>{titles?.get(file)}</a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** A document of ours, rendered from Markdown. */
export function HelpPage({ html }: HelpDocument) {
  return (
    <>
      <nav class="help-nav" aria-label="Help">
        <a href="/help">All documents</a>
      </nav>
      <article class="help" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  )
}
