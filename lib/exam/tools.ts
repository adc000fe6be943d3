import * as v from 'valibot'
import type { McpContext } from '../mcp/context.ts'
import { explainTextTool } from '../mcp/explain-text.ts'
import { type Tool, ToolError } from '../mcp/tool.ts'
import { getTerm, searchTerms } from '../mcp/tools.ts'
import type { ExplainTextOutput, GetTermOutput, SearchTermsOutput } from '../schemas/mcp.ts'

/** The tools of agents. What an agent would get an error for is null. */
export type Tools = {
  getTerm(input: { name: string; context?: string }): Promise<GetTermOutput | null>
  explainText(text: string): Promise<ExplainTextOutput | null>
  searchTerms(query: string): Promise<SearchTermsOutput | null>
  /** how often they have been asked */
  count(): number
}

const uncounted: McpContext['lookups'] = { count() {}, countExplained() {} }

/** What the tools of agents need, and do not change. */
export type Needs = Pick<McpContext, 'db' | 'settings' | 'log' | 'names'>

/** Returns the tools of agents. Nothing that they are asked counts as a lookup. */
export function toolsOf(needs: Needs): Tools {
  const ctx = { ...needs, lookups: uncounted, person: null, language: null }
  let asked = 0
  async function ask<Output>(tool: Tool, given: object): Promise<Output | null> {
    asked += 1
    const input = v.safeParse(tool.input, given)
    if (!input.success) return null
    try {
      return (await tool.run(ctx, input.output)) as Output
    } catch (error) {
      if (error instanceof ToolError) return null
      throw error
    }
  }
  return {
    getTerm: (input) => ask(getTerm, input),
    explainText: (text) => ask(explainTextTool, { text }),
    searchTerms: (query) => ask(searchTerms, { query }),
    count: () => asked,
  }
}
