import * as assert from 'uvu/assert'
import { undoResolutions } from '../lib/review/undo.ts'
import { setStatus } from './support/terms.ts'
import { glossary, type Person, type TestService } from './support/test-service.ts'

// A term that several reports took a status from: it was promoted again between them.
const test = glossary('several reports of a term')

type Cast = { service: TestService; editor: Person; first: Person; second: Person; id: string }

/** What happens to the term, by who does it: a report, its resolution, its undoing, a promotion or an edit. */
const steps: Record<string, (cast: Cast) => Promise<unknown>> = {
  'first reports': (cast) => report(cast, cast.first),
  'second reports': (cast) => report(cast, cast.second),
  'is promoted': ({ service, editor, id }) =>
    service.request('POST', `/api/v1/terms/${id}/promote`, { as: editor, body: {} }),
  'is official': ({ service, id }) => setStatus(service, id, 'official', 11),
  'is edited': async ({ service, editor, id }) => {
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: editor })
    const edit = { version: body.version, definition: `Edited, version ${body.version}.` }
    return service.request('PUT', `/api/v1/terms/${id}`, { as: editor, body: edit })
  },
  'first upheld': (cast) => resolve(cast, cast.first, 'upheld'),
  'first dismissed': (cast) => resolve(cast, cast.first, 'dismissed'),
  'second upheld': (cast) => resolve(cast, cast.second, 'upheld'),
  'second dismissed': (cast) => resolve(cast, cast.second, 'dismissed'),
  'second undone': async ({ service, editor, second, id }) =>
    undoResolutions(service.ctx, { ...editor, scopes: ['write'], via: 'session' }, id, [
      await reportOf({ service, editor, id }, second),
    ]),
}

const report = ({ service, id }: Cast, as: Person) =>
  service.request('POST', `/api/v1/terms/${id}/dispute`, { as, body: { reason: 'No.' } })

async function reportOf({ service, editor, id }: Pick<Cast, 'service' | 'editor' | 'id'>, by: Person): Promise<string> {
  const { body } = await service.request('GET', `/api/v1/terms/${id}/disputes`, { as: editor })
  return body.find(({ opened_by }: { opened_by: { id: string } }) => opened_by.id === by.id).id
}

async function resolve(cast: Cast, by: Person, resolution: string) {
  const path = `/api/v1/disputes/${await reportOf(cast, by)}/resolve`
  return cast.service.request('POST', path, { as: cast.editor, body: { resolution } })
}

const both = ['first reports', 'is promoted', 'second reports']
const lost = { status: 'pending', before: null, viewer: 200 }
/** The first report took three votes, and the second one none. */
const community = (votes: number) => ({ status: 'pending', before: ['community', votes], viewer: 403 })

const cases: [what: string, order: string[], after: { status: string; before: unknown; viewer: number }][] = [
  ['nobody has decided', both, community(0)],
  ['the second one was right', [...both, 'second upheld'], community(3)],
  ['the first one was right', [...both, 'first upheld'], community(0)],
  ['both were right', [...both, 'second upheld', 'first upheld'], lost],
  ['both were right, the first one first', [...both, 'first upheld', 'second upheld'], lost],
  [
    'the second one was right and the first one wrong',
    [...both, 'second upheld', 'first dismissed'],
    { status: 'community', before: null, viewer: 403 },
  ],
  [
    'both were wrong',
    [...both, 'second dismissed', 'first dismissed'],
    { status: 'community', before: null, viewer: 403 },
  ],
  [
    'the text was edited between them, and the first one was wrong',
    ['first reports', 'is edited', 'is promoted', 'second reports', 'second upheld', 'first dismissed'],
    lost,
  ],
  ['the decision about the second one is undone', [...both, 'second upheld', 'second undone'], community(0)],
  [
    'the first one was right, and the second one took more',
    ['first reports', 'is official', 'second reports', 'first upheld'],
    { status: 'pending', before: ['official', 11], viewer: 403 },
  ],
  [
    'the second one took more, was wrong, and that is undone',
    ['first reports', 'is official', 'second reports', 'second dismissed', 'second undone'],
    { status: 'pending', before: ['official', 11], viewer: 403 },
  ],
]

for (const [what, order, expected] of cases) {
  test(`what a term was, and who may edit it, if ${what}`, async (service) => {
    const [owner, editor] = [await service.person(), await service.person('editor')]
    const [first, second, viewer] = [await service.person(), await service.person(), await service.person()]
    const { id } = await service.term(owner)
    await setStatus(service, id, 'community', 3)
    for (const step of order) await steps[step]?.({ service, editor, first, second, id })
    const { body } = await service.request('GET', `/api/v1/terms/${id}`, { as: viewer })
    const before = body.before_dispute && [body.before_dispute.status, body.before_dispute.vote_count]
    const edit = { version: body.version, definition: 'A viewer says so.' }
    const edited = await service.request('PUT', `/api/v1/terms/${id}`, { as: viewer, body: edit })
    assert.equal({ status: body.status, before, viewer: edited.status }, expected)
  })
}

test.run()
