import type { Context } from '../../../lib/context.ts'
import type { Endpoint } from '../../../lib/http/endpoint.ts'
import type { Actor } from '../../../lib/identity/actor.ts'
import type { Fields } from '../../../lib/schemas/fields.ts'
import { TermQuery } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import type { Role } from '../../../lib/schemas/user.ts'
import { type PageInput, type PageResponses, page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'
import { readTermView } from './read-term.ts'
import { TermPage } from './term-view.tsx'

type TermAction<F extends Fields> = { path: `/terms/:id/${string}`; summary: string; role?: Role; form: F }

/**
 * Creates the endpoint of an action of a term's page.
 *
 * @param act as `work` of `respondToAction`
 */
export const termAction = <F extends Fields>(
  contract: TermAction<F>,
  act: (input: PageInput<typeof ById, Fields, F>) => Promise<string>,
): Endpoint => page({ ...contract, params: ById }, (input) => respondToAction(input, input.params.id, () => act(input)))

/** The field of a form on the page that compares two terms: the comparison, to which its action leads back. */
export const { q: compared } = TermQuery.entries

/** What an action of a term returns: the message, or the comparison with it. */
export const backTo = (compared: string | undefined, done: string): string =>
  compared === undefined ? done : buildUrl('/', { q: compared, done })

type RequestInput = PageResponses & {
  ctx: Pick<Context, 'db' | 'names' | 'log' | 'settings'>
  actor: Actor
  request: Request
  form: { typed: URLSearchParams }
}

/**
 * Runs an action of a term's page, and leads back to the page with a message. If the action is refused, the page says
 * why and shows the form as it was sent.
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
