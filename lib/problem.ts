/** An error in the input: `path` is a JSON field or query parameter, or '' for the whole input. */
export type Fault = { path: string; message: string }

/** Every problem that the service reports. Callers match on the codes, never on the texts. */
const problems = {
  malformed_request: [400, 'The request cannot be read.'],
  malformed_json: [400, 'The body is not valid JSON.'],
  state_mismatch: [
    400,
    'State does not match the cookie (cookie not sent, clock skew, or SERVICE_APP_URL not HTTPS in production). Log in again within five minutes, in one window.',
  ],
  redirect_uri_mismatch: [
    400,
    'Redirect URL configured at the identity provider differs from SERVICE_APP_URL/auth/slack/callback. An administrator has to correct one of them.',
  ],
  invalid_client: [
    400,
    'Wrong client ID or client secret. An administrator has to correct SERVICE_SLACK_CLIENT_ID and SERVICE_SLACK_CLIENT_SECRET.',
  ],
  invalid_id_token: [400, 'The ID token of the identity provider belongs to another login. Log in again.'],
  email_missing: [
    400,
    'The identity provider sent no email address. Allow access to it when you log in, or ask an administrator to add the scope "email" to the app at the provider.',
  ],
  email_unverified: [
    400,
    'The identity provider has not verified that the email address is yours. Verify it there, then log in again.',
  ],
  domain_not_allowed: [
    403,
    'Email addresses of your domain cannot be used here. Log in with your company account, or ask an administrator.',
  ],
  account_conflict: [
    400,
    'The account with your email address belongs to another user of the identity provider. Ask an administrator to release it.',
  ],
  agent_request_invalid: [400, 'The agent did not ask for access as OAuth requires.'],
  agent_request_not_found: [
    400,
    'This request for access has expired, was answered already, or was begun in another browser. Start the login again in your agent.',
  ],
  login_failed: [400, 'The identity provider refused the login. Log in again.'],
  unauthenticated: [401, 'Send an API token or session token as "Authorization: Bearer <token>".'],
  invalid_credentials: [401, 'The credential is invalid, expired or revoked. Log in again.'],
  token_expired: [401, 'This API token has expired. Create a new one.'],
  bad_signature: [401, 'The signature is missing, invalid, or older than five minutes.'],
  dev_mode_off: [401, 'X-User-Id is accepted only in development mode.'],
  inactive_user: [401, 'This account has been deactivated. Ask an administrator.'],
  forbidden: [403, 'You are not allowed to do this.'],
  insufficient_role: [403, 'Your role does not allow this.'],
  insufficient_scope: [403, 'This API token lacks the scope "write".'],
  protected: [403, 'Only the owner, editors and admins can edit this term. You can propose a change instead.'],
  not_a_member: [
    403,
    'Sorry, only full members of this Slack workspace can use the glossary, not guests or people from other workspaces.',
  ],
  dev_mode: [
    403,
    'This server runs in development mode. It can only be used from its own machine, at localhost or SERVICE_APP_URL.',
  ],
  session_required: [403, 'Only a session can create API tokens. Log in and use the session.'],
  cross_site: [403, 'A page of another site sent this request with your cookie, so it was refused.'],
  origin_not_allowed: [
    403,
    'This embed key cannot be used on pages of this origin. An administrator can create one for it.',
  ],
  not_found: [404, 'Nothing was found at this URL.'],
  slack_login_off: [
    404,
    'Sign in with Slack is not set up. An administrator has to set SERVICE_SLACK_CLIENT_ID and SERVICE_SLACK_CLIENT_SECRET.',
  ],
  oidc_login_off: [
    404,
    'Login with an OpenID provider is not set up. An administrator has to set SERVICE_OIDC_ISSUER, SERVICE_OIDC_CLIENT_ID and SERVICE_OIDC_CLIENT_SECRET.',
  ],
  method_not_allowed: [405, 'This URL does not support this method. See the Allow header.'],
  version_conflict: [409, 'Someone else has changed the term since. Read it again, then repeat your change.'],
  duplicate: [409, 'A term with this name, full name and category already exists.'],
  user_exists: [409, 'There is already an account with this email address.'],
  too_many_aliases: [409, 'The merged term would have more than 20 other names. Remove some from either term first.'],
  too_many_relations: [409, 'A term has at most 20 relations, and one of these two has them. Remove one first.'],
  cycle: [409, 'The other term already leads to this one, so this relation would close a circle.'],
  already_replaced: [409, 'The term is already replaced by another one. Remove that relation first.'],
  too_many_meanings: [
    409,
    'This name has 50 meanings, and a name cannot have more. Edit one of them, or ask an editor to delete one.',
  ],
  too_many_follows: [
    409,
    'You follow 1,000 terms and categories, and nobody can follow more. Stop following some of them first.',
  ],
  too_many_reasons: [
    409,
    'You have given 20 reasons for this report, and a report cannot have more. Wait until it is resolved.',
  ],
  transition_refused: [409, 'The term cannot change to this status now.'],
  needs_correction: [409, 'This text is known to be wrong. Correct it first.'],
  already_decided: [409, 'Someone has already decided about this proposal.'],
  already_undone: [409, 'This import has already been undone.'],
  import_conflict: [409, 'Other people changed the same terms during the import, so nothing was stored. Try again.'],
  definition_missing: [422, 'Nobody has explained this term yet. Write its definition first.'],
  not_waiting: [409, 'Someone has already decided about this.'],
  already_resolved: [409, 'This report is already resolved.'],
  conflict: [
    409,
    'The term has changed since the proposal. Decide about the fields in "conflicts", and send them in "fields".',
  ],
  last_admin: [409, 'This is the last active admin. Make another user an admin first.'],
  erased_account: [409, 'The details of this person were erased, and nobody can use the account again.'],
  own_account: [409, 'You cannot erase your own account. Ask another admin.'],
  job_running: [409, 'This job is already running.'],
  merged: [410, 'This term was merged into another one. See "merged_into".'],
  precondition_failed: [412, 'The current version of the term does not match If-Match.'],
  client_disconnected: [408, 'The client disconnected before the request was finished.'],
  request_timeout: [408, 'The body of the request did not arrive within 30 seconds.'],
  body_too_large: [413, 'The body is larger than 64 KiB.'],
  not_json: [415, 'Send the body as "Content-Type: application/json", in UTF-8 and without a Content-Encoding.'],
  unsupported_type: [415, 'This Content-Type is not supported here.'],
  not_form: [415, 'Send the body as "Content-Type: application/x-www-form-urlencoded".'],
  private_address: [
    422,
    'The host leads to a private or local address, or to a service of a cloud for its own machines. Only public addresses are allowed; SERVICE_PRIVATE_ADDRESSES=true also allows private ones.',
  ],
  unknown_language: [422, 'This glossary is not in that language.'],
  validation_failed: [422, 'The input is invalid. See "errors".'],
  too_many_requests: [429, 'You have sent too many requests. Try again later; see Retry-After.'],
  internal: [500, 'Something went wrong on our side. Quote the request ID when you report it.'],
  idp_unreachable: [502, 'The identity provider cannot be reached, or its response is invalid. Try again in a moment.'],
  timeout: [503, 'The request took too long. Try again in a moment.'],
  stopping: [503, 'The server is stopping. Another one may already take its place.'],
  busy: [503, 'The server is receiving too much data at the moment. Try again shortly.'],
  database_unreachable: [503, 'The database cannot be reached. Try again in a moment.'],
  database_busy: [503, 'The database has too much to do. Try again in a moment.'],
  database_full: [
    503,
    'The database cannot store anything, because its disk is full. An administrator has to free space.',
  ],
} as const satisfies Record<string, readonly [status: number, detail: string]>

export type ProblemCode = keyof typeof problems
export type ProblemStatus = (typeof problems)[ProblemCode][0]

/** The names of the statuses (RFC 9110). */
export const titles: Record<ProblemStatus, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

/** The members of a problem document beyond those of every problem; lib/http/openapi-schemas.ts lists them all. */
export type ProblemMembers = {
  /** the identity provider's own code, instead of `login_failed` */
  code?: string
  detail?: string
  /** the first 20, if there are more */
  errors?: Fault[]
  /** how many errors there are, if `errors` is there */
  errors_total?: number
  current_version?: number
  /** the term that has taken the place of the requested one */
  merged_into?: string
  existing_id?: string
  [member: string]: unknown
}

/** The only error that is meant for callers. lib/http/app.ts responds with it as problem+json (RFC 9457). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: ProblemStatus
  readonly members: ProblemMembers
  readonly headers: Record<string, string>

  /**
   * @param code determines the status and the default detail
   * @param members other members of the problem document; `detail` replaces the default
   * @param options another status than that of the code; headers in addition to those of the status; the cause, for the
   *   log only
   */
  constructor(
    code: ProblemCode,
    members: ProblemMembers = {},
    options: { status?: ProblemStatus; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    const status = options.status ?? problems[code][0]
    const { stackTraceLimit } = Error
    // A refusal must cost next to nothing, and nobody reads where it was thrown.
    if (status < 500) Error.stackTraceLimit = 0
    super(members.detail ?? problems[code][1], { cause: options.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.members = { ...members, ...(members.errors && boundErrors(members.errors)) }
    this.headers = { ...statusHeaders[this.status], ...options.headers }
  }

  /** What is wrong, for those who do not see `errors`. */
  get sentence(): string {
    const faults = this.members.errors?.map(({ path, message }) => `${path} ${message}`.trim())
    return faults ? `${faults.join('; ')}.` : this.message
  }

  /** Returns the problem document (RFC 9457, section 3). */
  document(requestId: string) {
    return {
      type: 'about:blank',
      title: titles[this.status],
      status: this.status,
      detail: this.message,
      code: this.code,
      request_id: requestId,
      ...this.members,
    }
  }
}

/** Creates the problem `validation_failed` about one field. The message follows its name. */
export const invalid = (path: string, message: string, detail?: string): Problem =>
  new Problem('validation_failed', { ...(detail !== undefined && { detail }), errors: [{ path, message }] })

const maxErrors = 20

/** A response names the first errors and their number (contract, section 18). */
const boundErrors = (errors: Fault[]) => ({ errors: errors.slice(0, maxErrors), errors_total: errors.length })

const statusHeaders: Partial<Record<ProblemStatus, Record<string, string>>> = {
  401: { 'www-authenticate': 'Bearer' },
  408: { connection: 'close' },
  503: { 'retry-after': '5' },
}

export const problemCodes = Object.keys(problems) as ProblemCode[]

/** Error codes of identity providers that are passed on. */
export const providerErrorCode = /^[a-z0-9_]{1,64}$/
