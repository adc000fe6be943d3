import type { Role } from '../../../lib/schemas/user.ts'
import { PendingSteps } from '../../../lib/web/parts/pending-steps.tsx'

/** What to do with a glossary that has no terms yet; for admins, what is set up. */
export function FirstSteps({ role }: { role: Role }) {
  return (
    <section class="first-steps">
      <header>
        <h2>The glossary is empty</h2>
      </header>
      <ul>
        {role !== 'viewer' && (
          <li>
            <h3>
              <a href="/import">Import a spreadsheet</a>
            </h3>
            <p>Excel, CSV or a table pasted from a wiki. You see every row before it is added.</p>
          </li>
        )}
        <li>
          <h3>
            <a href="/explain">Paste a document</a>
          </h3>
          <p>Lists the acronyms in it, so that you can explain them one by one.</p>
        </li>
        {role === 'admin' && (
          <li>
            <h3>
              <a href="/help/slack.md">Connect Slack</a>
            </h3>
            <p>People ask there, and the glossary suggests the acronyms that it sees.</p>
          </li>
        )}
        <li>
          <h3>
            <a href="/terms/new">Add the first term</a>
          </h3>
          <p>Start with the last acronym that you had to explain to someone.</p>
        </li>
      </ul>
      {role === 'admin' && (
        <>
          <header>
            <h2>Setup</h2>
            <a href="/admin/setup">Open the page</a>
          </header>
          <PendingSteps />
        </>
      )}
    </section>
  )
}
