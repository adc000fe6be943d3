import type { ExamReport, Finding, FindingKind } from '../../schemas/exam.ts'
import { Admin } from './frame.tsx'

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

const maxShown = 200

/** How well agents can answer from the glossary, and what to do about the rest. */
export function AgentsPage({ score, questions, findings }: ExamReport) {
  return (
    <Admin
      path="/admin/agents"
      lead={`Score: ${score} of 100. Agents were asked ${questions.toLocaleString('en')} questions made from the glossary.`}
    >
      {findings.length === 0 ? (
        <div class="empty">
          <p>Agents find every term, and nothing is mixed up.</p>
        </div>
      ) : (
        <ol class="records">
          {findings.slice(0, maxShown).map((finding) => (
            <FindingRecord key={`${finding.term_id}-${finding.kind}`} {...finding} />
          ))}
        </ol>
      )}
      {findings.length > maxShown && (
        <p>And {(findings.length - maxShown).toLocaleString('en')} more: npm run exam</p>
      )}
    </Admin>
  )
}

function FindingRecord({ kind, term_id, name, question, got, fix }: Finding) {
  return (
    <li class="record">
      <div>
        <h2>
          <a href={`/terms/${term_id}`}>{name}</a> <span class="state">{kindNames[kind]}</span>
        </h2>
        <p>
          {question} Answer: {got}
        </p>
        <p>{fix}</p>
      </div>
    </li>
  )
}
