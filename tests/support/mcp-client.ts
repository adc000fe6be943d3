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

/** The result of a tool. */
export type Result = {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
}

/** Calls a tool with the official client, which checks the result against the output schema. */
export async function call(service: TestService, name: string, args: Record<string, unknown>): Promise<Result> {
  const agent = await connectAgent(service)
  await agent.listTools()
  const result = (await agent.callTool({ name, arguments: args })) as Result
  await agent.close()
  return result
}
