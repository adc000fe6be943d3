import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { routes } from '../../handlers/app.ts'
import { describeApi } from '../../lib/http/openapi.ts'
import type { Answer } from './test-service.ts'

export type Schema = Record<string, unknown> & {
  description?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}
/** Schemas by media type. */
export type Content = Record<string, { schema?: Schema }>
export type Operation = {
  operationId: string
  description: string
  summary: string
  tags: string[]
  security?: object[]
  parameters: { name: string; in: string; description?: string; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { $ref?: string; content?: Content }>
}
/** An operation and where it stands; the method in capitals. */
export type Described = { name: string; method: string; path: string; operation: Operation }

/** The service's OpenAPI document. */
export const document = JSON.parse(
  describeApi(
    routes.map(({ contract }) => contract),
    true,
  ),
)

export const operations: Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(([key, operation]) => {
    const method = key.toUpperCase()
    return { name: `${method} ${path}`, method, path, operation }
  }),
)

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: true, allErrors: true })
addFormats.default(ajv)
ajv.addVocabulary(['components'])
const components = { schemas: closed(document.components.schemas) }
const validators = new Map<Schema, ValidateFunction>()

/** Schemas in which objects have no members but those that are named. */
function closed<Part extends object>(part: Part): Part {
  return JSON.parse(JSON.stringify(part), (_, value) =>
    value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
  )
}

/**
 * What a schema of the document finds wrong with a value; '' if nothing. A member that it does not name
 * is wrong.
 *
 * @throws Error at a keyword or format that is unknown, or a `required` without its property
 */
export function faults(schema: Schema, value: unknown): string {
  const validate = validators.get(schema) ?? ajv.compile({ ...closed(schema), components })
  validators.set(schema, validate)
  return validate(value) ? '' : ajv.errorsText(validate.errors)
}

/** What the document finds wrong with an answer to an operation; null if nothing. */
export function answerFault({ responses }: Operation, { status, headers, text, body }: Answer): string | null {
  const documented = responses[status]
  if (!documented) return `a ${status}, which is not documented`
  const name = documented.$ref?.split('/').pop()
  const content: Content = name ? document.components.responses[name].content : documented.content
  if (!content) return text === '' ? null : 'a body where none is documented'
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (!content[type]) return `the media type "${type}"`
  const { schema } = content[type]
  if (!schema || !/json$/.test(type)) return null
  const wrong = faults(schema, body)
  return wrong === '' ? null : `a body against its schema: ${wrong}`
}
