import type * as v from 'valibot'
import type { McpContext } from './context.ts'

/**
 * What agents must know before anything else: they look up what they do not recognise, and believe that they know
 * ordinary words. It stands first wherever clients read, because some drop `instructions`, and some cut texts
 * (contract, section 17). It never depends on what the glossary has.
 */
export const rule =
  'Before you answer about this company or write a text for it, pass the message of the person to explain_text, however ordinary its words look: "account", "active user" or "churn" may have a meaning of their own here.'

/** The input of a tool: an object. */
type InputSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/**
 * Reads the arguments of a tool as models give them. They fill in what they leave out: of an optional argument, `null`
 * and text without content count as absent, a whole number may be text, and a choice may be in any case (contract,
 * section 9).
 */
export const readArguments = ({ entries }: InputSchema, given: object): object =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const schema = Object.hasOwn(entries, name) ? entries[name] : undefined
      if (schema?.type !== 'optional') return [[name, value]]
      if (value === null || (typeof value === 'string' && value.trim() === '')) return []
      const { wrapped } = schema as v.OptionalSchema<v.GenericSchema, undefined>
      return [[name, typeof value === 'string' ? readText(wrapped, value.trim()) : value]]
    }),
  )

function readText({ type }: v.GenericSchema, text: string): unknown {
  if (type === 'picklist') return text.toLowerCase()
  return type === 'number' && /^-?\d{1,15}(?:\.0+)?$/.test(text) ? Number(text) : text
}

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
