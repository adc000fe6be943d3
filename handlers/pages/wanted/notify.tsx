import { requestNotice } from '../../../lib/lookup/wanted-names.ts'
import { page } from '../../../lib/web/page.tsx'
import { ByNameOnPage, NotifyMe } from '../../../lib/web/parts/notify-me.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'

/**
 * Stores that the reader wants to be told when a name has been added. Leads to the page of the name, where they can
 * take it back.
 */
export default page(
  { path: '/wanted/notify', summary: 'Be told when a name has been added', form: ByNameOnPage },
  async ({ ctx, actor, form, isPartial, redirect, sendPart }) => {
    const { name, short } = form.read()
    await requestNotice(ctx, actor.id, name)
    if (isPartial) return sendPart(<NotifyMe name={name} isAsked isShort={short === 'true'} />)
    return redirect(`${wordPath(name)}?done=notify`)
  },
)
