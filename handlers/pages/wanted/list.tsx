import { isEditor } from '../../../lib/identity/actor.ts'
import { listWanted } from '../../../lib/lookup/wanted-names.ts'
import { ByOffset } from '../../../lib/schemas/list.ts'
import { page } from '../../../lib/web/page.tsx'
import { readListing } from '../../../lib/web/parts/pager.tsx'
import { WantedNames, WantedPage } from './wanted-view.tsx'

/** The names that people looked up and did not find. */
export default page(
  { path: '/wanted', summary: 'Missing words', query: ByOffset },
  async ({ ctx, actor, query, isPartial, sendPage, sendPart }) => {
    const reader = { id: actor.id, isEditor: isEditor(actor) }
    const names = await readListing(query.offset, (range) => listWanted(ctx, reader, range))
    const props = { names, isEditor: reader.isEditor }
    return isPartial
      ? sendPart(<WantedNames {...props} isPart />)
      : sendPage('Missing words', <WantedPage {...props} />)
  },
)
