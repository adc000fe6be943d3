/** One fault in the input: where (a JSON field or query parameter, '' for the whole) and what. */
export type Fault = { path: string; message: string }

/** The closed list of what can go wrong on purpose. Callers match on these codes, never on texts. */
const catalogue = {
  malformed_request: [400, 'The request cannot be read.'],
  malformed_json: [400, 'The body is not valid JSON.'],
  state_mismatch: [
    400,
    'State does not match the cookie (cookie not sent, clock skew, or SERVICE_APP_URL not HTTPS in production). Log in again, within five minutes and in one window.',
  ],
  redirect_uri_mismatch: [
    400,
    'Redirect URL configured at the identity provider differs from SERVICE_APP_URL/auth/slack/callback. An administrator has to make them the same.',
  ],
  invalid_client: [
    400,
    'Wrong client ID or client secret. An administrator has to correct SERVICE_SLACK_CLIENT_ID and SERVICE_SLACK_CLIENT_SECRET.',
  ],
  invalid_id_token: [400, 'The identity provider vouches for another log-in. Log in again.'],
  email_missing: [
    400,
    'The identity provider gave no e-mail address. It takes the scope "email": agree to it when asked, or have an administrator add it to the app at the provider.',
  ],
  email_unverified: [
    400,
    'There is an account with your e-mail address, and the identity provider has not verified that it is yours. Verify it there, then log in again.',
  ],
  account_conflict: [
    400,
    'The account with your e-mail address belongs to another user of the identity provider. Ask an administrator to release it.',
  ],
  login_failed: [400, 'The identity provider did not let you in. Log in again.'],
  unauthenticated: [401, 'Send an API token or session token as "Authorization: Bearer <token>".'],
  invalid_credentials: [401, 'The credential is wrong, expired or revoked. Log in again.'],
  bad_signature: [401, 'The signature is missing, wrong, or older than five minutes.'],
  dev_mode_off: [401, 'X-User-Id is accepted in development mode only.'],
  inactive_user: [401, 'This account has been deactivated. Ask an administrator.'],
  forbidden: [403, 'You may not do this.'],
  insufficient_role: [403, 'Your role does not allow this.'],
  insufficient_scope: [403, 'This API token lacks the scope "write".'],
  session_required: [403, 'API tokens are created from a session: log in and use that.'],
  cross_site: [403, 'A page of another site sent this request with your cookie; it was refused.'],
  not_found: [404, 'There is nothing here.'],
  slack_login_off: [
    404,
    'Sign in with Slack is not set up: it takes SERVICE_SLACK_CLIENT_ID and SERVICE_SLACK_CLIENT_SECRET.',
  ],
  method_not_allowed: [405, 'This path does not take this method. See the Allow header.'],
  version_conflict: [409, 'Someone changed the term meanwhile. Fetch it and send your edit again.'],
  duplicate: [409, 'This name exists with the same full name and category.'],
  transition_refused: [409, 'The term cannot take this step now.'],
  last_admin: [409, 'This is the last active administrator. Appoint another one first.'],
  job_running: [409, 'This job is already running.'],
  precondition_failed: [412, 'The term is not at the version that If-Match asks for.'],
  body_too_large: [413, 'The body is larger than 64 KiB.'],
  not_json: [415, 'Send the body as "Content-Type: application/json".'],
  not_form: [415, 'Send the body as "Content-Type: application/x-www-form-urlencoded".'],
  validation_failed: [422, 'The input is not valid. See "errors".'],
  internal: [500, 'Something went wrong on our side. Quote the request id when you report it.'],
  idp_unreachable: [
    502,
    'The identity provider cannot be reached, or its answer makes no sense. Try again in a moment.',
  ],
  database_unavailable: [503, 'The database cannot be reached. Try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>

export type ProblemCode = keyof typeof catalogue
export type ProblemStatus = (typeof catalogue)[ProblemCode][0]

/** RFC 9110's names of the statuses used. */
export const titles: Record<ProblemStatus, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

export type ProblemMembers = {
  /** a code that is not ours: the identity provider's own, in place of `login_failed` */
  code?: string
  detail?: string
  errors?: Fault[]
  current_version?: number
  existing_id?: string
}

/** The only error that is thrown on purpose; app.ts answers it as problem+json (RFC 9457). */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: ProblemStatus
  readonly members: ProblemMembers
  readonly headers: Record<string, string>

  /**
   * @param code what went wrong; status and default detail follow from it
   * @param members further members of the problem document; `detail` replaces the default one
   * @param options headers beyond those that the status brings along; the cause, for the log alone
   */
  constructor(
    code: ProblemCode,
    members: ProblemMembers = {},
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(members.detail ?? catalogue[code][1], { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.status = catalogue[code][0]
    this.members = members
    this.headers = { ...statusHeaders[this.status], ...options.headers }
  }

  /** The problem document (RFC 9457, section 3). */
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

const statusHeaders: Partial<Record<ProblemStatus, Record<string, string>>> = {
  401: { 'www-authenticate': 'Bearer' },
  503: { 'retry-after': '5' },
}

export const problemCodes = Object.keys(catalogue) as ProblemCode[]

/** What a code of somebody else may look like before it is passed on. */
export const foreignCode = /^[a-z0-9_]{1,64}$/
