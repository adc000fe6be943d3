import type * as v from 'valibot'
import type { InputSchema } from './arguments.ts'
import type { McpContext } from './context.ts'

type Schema = v.GenericSchema

/** An error that the model sees as the result of the tool call (`isError`). */
export class ToolError extends Error {}

export type Tool = {
  name: string
  title: string
  description: string
  input: InputSchema
  output: Schema
  /** @throws ToolError */
  run(ctx: McpContext, input: unknown): Promise<unknown>
}

/** Defines a tool. Checks the types of its function against its schemas. */
export const defineTool = <Input extends InputSchema, Output extends Schema>(definition: {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  run(ctx: McpContext, input: v.InferOutput<Input>): Promise<v.InferOutput<Output>>
}) => definition as unknown as Tool
