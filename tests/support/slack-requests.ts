import { randomBytes } from 'node:crypto'
import type { FakeSlack } from './slack.ts'

/** The user and Slack server of a request, and the IDs of the terms SLA and CIO. */
export type By = { slackId: string; slack: FakeSlack; sla: string; cio: string }

/**
 * Requests of every kind, as bodies for `post`. Four add a term named after the user, two vote for SLA,
 * two dispute CIO, one creates a token, the others only read. Responses go to `response/<slackId>`, or
 * to the user or conversation with that ID.
 */
export const requestBodies: Record<string, (by: By) => string> = {
  'a lookup': command(() => 'SLA'),
  'a vote': command(() => 'vote SLA'),
  'an addition': command(({ slackId }) => `add A-${slackId} -- Typed.`),
  'a dispute': command(() => 'dispute CIO -- No.'),
  'a token': command(() => 'token mine'),
  'a vote by button': button('vote_term', ({ sla }) => sla),
  'a dispute by button': button('dispute_term', ({ cio }) => JSON.stringify([cio, null])),
  'a definition to share': button('share_term', ({ sla }) => sla),
  'a shortcut': interaction(() => ({
    type: 'message_action',
    callback_id: 'explain_jargon',
    message: { text: 'SLA' },
  })),
  'a form': interaction(({ slackId }) => ({
    type: 'view_submission',
    response_url: undefined,
    view: {
      callback_id: 'add_term',
      state: {
        values: { name: { name: { value: `B-${slackId}` } }, definition: { definition: { value: 'Filled in.' } } },
      },
    },
  })),
  'a mention': event('app_mention', ({ slackId }) => `<@UBOT> add C-${slackId} -- Mentioned.`),
  'a message': event('message', ({ slackId }) => `add D-${slackId} -- Written.`),
}

/** The requests that change nothing. */
export const readOnlyRequests = ['a lookup', 'a definition to share', 'a shortcut']

const unique = () => randomBytes(8).toString('hex')
const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
/** Fields that Slack sends but that must not be stored. */
export const legacyToken = 'the-legacy-token-of-the-tests'

function command(text: (by: By) => string) {
  return (by: By) =>
    encode({
      token: legacyToken,
      command: '/glossary',
      text: text(by),
      user_id: by.slackId,
      response_url: by.slack.responseUrl(by.slackId),
      trigger_id: unique(),
    })
}

function interaction(payload: (by: By) => object) {
  return (by: By) =>
    encode({
      payload: JSON.stringify({
        token: legacyToken,
        user: { id: by.slackId },
        trigger_id: unique(),
        response_url: by.slack.responseUrl(by.slackId),
        ...payload(by),
      }),
    })
}

function button(action_id: string, value: (by: By) => string) {
  return interaction((by) => ({ type: 'block_actions', actions: [{ action_id, value: value(by) }] }))
}

function event(type: string, text: (by: By) => string) {
  return (by: By) =>
    JSON.stringify({
      token: legacyToken,
      type: 'event_callback',
      event_id: `Ev${unique()}`,
      event: { type, channel_type: 'im', user: by.slackId, channel: by.slackId, text: text(by) },
    })
}
