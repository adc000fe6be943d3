import { type ConversionConfig, toJsonSchema as convert, type JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/**
 * Converts a schema to JSON Schema (2020-12) for its input. Limits that valibot's actions cannot express come
 * from `jsonSchema` in the metadata of the schema.
 *
 * @param options how references to other schemas are written
 */
export function toJsonSchema(
  schema: v.GenericSchema,
  options: Pick<ConversionConfig, 'definitions' | 'overrideRef'> = {},
): JsonSchema {
  const { $schema, $defs, ...converted } = convert(schema, {
    ...options,
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'throw',
    ignoreActions: ['trim', 'normalize', 'check', 'rfc_email', 'to_lower_case'],
    // Not every generator of clients understands a constant; all understand a choice of one value.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'literal' ? { type: 'string', enum: [jsonSchema.const as string] } : undefined,
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type !== 'metadata') return undefined
      const { jsonSchema: limits, ...others } = jsonSchema as JsonSchema & { jsonSchema?: object }
      return { ...others, ...limits }
    },
  })
  return converted
}
