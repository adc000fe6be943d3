import { withdrawNotice } from '../../../lib/lookup/wanted-names.ts'
import { page } from '../../../lib/web/page.tsx'
import { ByNameOnPage, NotifyMe } from '../../../lib/web/parts/notify-me.tsx'
import { wordPath } from '../../../lib/web/parts/url.ts'

export default page(
  {
    path: '/wanted/withdraw',
    summary: 'Take back the request to be told when a name has been added',
    form: ByNameOnPage,
  },
  async ({ ctx, actor, form, isPartial, redirect, sendPart }) => {
    const { name, short } = form.read()
    await withdrawNotice(ctx, actor.id, name)
    if (isPartial) return sendPart(<NotifyMe name={name} isAsked={false} isShort={short === 'true'} />)
    return redirect(`${wordPath(name)}?done=notify_withdrawn`)
  },
)
