import type { RequestListener } from 'node:http'
import { createServerAdapter, sendNodeResponse } from '@whatwg-node/server'
import type { Log } from '../log.ts'
import type { App } from './app.ts'

/**
 * Makes the listener of a node:http server that answers with the service.
 *
 * The adapter's own listener would also watch for clients that go away, to abort a signal that nothing
 * here listens to; that took seven per cent of a small request. What cannot be sent at all is logged,
 * and its connection ended.
 */
export function nodeListener(app: App, log: Log): RequestListener {
  const { handleNodeRequest } = createServerAdapter<{ peer?: string }>(
    (request, { peer }) => app(request, peer),
    // Its default; to find that out it would load Node's own fetch, which nothing else needs at the start.
    { __useCustomAbortCtrl: true },
  )
  return async (request, response) => {
    try {
      const answer = await handleNodeRequest(request, { peer: request.socket.remoteAddress })
      await sendNodeResponse(answer, response, request, true)
    } catch (err) {
      log.error({ err }, 'an answer could not be sent')
      response.destroy()
    }
  }
}
