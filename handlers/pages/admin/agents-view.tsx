import type { ExamReport, Finding, FindingKind } from '../../../lib/schemas/admin.ts'
import type { OwnedAgent } from '../../../lib/schemas/credentials.ts'
import { Agents } from '../../../lib/web/agents.tsx'
import { formatNumber } from '../../../lib/web/parts/numbers.ts'
import type { Listing } from '../../../lib/web/parts/pager.tsx'
import { HeadedPart } from '../../../lib/web/parts/part.tsx'
import { Admin } from './frame-view.tsx'

const kindNames: Record<FindingKind, string> = {
  missing_alias: 'Not found',
  wrong_term: 'Wrong term',
  ambiguous: 'Ambiguous',
  mixed_up: 'Easily mixed up',
  discouraged: 'Discouraged name',
  placeholder: 'No definition',
  no_context: 'No context',
  stale: 'May be out of date',
  disputed: 'Disputed',
}

const maxShown = 100

type AgentsPageProps = {
  /** the agents of all users; null while they cannot log in */
  agents: Listing<OwnedAgent> | null
  report: ExamReport
}

/** The agents that have logged in, how well agents can answer from the glossary, and what to do about the rest. */
export function AgentsPage({ agents, report }: AgentsPageProps) {
  return (
    <Admin
      path="/admin/agents"
      lead="The AI agents that users have connected, and what agents would not find or get wrong in this glossary."
    >
      {agents && (
        <Agents agents={agents} path="/admin/agents" actions="/admin/agents" withOwners>
          <p>Nobody has connected an agent yet.</p>
        </Agents>
      )}
      <Exam {...report} />
    </Admin>
  )
}

function Exam(report: ExamReport) {
  return (
    <HeadedPart heading="Exam" id="exam">
      {report.total > 0 ? <Report {...report} /> : <p>The glossary has no terms to ask about yet.</p>}
    </HeadedPart>
  )
}

function Report({ score, questions, terms, total, findings }: ExamReport) {
  const about = terms < total ? `${formatNumber(terms)} of ${formatNumber(total)} terms, chosen at random` : 'all terms'
  const more = findings.length - maxShown
  return (
    <>
      <p>
        <strong>Score: {score} of 100.</strong> The tools for agents were asked {formatNumber(questions)} questions
        about {about}.{findings.length === 0 && ' They found all of them, and mixed none up.'}
      </p>
      {findings.length > 0 && (
        <ol class="records">
          {findings.slice(0, maxShown).map((finding) => (
            <FindingRecord key={`${finding.term_id}-${finding.kind}`} {...finding} />
          ))}
        </ol>
      )}
      {more > 0 && (
        <p>
          {formatNumber(more)} more findings are not shown. <code>npm run exam</code> lists all.
        </p>
      )}
    </>
  )
}

function FindingRecord({ kind, term_id, name, question, got, fix }: Finding) {
  return (
    <li class="record">
      <div>
        <h3>
          <a href={`/terms/${term_id}`} dir="auto">
            {name}
          </a>{' '}
          <span class="state">{kindNames[kind]}</span>
        </h3>
        <p>Question: {question}</p>
        <p>Answer: {got}</p>
        <p>{fix}</p>
      </div>
    </li>
  )
}
