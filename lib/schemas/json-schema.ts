import {
  type ConversionConfig,
  toJsonSchema as convert,
  type JsonSchema,
} from '@valibot/to-json-schema'
import type * as v from 'valibot'

/**
 * Turns a schema of ours into JSON Schema (2020-12): what may be sent, with the bounds that it states in
 * its metadata where valibot's own actions cannot say them.
 *
 * @param options how references to other schemas are written, where there are any
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
    ignoreActions: ['trim', 'normalize', 'check', 'rfc_email'],
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type !== 'metadata') return undefined
      const { jsonSchema: ours, ...others } = jsonSchema as JsonSchema & { jsonSchema?: object }
      return { ...others, ...ours }
    },
  })
  return converted
}
