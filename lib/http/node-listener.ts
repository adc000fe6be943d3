import type { RequestListener } from 'node:http'
import { createServerAdapter, sendNodeResponse } from '@whatwg-node/server'
import type { Log } from '../log.ts'
import type { App } from './app.ts'

/**
 * Creates the request listener of a node:http server. If a response cannot be sent, the error is logged and
 * the connection closed.
 *
 * The adapter's own listener also aborts a signal when the client disconnects. Nothing uses that signal, and
 * it takes seven percent of the time of a small request.
 */
export function nodeListener(app: App, log: Log): RequestListener {
  const { handleNodeRequest } = createServerAdapter<{ peer?: string }>(
    (request, { peer }) => app(request, peer),
    // The default, which the adapter would load Node's own fetch to find out.
    { __useCustomAbortCtrl: true },
  )
  return async (request, response) => {
    try {
      const result = await handleNodeRequest(request, { peer: request.socket.remoteAddress })
      await sendNodeResponse(result, response, request, true)
    } catch (err) {
      log.error({ err }, 'a response could not be sent')
      response.destroy()
    }
  }
}
