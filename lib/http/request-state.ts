import type { Sender } from '../app/limits.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import type { ArrivingBody } from './arriving-body.ts'
import type { Deadline } from './deadline.ts'

/** A request and what is known about it so far. */
export type RequestState = {
  request: Request
  /** the path of the URL, without the query, which may contain what must not be logged */
  path: string
  requestId: string
  /** the IP address of the client, if it is known */
  client: string | null
  isDisconnected: () => boolean
  deadline: Deadline
  /** whom the limits count: the client's address until the caller is known */
  sender: Sender
  /** whether the request has been counted, or need not be */
  isCounted: boolean
  /** what is known of the body, if it arrives on a connection */
  arrivingBody?: ArrivingBody | undefined
  /** gives back the memory of the body */
  releaseBody?: () => void
  /** headers of the response, whether it succeeds or fails */
  headers?: Readonly<Record<string, string>>
  /** set when the caller has been authenticated */
  userId?: string
  /** the pattern of the path; set when it has been found */
  route?: string
  /** set when the endpoint has been found */
  isProbe?: boolean
  /** of the problem that the response is */
  code?: string
}

/**
 * Counts a request for its sender, as soon as the sender is known, whatever becomes of the request (contract, section
 * 18).
 *
 * @throws Problem `too_many_requests`
 */
export async function countRequest(
  { limits }: Pick<Context, 'limits'>,
  requestState: RequestState,
  sender: Sender,
): Promise<void> {
  requestState.sender = sender
  requestState.isCounted = true
  await limits.count(sender)
}

/**
 * Checks that the client still waits for the response. Called before each statement of a request.
 *
 * @throws Problem `timeout` or `client_disconnected`
 */
export function requireClient({ deadline, isDisconnected }: RequestState): void {
  if (deadline.isOver()) throw new Problem('timeout')
  if (isDisconnected()) throw new Problem('client_disconnected')
}
