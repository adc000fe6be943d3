import type { Context } from '../context.ts'
import type { RequestState } from '../http/request-state.ts'
import { authenticate } from '../identity/authenticate.ts'
import { type Fault, type Problem, type ProblemCode, type ProblemStatus, titles } from '../problem.ts'
import { htmlType, pageHeaders, renderDocument } from './document.tsx'
import { Layout } from './layout.tsx'
import type { HeaderReader } from './navigation.tsx'
import { Submit } from './parts/form.tsx'
import { openAction, searchPlaceholder } from './search-box.tsx'

/** Texts for people, where those of the problem are for programs. */
const texts: Partial<Record<ProblemCode, string>> = {
  merged: 'An editor has merged this term into another one, so nothing was changed.',
  method_not_allowed: 'This page does not support that action.',
  precondition_failed: 'Someone else changed the term after you opened it, so your change was not saved.',
  state_mismatch:
    'This login can’t be finished: it took more than five minutes, it was finished before, or it was begun in another window or browser.',
  validation_failed: 'That link isn’t valid.',
}

const sayWhat = ({ code, message }: Problem, { method }: Request): string =>
  code === 'validation_failed' && method === 'POST' ? 'Something in the form isn’t valid.' : (texts[code] ?? message)

/** What a person can do, where the text of the problem does not say so. */
const advice: Partial<Record<ProblemCode, string>> = {
  body_too_large: 'Go back and shorten what you typed.',
  cross_site: 'Open the glossary and try again there.',
  insufficient_role: 'If you need access, ask an admin to change your role.',
  malformed_request: 'If you followed a link, it may be incomplete.',
  method_not_allowed: 'Start from the home page.',
  precondition_failed: 'Go back, reload the page and try again.',
  not_found: 'The URL may be mistyped, or the term may have been deleted.',
  state_mismatch:
    'Log in again, and finish in the same window within five minutes. If that doesn’t help, tell an administrator the error code below.',
  validation_failed: 'Correct this and try again.',
}

const names: Partial<Record<ProblemStatus, string>> = {
  400: 'That didn’t work',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not supported',
  410: 'Merged',
  412: 'Changed by someone else',
  422: 'Invalid request',
  500: 'Server error',
  502: 'Identity provider unavailable',
  503: 'Not available',
}

/** Renders a problem as a page: what happened, what to do, and what to quote when asking for help. */
export async function errorPage(ctx: Context, requestState: RequestState, problem: Problem) {
  const reader = problem.status < 500 ? await findReader(ctx, requestState) : null
  const name = names[problem.status] ?? titles[problem.status]
  const content = renderDocument(
    <Layout title={name} devMode={ctx.settings.devMode} reader={reader} path="">
      <section class="message">
        <p class="label">{problem.status}</p>
        <h1 dir="auto">{name}</h1>
        <p class="lead">{sayWhat(problem, requestState.request)}</p>
        {problem.members.errors && <Faults errors={problem.members.errors} />}
        {advice[problem.code] && <p>{advice[problem.code]}</p>}
        {problem.status === 404 && <Search />}
        <p class="actions">
          {problem.members.merged_into && <a href={`/terms/${problem.members.merged_into}`}>Open the other term</a>}
          <a class={problem.status === 404 ? 'button plain' : 'button'} href="/">
            Home
          </a>
          {canLoginHelp(problem) && <a href="/login">Log in</a>}
        </p>
        <p class="fine">
          Error code <code>{problem.members.code ?? problem.code}</code>, request <code>{requestState.requestId}</code>
        </p>
      </section>
    </Layout>,
  )
  return { payload: { type: htmlType, content }, headers: pageHeaders }
}

/** Returns the user who is logged in, for the navigation. */
async function findReader(ctx: Context, requestState: RequestState): Promise<HeaderReader | null> {
  try {
    const id = requestState.userId ?? (await authenticate(ctx, requestState.request)).id
    return (await ctx.db.one<HeaderReader>('web/read-reader', { id })) ?? null
  } catch {
    return null // The problem that the page reports matters, not that the user is not logged in.
  }
}

/** Whether logging in (again) may help: the user is not logged in, or a login has just failed. */
const canLoginHelp = ({ status, code }: Problem) =>
  status === 401 || status === 502 || (status === 400 && code !== 'malformed_request')

/** Helps people who followed a link to a term that no longer exists. */
function Search() {
  return (
    <search>
      <form class="searchbox" method="post" action={openAction}>
        <input id="q" name="q" type="search" aria-label="What does it mean?" placeholder={searchPlaceholder} />
        <Submit>Search</Submit>
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
