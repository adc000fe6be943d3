import type { KnownBlock } from '@slack/types'
import type { Slice } from '../db/slice.ts'
import { isEditor } from '../identity/actor.ts'
import { listFollows } from '../notify/follows.ts'
import { describeWaiting, type OwnRelation, type OwnTerm, readMine, relations, type Waiting } from '../review/mine.ts'
import { describeDisputed } from '../schemas/states.ts'
import {
  actions,
  button,
  ephemeral,
  fitting,
  linkButton,
  type Message,
  maxShown,
  note,
  row,
  section,
  sections,
  termUrl,
} from './blocks.ts'
import { escapeWithin, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'

/**
 * Writes the App Home of the requester: what waits for them, and their terms (contract, section 16, "Mine").
 *
 * @param said the result of the button that they pressed, in mrkdwn
 */
export async function home(request: SlackRequest, said: string | null): Promise<Message> {
  const { actor } = request.requester
  const { appUrl } = request.settings
  const range = { limit: maxShown, offset: 0 }
  const { terms, waiting } = await readMine(request, actor.id, range)
  const { categories } = await listFollows(request, actor.id, range)
  const stale = terms.owned.items.filter(({ is_stale }) => is_stale)
  const decisions = [
    ...waiting.map((item) => toDecide(appUrl, item, isEditor(actor))),
    ...stale.map((term) => toConfirm(appUrl, term)),
  ]
  const blocks = [
    ...(said === null ? [] : [section(said)]),
    section(decisions.length > 0 ? '*Waiting for you*' : 'All caught up.'),
    ...fitting(decisions).flat(),
    ...relations.flatMap((relation) => {
      const followed = relation === 'followed' ? categories : { items: [], total: 0 }
      return list(appUrl, relation, terms[relation], followed)
    }),
    note(link(`${appUrl}/mine`, 'See all in the glossary')),
  ]
  return ephemeral('Your terms', blocks)
}

function toDecide(appUrl: string, item: Waiting, mayDismiss: boolean): KnownBlock[] {
  const { kind, id, term_id, term_name, reason } = item
  const term = link(termUrl(appUrl, term_id), term_name)
  const [before, after] = describeWaiting(item).map((words) => escapeWithin(words, 600))
  const quote = reason === null ? '' : `\n> ${escapeWithin(reason, 600)}`
  const buttons =
    kind === 'proposal'
      ? [
          button('Accept', actions.accept, id),
          button('Decline', actions.decline, id),
          linkButton('Compare', `${appUrl}/proposals/${id}`),
        ]
      : kind === 'relation'
        ? [linkButton('Decide', termUrl(appUrl, term_id))]
        : [
            button('Report was right', actions.uphold, id),
            ...(mayDismiss ? [button('Report was wrong', actions.dismiss, id)] : []),
            linkButton('Update', `${termUrl(appUrl, term_id)}/edit`),
          ]
  return [section(`${before}${term}${after}.${quote}`), row(buttons)]
}

function toConfirm(appUrl: string, { id, name }: OwnTerm): KnownBlock[] {
  return [
    section(`${link(termUrl(appUrl, id), name)} may be out of date. Still right?`),
    row([button('Confirm', actions.confirm, id), linkButton('Update', `${termUrl(appUrl, id)}/edit`)]),
  ]
}

const headings: Record<OwnRelation, string> = {
  owned: 'You own',
  followed: 'You follow',
  proposed: 'You proposed changes to',
  disputed: 'You reported problems with',
}

function list(appUrl: string, relation: OwnRelation, terms: Slice<OwnTerm>, categories: Slice<string>): KnownBlock[] {
  const total = terms.total + categories.total
  const shown = terms.items.length + categories.items.length
  if (shown === 0) return []
  const lines = [
    ...categories.items.map((category) => {
      const url = `${appUrl}/?${new URLSearchParams({ category })}`
      return `• ${link(url, category, 120)} _category_`
    }),
    ...terms.items.map((term) => {
      const status = (term.before_dispute || term.needs_correction ? describeDisputed(term) : null) ?? term.status
      const state = term.is_stale ? `${status}, may be out of date` : status
      return `• ${link(termUrl(appUrl, term.id), term.name, 120)} _${state}_`
    }),
    ...(total > shown ? [`and ${total - shown} more`] : []),
  ]
  return sections([`*${headings[relation]}*`, ...lines])
}
