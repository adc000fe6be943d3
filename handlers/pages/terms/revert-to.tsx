import { readVersion } from '../../../lib/glossary/history.ts'
import { readTerm } from '../../../lib/glossary/read.ts'
import { revertTerm } from '../../../lib/glossary/revise.ts'
import { despiteVotes } from '../../../lib/review/save-edit.ts'
import { Revert } from '../../../lib/schemas/term.ts'
import { ById } from '../../../lib/schemas/text.ts'
import { page } from '../../../lib/web/page.tsx'
import { attempt } from '../../../lib/web/parts/form.tsx'
import { RevertPage } from './revert-view.tsx'

export default page(
  { path: '/terms/:id/revert', summary: 'Revert a term to an earlier version', params: ById, form: Revert },
  async ({ ctx, actor, params, form, sendPage, redirect }) => {
    const { problem } = await attempt(async () => {
      const input = form.read()
      return despiteVotes(ctx, params.id, input.version, ({ db }, version) =>
        revertTerm({ ...ctx, db }, actor, params.id, { ...input, version }),
      )
    })
    if (!problem) return redirect(`/terms/${params.id}?done=reverted`)
    const term = await readTerm(ctx, params.id)
    const version = Number(form.typed.get('to_version')) || term.version
    const content = await readVersion(ctx, term, version)
    const props = { term, version, content, note: form.typed.get('note') ?? '', problem }
    return sendPage(`Revert ${term.name}`, <RevertPage {...props} />, problem.status)
  },
)
