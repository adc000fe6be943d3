import type { ComponentChildren } from 'preact'
import { type ApiSchema, nameOf } from './read-document.ts'

/** A text with the parts between backticks as code. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
)

/** The type of a schema in words: `text (uuid)`, `list of Term`, `one of a, b`, with links to named schemas. */
export function Type({ schema }: { schema: ApiSchema }) {
  const { $ref, type, format, items, properties } = schema
  const choices = schema.anyOf ?? schema.oneOf
  if ($ref) return <a href={`#${nameOf($ref)}`}>{nameOf($ref)}</a>
  if (choices)
    return (
      <>
        {separate(
          choices.map((each) => <Type key={JSON.stringify(each)} schema={each} />),
          ' or ',
        )}
      </>
    )
  if (schema.enum) {
    const values = schema.enum.map((value) => <code key={String(value)}>{String(value)}</code>)
    return <>{separate(values, ', ')}</>
  }
  if (type === 'array' && items)
    return (
      <>
        list of <Type schema={items} />
      </>
    )
  if (properties) return <>object</>
  return (
    <>
      {[names[type ?? ''] ?? type ?? 'anything', format && `(${format})`].filter(Boolean).join(' ')}
    </>
  )
}

const names: Record<string, string> = { string: 'text', boolean: 'true or false', null: 'null' }

const separate = (parts: ComponentChildren[], by: string) =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [by, part]))

/** The fields of an object, with those of the objects in it. */
export function FieldList({ schema }: { schema: ApiSchema }) {
  const { properties, required = [] } = schema
  if (!properties) return null
  return (
    <dl class="api-fields">
      {Object.entries(properties).map(([name, field]) => (
        <div key={name}>
          <Field name={name} schema={field} isRequired={required.includes(name)} />
        </div>
      ))}
    </dl>
  )
}

/** The name, type and meaning of a field or parameter. */
export function Field({
  name,
  schema,
  isRequired,
}: {
  name: string
  schema: ApiSchema
  isRequired: boolean
}) {
  const inner = [schema, schema.items, ...(schema.anyOf ?? [])].find((each) => each?.properties)
  return (
    <>
      <dt>
        <code>{name}</code>{' '}
        <span class="fine">
          <Type schema={schema} />
          {isRequired && ', required'}
        </span>
      </dt>
      <dd>
        {schema.description && <Prose text={schema.description} />}
        {inner && <FieldList schema={inner} />}
      </dd>
    </>
  )
}
