import { createApiToken, revokeApiToken } from '../identity/api-tokens.ts'
import { parse } from '../schemas/fields.ts'
import { TokenRequest } from '../schemas/token.ts'
import type { Settings } from '../settings.ts'
import { ephemeral, type Message, note, section } from './blocks.ts'
import { escapeText, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { SlackError } from './slack-error.ts'

/** Creates an API token and sends it in a direct message; nobody else ever gets to see it. */
export async function sendToken(ask: SlackRequest, typed: string): Promise<Message> {
  const { requester, slack } = ask
  const request = parse(TokenRequest, { name: typed })
  const { id, token } = await createApiToken(ask, requester.actor, request)
  const name = escapeText(request.name)
  try {
    await slack.post({ channel: requester.slackId }, tokenMessage(ask.settings, name, token))
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    await revokeApiToken(ask, requester.actor, id)
    ask.log.warn({ reason: error.code, user_id: requester.actor.id }, 'a token could not be sent')
    return ephemeral(
      `Slack did not let me send you a direct message (${escapeText(error.code)}), so the token was revoked. Open a conversation with the glossary app and try again.`,
    )
  }
  return ephemeral(
    `I have sent you the token *${name}* in a direct message. It is shown only once.`,
  )
}

function tokenMessage({ appUrl }: Settings, name: string, token: string): Message {
  return {
    text: `Your API token "${name}" for ${appUrl}: ${token}`,
    blocks: [
      section(`Your API token *${name}*:\n\`\`\`${token}\`\`\``),
      note(
        `It can read ${link(appUrl, 'the glossary')} in your name. Keep it secret; copy it now and delete this message. Revoke it under *My tokens* there.`,
      ),
    ],
  }
}
