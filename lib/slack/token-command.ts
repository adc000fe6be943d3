import type { Settings } from '../app/settings.ts'
import { createApiToken, revokeApiToken } from '../identity/api-tokens.ts'
import { parse } from '../schemas/fields.ts'
import { TokenRequest } from '../schemas/token.ts'
import { ephemeral, type Message, note, section } from './blocks.ts'
import { escapeText, link } from './mrkdwn.ts'
import type { SlackRequest } from './requester.ts'
import { SlackError } from './slack-error.ts'

/** Creates an API token and sends it to the requester in a direct message. If that fails, revokes it. */
export async function sendToken(request: SlackRequest, typed: string): Promise<Message> {
  const { requester, slack } = request
  const input = parse(TokenRequest, { name: typed })
  const { id, token } = await createApiToken(request, requester.actor, input)
  const name = escapeText(input.name)
  try {
    await slack.post({ channel: requester.slackId }, tokenMessage(request.settings, name, token))
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    await revokeApiToken(request, requester.actor, id)
    request.log.warn(
      { reason: error.code, user_id: requester.actor.id },
      'a token could not be sent and was revoked',
    )
    return ephemeral(
      `I could not send you a direct message (${escapeText(error.code)}), so the token was revoked. Open a conversation with the glossary app and try again.`,
    )
  }
  return ephemeral(
    `I sent you the token *${name}* in a direct message. Copy it now; you won't see it again.`,
  )
}

function tokenMessage({ appUrl }: Settings, name: string, token: string): Message {
  return {
    text: `Your API token "${name}" for ${appUrl}: ${token}`,
    blocks: [
      section(`Your API token *${name}*:\n\`\`\`${token}\`\`\``),
      note(
        `It can read ${link(appUrl, 'the glossary')} within your own permissions. Keep it secret: copy it now and delete this message. You can revoke it under *My tokens*.`,
      ),
    ],
  }
}
