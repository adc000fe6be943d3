import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import * as v from 'valibot'
import packageJson from '../../package.json' with { type: 'json' }
import { toJsonSchema } from '../schemas/json-schema.ts'
import type { McpContext } from './context.ts'
import { getPrompt, prompts } from './prompts.ts'
import { completeName, readResource, resourceTemplates } from './resources.ts'
import { type Tool, ToolRefusal, tools } from './tools.ts'
import { type McpServer, PairingTransport } from './transport.ts'

const instructions = `This is the glossary of one company: what its acronyms, codenames and jargon mean there. Look up a name with get_term before explaining it; never guess what an internal name means. Say how far a definition can be trusted (its status, and whether it is stale), and link to its page. The glossary is read-only here: people add and vote for terms on the page or through the REST API.`

/** MCP wants the schema of a tool to be one of an object, and to say so. */
const toObjectSchema = (schema: v.GenericSchema) => ({
  ...(toJsonSchema(schema) as Record<string, unknown>),
  type: 'object' as const,
})

const toolList = tools.map(({ name, title, description, input, output }) => ({
  name,
  title,
  description,
  inputSchema: toObjectSchema(input),
  outputSchema: toObjectSchema(output),
  annotations: {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
}))

/**
 * Makes the MCP server: three read-only tools, the terms as resources, one prompt. It keeps nothing
 * between requests, so one serves all clients.
 */
export async function createMcpServer(ctx: McpContext): Promise<McpServer> {
  const { appUrl } = ctx.settings
  const server = new Server(
    {
      name: 'term-glossary',
      title: 'Company glossary',
      version: packageJson.version,
      websiteUrl: appUrl,
    },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} }, instructions },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolList }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(ctx, params))
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(ctx, params.uri))
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => completeName(ctx, params))
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => getPrompt(ctx, params))

  const transport = new PairingTransport()
  await server.connect(transport)
  return (request) => transport.exchange(request)
}

async function callTool(ctx: McpContext, params: { name: string; arguments?: object }) {
  const tool = tools.find(({ name }) => name === params.name)
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
  const input = v.safeParse(tool.input, params.arguments ?? {}, { abortPipeEarly: true })
  if (!input.success) return refuse(describeFaults(tool, input.issues))
  try {
    const output = v.parse(tool.output, await tool.run(ctx, input.output)) as Record<
      string,
      unknown
    >
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(output) }],
      structuredContent: output,
    }
  } catch (error) {
    if (error instanceof ToolRefusal) return refuse(error.message)
    throw error
  }
}

/** A result that a model can act on: what is wrong, in words. */
const refuse = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] })

function describeFaults(tool: Tool, issues: readonly v.BaseIssue<unknown>[]) {
  const faults = issues.map((issue) => {
    const isMissing = issue.kind === 'schema' && issue.input === undefined
    return `${v.getDotPath(issue) ?? 'arguments'} ${isMissing ? 'is required' : issue.message}`
  })
  return `${tool.name} cannot be called like this: ${faults.join('; ')}.`
}
