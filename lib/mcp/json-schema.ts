import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** An object schema, without references, as MCP wants it for tools. */
export type ObjectSchema = { type: 'object'; [key: string]: unknown }

/** Turns the schema of a tool into JSON Schema (2020-12). */
export function toObjectSchema(schema: v.GenericSchema): ObjectSchema {
  const { $schema, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions: ['trim', 'normalize', 'check'],
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type !== 'metadata') return undefined
      const { jsonSchema: ours, ...others } = jsonSchema as { jsonSchema?: object }
      return { ...others, ...ours }
    },
  })
  return { ...converted, type: 'object' }
}
