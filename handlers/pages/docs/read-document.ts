/** The parts of the OpenAPI document that its page shows. */
export type ApiDocument = {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  components: { schemas: Record<string, ApiSchema>; responses: Record<string, { description: string }> }
}

type ApiOperation = {
  operationId: string
  summary: string
  description: string
  tags: [string]
  parameters: ApiParameter[]
  requestBody?: { content: Content }
  responses: Record<string, ApiResponse>
}

type ApiParameter = { name: string; in: string; required: boolean; description: string; schema: ApiSchema }

type ApiResponse = { $ref?: string; description?: string; content?: Content }
type Content = Record<string, { schema: ApiSchema }>

export type ApiSchema = {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  description?: string
  properties?: Record<string, ApiSchema>
  required?: string[]
  items?: ApiSchema
  anyOf?: ApiSchema[]
  oneOf?: ApiSchema[]
  additionalProperties?: ApiSchema | boolean
}

export type Operation = ApiOperation & { method: string; path: string }

/** Returns the operations of a tag, in the order of their paths. */
export function operationsOf({ paths }: ApiDocument, tag: string): Operation[] {
  return Object.entries(paths)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    )
    .filter(({ tags }) => tags.includes(tag))
}

/** Returns what a `$ref` names: `#/components/schemas/Term` is `Term`. */
export const nameOf = (reference: string) => reference.split('/').at(-1) ?? ''

/** Describes a response in words, also one that the operation only refers to. */
export const describeResponse = ({ components }: ApiDocument, { $ref, description }: ApiResponse) =>
  $ref ? components.responses[nameOf($ref)]?.description : description
