import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import * as v from 'valibot'
import packageJson from '../../package.json' with { type: 'json' }
import type { Settings } from '../app/settings.ts'
import { inOneLanguage } from '../http/in-one-language.ts'
import { isMultilingual } from '../languages.ts'
import { Problem } from '../problem.ts'
import { toJsonSchema } from '../schemas/json-schema.ts'
import type { McpContext } from './context.ts'
import { InProcessTransport } from './in-process-transport.ts'
import { supportedRevisions } from './json-rpc.ts'
import { getPrompt, prompts } from './prompts.ts'
import { completeName, readResource, resourceTemplates } from './resources.ts'
import { readArguments, rule, type Tool, ToolError } from './tool.ts'
import { tools } from './tools.ts'

/** What the service calls itself. */
type Info = { name: string; title: string; version: string; websiteUrl: string }

export type McpServer = {
  /**
   * Handles one JSON-RPC request from a client, with the context of that request.
   *
   * @throws Problem with status 503 if the database cannot be used
   */
  respond(request: JSONRPCRequest, ctx: McpContext): Promise<JSONRPCMessage>
  info: Info
}

/** The server for the requests of one client. */
export type Responder = { respond(request: JSONRPCRequest): Promise<JSONRPCMessage>; info: Info }

const instructions = `${rule} This is the glossary of one company. It says what its words, acronyms and code names mean there. Look up a single name with get_term. Never guess what an internal name means. Say how far the definition can be trusted (its status, and whether it is stale) and link to its page. These tools are read-only: people add terms and vote on the web pages, in Slack or through the REST API.`

/** MCP requires `type: 'object'` in the schemas of tools. */
const toObjectSchema = (schema: v.GenericSchema) => ({
  ...(toJsonSchema(schema) as Record<string, unknown>),
  type: 'object' as const,
})

/** The tools as clients list them. */
const listTools = (tools: readonly Tool[]) =>
  tools.map(({ name, title, description, input, output }) => ({
    name,
    title,
    description,
    inputSchema: toObjectSchema(input),
    outputSchema: toObjectSchema(output),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }))

const toolsInOneLanguage = tools.map((tool) => ({
  ...tool,
  input: inOneLanguage(tool.input),
  output: inOneLanguage(tool.output),
}))

const toolsOf = (settings: Pick<Settings, 'languages'>) => (isMultilingual(settings) ? tools : toolsInOneLanguage)

/**
 * Creates the MCP server: read-only tools, the terms as resources, and a prompt. It keeps no state between
 * requests, so one server handles all clients.
 */
export async function createMcpServer(settings: Pick<Settings, 'appUrl' | 'languages'>): Promise<McpServer> {
  const { appUrl } = settings
  const info = { name: 'term-glossary', title: 'Company glossary', version: packageJson.version, websiteUrl: appUrl }
  const server = new Server(info, { capabilities, instructions })
  const transport = new InProcessTransport<McpContext>()
  const withContext =
    <Params, Result>(work: (ctx: McpContext, params: Params) => Promise<Result>) =>
    ({ params }: { params: Params }, { requestId }: { requestId: RequestId }) => {
      const ctx = transport.contextOf(requestId)
      return withoutDetails(ctx, () => work(ctx, params))
    }
  server.setRequestHandler(ListToolsRequestSchema, onlyPage({ tools: listTools(toolsOf(settings)) }))
  server.setRequestHandler(CallToolRequestSchema, withContext(callTool))
  // Terms are found by their names: a list of them would flood the menus of clients.
  server.setRequestHandler(ListResourcesRequestSchema, onlyPage({ resources: [] }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, onlyPage({ resourceTemplates }))
  server.setRequestHandler(ReadResourceRequestSchema, withContext(readResource))
  server.setRequestHandler(CompleteRequestSchema, withContext(completeName))
  server.setRequestHandler(ListPromptsRequestSchema, onlyPage({ prompts }))
  server.setRequestHandler(GetPromptRequestSchema, withContext(getPrompt))
  server.fallbackRequestHandler = async ({ method }) => {
    if (method !== 'server/discover') {
      throw new McpError(ErrorCode.MethodNotFound, 'Method not found')
    }
    return { supportedVersions: supportedRevisions, capabilities, instructions }
  }
  await server.connect(transport)
  const respond: McpServer['respond'] = async (request, ctx) => {
    const asked = withoutNull(request)
    const response = checkParams(asked) ?? (await transport.request(asked, ctx))
    if (!('error' in response)) return response
    if (response.error.data instanceof Problem) throw response.error.data
    return { ...response, error: shorten(response.error) }
  }
  return { respond, info }
}

const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }

/** Answers a list that has one page, and so no cursors. */
const onlyPage =
  <Result>(result: Result) =>
  ({ params }: { params?: { cursor?: string | undefined } | undefined }): Result => {
    if (params?.cursor !== undefined) throw new McpError(ErrorCode.InvalidParams, 'Unknown cursor')
    return result
  }

const schemas = new Map(
  [
    InitializeRequestSchema,
    ListToolsRequestSchema,
    CallToolRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ReadResourceRequestSchema,
    CompleteRequestSchema,
    ListPromptsRequestSchema,
    GetPromptRequestSchema,
  ].map((schema): [string, Pick<typeof schema, 'safeParse'>] => [schema.shape.method.value, schema]),
)

/** Refuses wrong parameters, which the SDK would call an internal error. */
function checkParams(request: JSONRPCRequest): JSONRPCErrorResponse | undefined {
  const issue = schemas.get(request.method)?.safeParse(request).error?.issues[0]
  if (!issue) return undefined
  const message = `Invalid params: ${issue.path.join('.')}: ${issue.message}`
  return { jsonrpc: '2.0', id: request.id, error: { code: ErrorCode.InvalidParams, message } }
}

/** A tool that needs no arguments can be called with null instead of them. */
function withoutNull({ params, ...request }: JSONRPCRequest): JSONRPCRequest {
  if (params?.arguments !== null) return { ...request, ...(params && { params }) }
  const { arguments: _, ...rest } = params
  return { ...request, params: rest }
}

/**
 * An error begins with its code, which clients write as well, and repeats what was sent: the name of an unknown tool, a
 * URI, or each argument of a wrong type.
 */
const maxErrorLength = 1000

function shorten({ code, message, data }: JSONRPCErrorResponse['error']): JSONRPCErrorResponse['error'] {
  const isShort = data !== undefined && JSON.stringify(data).length <= maxErrorLength
  const text = message.replace(/^MCP error -?\d+: /, '').slice(0, maxErrorLength)
  return { code, message: text, ...(isShort && { data }) }
}

/**
 * Logs unexpected errors: the SDK would send their messages to the client. Outages become the data of an error, because
 * the SDK answers the client with everything that is thrown.
 */
async function withoutDetails<Result>({ log }: McpContext, work: () => Promise<Result>) {
  try {
    return await work()
  } catch (err) {
    if (err instanceof McpError) throw err
    if (err instanceof Problem && err.status === 503) {
      throw new McpError(ErrorCode.InternalError, err.message, err)
    }
    const isExpected = err instanceof Problem && err.status < 500
    if (!isExpected) log.error({ err }, 'an MCP request failed')
    const detail = err instanceof Problem ? err.message : 'Something went wrong on our side.'
    throw new McpError(ErrorCode.InternalError, detail)
  }
}

async function callTool(ctx: McpContext, params: { name: string; arguments?: object }) {
  const tool = toolsOf(ctx.settings).find(({ name }) => name === params.name)
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
  const input = v.safeParse(tool.input, readArguments(tool.input, params.arguments ?? {}), { abortPipeEarly: true })
  if (!input.success) return errorResult(describeIssues(tool, input.issues))
  try {
    const output = v.parse(tool.output, await tool.run(ctx, input.output)) as Record<string, unknown>
    const content = [JSON.stringify(output), ...describeIgnored(tool, params.arguments ?? {})]
    return { content: content.map((text) => ({ type: 'text' as const, text })), structuredContent: output }
  } catch (error) {
    if (error instanceof ToolError || (error instanceof Problem && error.status === 422))
      return errorResult(error.message)
    throw error
  }
}

/** Names the arguments that a tool does not have: an answer that leaves them out looks like one that heeds them. */
function describeIgnored({ name, input }: Tool, given: object): string[] {
  const ignored = Object.keys(given).filter((key) => !Object.hasOwn(input.entries, key))
  if (ignored.length === 0) return []
  const names = (keys: readonly string[]) => keys.map((key) => `“${key.slice(0, 50)}”`).join(', ')
  const own = names(Object.keys(input.entries))
  return [`Ignored: ${names(ignored.slice(0, 10))}. ${name} has no such argument. It has: ${own || 'none'}.`]
}

/** A result that tells the model what went wrong. */
const errorResult = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] })

function describeIssues(tool: Tool, issues: readonly v.BaseIssue<unknown>[]) {
  const messages = issues.map((issue) => {
    const isMissing = issue.kind === 'schema' && issue.input === undefined
    return `${v.getDotPath(issue) ?? 'arguments'} ${isMissing ? 'is required' : issue.message}`
  })
  return `Invalid arguments for ${tool.name}: ${messages.join('; ')}.`
}
