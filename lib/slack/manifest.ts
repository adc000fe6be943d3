import { actions } from './blocks.ts'

/** The permissions of the app; docs/slack.md explains them. */
export const botScopes = [
  'app_mentions:read', // @Glossary SLA
  'channels:history', // discovery reads public channels
  'channels:join', // discovery joins them
  'channels:read', // discovery lists them
  'chat:write', // answers and notifications
  'commands', // the slash command and the shortcut
  'im:history', // direct messages to the app
  'users:read', // identifies the requester
  'users:read.email', // finds their account
]
const userScopes = ['openid', 'email', 'profile'] // Sign in with Slack

/**
 * The manifest of the Slack app (Slack, "App manifest reference"), for
 * https://api.slack.com/apps?new_app=1.
 *
 * @param appUrl SERVICE_APP_URL
 * @returns JSON text
 */
export function slackManifest(appUrl: string): string {
  const url = `${appUrl}/slack/events`
  const manifest = {
    _metadata: { major_version: 2, minor_version: 1 },
    display_information: {
      name: 'Glossary',
      description: 'What words mean at this company, without leaving Slack',
      background_color: '#1f3a5f',
    },
    features: {
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: 'glossary', always_online: true },
      shortcuts: [
        {
          name: 'Explain this message',
          type: 'message',
          callback_id: actions.explain,
          description: 'What the terms in this message mean',
        },
      ],
      slash_commands: [
        {
          command: '/glossary',
          url,
          description: 'Look up, add or vote for a term',
          usage_hint: 'SLA | search words | explain TEXT | add NAME -- definition | help',
          should_escape: false,
        },
      ],
    },
    oauth_config: { redirect_urls: [`${appUrl}/auth/slack/callback`], scopes: { user: userScopes, bot: botScopes } },
    settings: {
      event_subscriptions: { request_url: url, bot_events: ['app_home_opened', 'app_mention', 'message.im'] },
      interactivity: { is_enabled: true, request_url: url },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  }
  return JSON.stringify(manifest, null, 2)
}
