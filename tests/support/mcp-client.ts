import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { TestService } from './test-service.ts'

export const mcpToken = 'the-bearer-token-of-the-agents'

/** Connects the official MCP client to a service in the same process, without a socket. */
export async function connectAgent({ app }: TestService, token = mcpToken): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost:8000/mcp'), {
    fetch: (url, init) => app(new Request(url, init), '127.0.0.1'),
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return client
}
