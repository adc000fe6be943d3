import { createGlossary } from '../../handlers/app.ts'
import { openContext } from '../../lib/service.ts'
import { send, type TestService } from './test-service.ts'

/** Opens a second process, as far as the database can tell. The caller closes it. */
export function secondProcess({ databaseUrl, ctx }: TestService) {
  const { context, close } = openContext(databaseUrl, ctx.settings, ctx.log, { Response })
  const app = createGlossary(context)
  const request: TestService['request'] = (method, path, options) => send(app, method, path, options)
  const { settle } = context.background
  return { request, settle, close: () => close(settle()) }
}
