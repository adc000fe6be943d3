import type { Context } from '../../../lib/context.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import type { PageResponses } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { readTermView } from './read-term.ts'
import { TermPage } from './term-view.tsx'

type RequestInput = PageResponses & {
  ctx: Pick<Context, 'db' | 'names' | 'log' | 'settings'>
  actor: Actor
  request: Request
  form: { typed: URLSearchParams }
}

/**
 * Runs an action of a term's page, and leads back to the page with a message. If the action is refused, the page says why and
 * shows the form as it was sent.
 *
 * @param work returns the value of `?done=` for the message, or the path of another page to go to
 */
export async function respondToAction(
  { ctx, actor, request, form, isPartial, sendPageOrPart, redirect }: RequestInput,
  termId: string,
  work: () => Promise<string>,
): Promise<Response> {
  const { result: done, problem } = await attempt(work)
  if (!problem) return redirect(done.startsWith('/') ? done : `/terms/${termId}?done=${done}`)
  const view = await readTermView(ctx, actor, termId, request)
  const refused = { path: new URL(request.url).pathname, values: form.typed, problem }
  const content = <TermPage {...view} isPart={isPartial} refused={refused} />
  return sendPageOrPart(view.term.name, content, problem.status)
}
