import {
  type Fault,
  type Problem,
  type ProblemCode,
  type ProblemStatus,
  titles,
} from '../problem.ts'
import { htmlType, pageHeaders, renderDocument } from './document.tsx'
import { Layout, type Viewer } from './layout.tsx'

/** What a person is told in place of the problem's own text, which is for programs. */
const words: Partial<Record<ProblemCode, string>> = {
  method_not_allowed: 'This address is there, but not for what was sent to it.',
  precondition_failed: 'Somebody changed the term after you opened it, so it was left alone.',
  validation_failed: 'Something in what was sent does not fit.',
}

/** What a person can do, where the text of the problem does not say so already. */
const advice: Partial<Record<ProblemCode, string>> = {
  cross_site: 'Open the glossary itself and do it there.',
  insufficient_role: 'If you should be able to, ask an administrator for a higher role.',
  malformed_request: 'If you followed a link, it may have been cut off.',
  method_not_allowed: 'Start from the home page.',
  precondition_failed: 'Go back, load the page again and look at what it says now.',
  not_found: 'The address may be mistyped, or what was here has been deleted.',
  validation_failed: 'Go back, correct it and try again.',
}

const names: Partial<Record<ProblemStatus, string>> = {
  400: 'That did not work',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not possible',
  412: 'Changed meanwhile',
  422: 'Not understood',
  500: 'Something broke',
  502: 'No answer',
  503: 'Not available',
}

type ErrorPageOptions = {
  devMode: boolean
  requestId: string
  /** null if nobody is logged in */
  viewer: Viewer | null
}

/** A problem as a page for people: what happened, what to do, and what to quote when asking for help. */
export function errorPage(problem: Problem, { devMode, requestId, viewer }: ErrorPageOptions) {
  const name = names[problem.status] ?? titles[problem.status]
  const content = renderDocument(
    <Layout title={name} devMode={devMode} viewer={viewer} path="">
      <section class="message">
        <p class="label">{problem.status}</p>
        <h1>{name}</h1>
        <p class="lead">{words[problem.code] ?? problem.message}</p>
        {problem.members.errors && <Faults errors={problem.members.errors} />}
        {advice[problem.code] && <p>{advice[problem.code]}</p>}
        {problem.status === 404 && <Search />}
        <p class="actions">
          <a class={problem.status === 404 ? 'button plain' : 'button'} href="/">
            Home
          </a>
          {logInHelps(problem) && <a href="/login">Log in</a>}
        </p>
        <p class="fine">
          Error code <code>{problem.members.code ?? problem.code}</code>, request{' '}
          <code>{requestId}</code>
        </p>
      </section>
    </Layout>,
  )
  return { payload: { type: htmlType, content }, headers: pageHeaders }
}

/** Whether logging in, or doing it again, is a way on: nobody is logged in, or it has just failed. */
const logInHelps = ({ status, code }: Problem) =>
  status === 401 || status === 502 || (status === 400 && code !== 'malformed_request')

/** A way on for whoever followed a link to what is no longer there. */
function Search() {
  return (
    <search>
      <form class="searchbox" action="/">
        <input
          id="q"
          name="q"
          type="search"
          aria-label="Acronym or word"
          placeholder="Acronym or word"
          maxlength={200}
        />
        <button type="submit" class="button">
          Look up
        </button>
      </form>
    </search>
  )
}

function Faults({ errors }: { errors: readonly Fault[] }) {
  return (
    <ul>
      {errors.map(({ path, message }) => (
        <li key={path}>
          <code>{path}</code> {message}
        </li>
      ))}
    </ul>
  )
}
