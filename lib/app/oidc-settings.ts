import type { SettingReader } from './setting-reader.ts'
import { domains, issuer, list, scopes } from './setting-values.ts'

/** Reads the settings of logins with an OpenID provider (contract, section 19). */
export const oidcSettings = ({ setting, secret }: SettingReader) => ({
  oidcIssuer: setting('SERVICE_OIDC_ISSUER', null, issuer),
  oidcClientId: setting('SERVICE_OIDC_CLIENT_ID', null, String),
  oidcClientSecret: secret('SERVICE_OIDC_CLIENT_SECRET', null, String),
  oidcName: setting('SERVICE_OIDC_NAME', 'your company account', String),
  oidcScopes: setting('SERVICE_OIDC_SCOPES', 'openid email profile', scopes),
  oidcAllowedDomains: setting('SERVICE_OIDC_ALLOWED_DOMAINS', [], domains),
  oidcGroupsClaim: setting('SERVICE_OIDC_GROUPS_CLAIM', 'groups', String),
  oidcAdminGroups: setting('SERVICE_OIDC_ADMIN_GROUPS', [], list),
  oidcEditorGroups: setting('SERVICE_OIDC_EDITOR_GROUPS', [], list),
})
