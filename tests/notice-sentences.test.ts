import * as assert from 'uvu/assert'
import { describeNotice } from '../lib/notify/sentences.ts'
import { type InboxDetail, type InboxKind, inboxKinds } from '../lib/schemas/inbox.ts'
import { suite } from './support/suite.ts'

// What the inbox, Slack and feeds tell Ada about what Bo did.
const test = suite('sentences of notifications')

const person = (id: string) => ({ id, display_name: id })
const sentences: [InboxKind, InboxDetail, string][] = [
  [
    'edited',
    { action: 'term.updated', fields: ['definition', 'links'] },
    'Bo changed the definition and sources of your term SLA',
  ],
  ['edited', { action: 'term.updated', fields: ['in_texts'] }, 'Bo changed the underlining of your term SLA'],
  ['edited', { action: 'term.reverted' }, 'Bo reverted your term SLA to an earlier version'],
  ['disputed', {}, 'Bo reported a problem with your term SLA'],
  ['dispute_resolved', { resolution: 'upheld' }, 'Thank you: Bo agreed with the problem that you reported with SLA'],
  [
    'dispute_resolved',
    { resolution: 'dismissed' },
    'Bo decided that there is no problem with SLA, which you had reported',
  ],
  ['proposed', {}, 'Bo proposed a change to your term SLA'],
  ['proposal_decided', { action: 'proposal.accepted' }, 'Bo accepted your proposal for SLA'],
  ['proposal_decided', { action: 'proposal.declined' }, 'Bo declined your proposal for SLA'],
  ['stale', { total: 3, owned: true }, '3 of your terms may be out of date'],
  ['stale', { total: 1, owned: false }, '1 term without an owner may be out of date'],
  ['ownership', { action: 'term.claimed', to: 'ada' }, 'Bo made you the owner of SLA'],
  ['ownership', { action: 'term.claimed', to: null }, 'Bo removed you as the owner of SLA'],
  ['ownership', { action: 'term.claimed', to: 'bo' }, 'Bo became the owner of your term SLA'],
  ['ownership', { action: 'term.claimed', to: 'eve' }, 'Bo made someone else the owner of your term SLA'],
  ['ownership', { action: 'term.deleted' }, 'Bo deleted your term SLA'],
  ['ownership', { action: 'term.merged' }, 'Bo merged your term SLA into another one'],
  ['promoted', { to: 'community' }, 'Your term SLA is now a community term'],
  ['promoted', { to: 'official' }, 'Your term SLA is now official'],
  ['followed', { action: 'term.created' }, 'Bo added SLA'],
  [
    'followed',
    { action: 'term.updated', fields: ['name'], accepted_by: person('Eve') as never },
    'Bo changed the name of SLA, accepted by Eve',
  ],
  [
    'followed',
    { action: 'import.completed', total: 2 },
    'An import by Bo added or changed 2 terms that you own or follow',
  ],
  [
    'webhook_disabled',
    { host: 'hooks.example.com' },
    'The webhook at hooks.example.com was disabled, because its receiver says that it is gone (410)',
  ],
  ['asked', { dispute_id: 'x' as never }, 'Bo asks you about the problem that you reported with SLA'],
  ['answered', { dispute_id: 'x' as never }, 'Bo answered your question about SLA'],
  ['asked', {}, 'Bo asks you what SLA means, because you used it in Slack'],
  ['wanted_added', {}, 'SLA, which you asked for, has been added'],
]

for (const [kind, detail, said] of sentences)
  test(`${kind}: ${said}`, () => {
    const notice = describeNotice({ kind, detail }, { who: 'Bo', actorId: 'bo', readerId: 'ada' })
    const isOfTerm = kind !== 'stale' && kind !== 'webhook_disabled' && !detail.total
    assert.is(`${notice.before}${isOfTerm ? 'SLA' : ''}${notice.after}`, said)
  })

test('every kind has a sentence', () => assert.equal(new Set(sentences.map(([kind]) => kind)), new Set(inboxKinds)))

test.run()
