import type { ComponentChildren } from 'preact'
import {
  type ApiDocument,
  type ApiSchema,
  describeResponse,
  nameOf,
  type Operation,
  operationsOf,
} from './read-document.ts'

/** Lists all operations of the API by subject, and the objects that they send and return. */
export function Reference({ document }: { document: ApiDocument }) {
  const { info, tags, components } = document
  return (
    <article class="api">
      <h1>API reference</h1>
      <p class="lead">
        <Prose text={info.description} />
      </p>
      <p>
        <a href="/docs?try=true">Try requests in the browser</a>, or download the{' '}
        <a href="/openapi.json">OpenAPI document</a>.
      </p>
      <nav aria-label="Subjects">
        <ul class="api-subjects">
          {[...tags.map(({ name }) => name), 'objects'].map((name) => (
            <li key={name}>
              <a href={`#subject-${name}`}>{capitalize(name)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {tags.map(({ name, description }) => (
        <section key={name} aria-labelledby={`subject-${name}`}>
          <h2 id={`subject-${name}`}>{capitalize(name)}</h2>
          <p>{description}</p>
          {operationsOf(document, name).map((operation) => (
            <OperationEntry key={operation.operationId} document={document} operation={operation} />
          ))}
        </section>
      ))}
      <section aria-labelledby="subject-objects">
        <h2 id="subject-objects">Objects</h2>
        {Object.entries(components.schemas).map(([name, schema]) => (
          <details key={name}>
            <summary>
              <h3>{name}</h3>
            </summary>
            {/* A link to what is inside opens the details. */}
            <div id={name}>
              <FieldList schema={schema} />
            </div>
          </details>
        ))}
      </section>
    </article>
  )
}

function OperationEntry({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const { operationId, method, path, summary, description, parameters, responses } = operation
  return (
    <details id={operationId}>
      <summary>
        <h3>{summary}</h3>
        <code>
          {method} {path}
        </code>
      </summary>
      {description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <Prose text={paragraph} />
        </p>
      ))}
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <dl class="api-fields">
            {parameters.map(({ name, description, schema, required }) => (
              <div key={name}>
                <Field name={name} schema={{ ...schema, description }} isRequired={required} />
              </div>
            ))}
          </dl>
        </>
      )}
      <Body operation={operation} />
      <h4>Responses</h4>
      <dl class="api-fields">
        {Object.entries(responses).map(([status, response]) => (
          <div key={status}>
            <dt>
              <code>{status}</code> {describeResponse(document, response)}
            </dt>
            <dd>
              {Object.entries(response.content ?? {}).map(([type, { schema }]) => (
                <div key={type}>
                  {type}
                  {': '}
                  <Type schema={schema} />
                </div>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p class="fine">
        In generated clients: <code>{operationId}</code>
      </p>
    </details>
  )
}

function Body({ operation: { requestBody } }: { operation: Operation }) {
  if (!requestBody) return null
  return (
    <>
      <h4>Body</h4>
      {Object.entries(requestBody.content).map(([type, { schema }]) => (
        <div key={type}>
          <p>
            {type}
            {': '}
            <Type schema={schema} />
          </p>
          <FieldList schema={schema} />
        </div>
      ))}
    </>
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A text with the parts between backticks as code. */
const Prose = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
)

/** The type of a schema in words: `text (uuid)`, `list of Term`, `one of a, b`, with links to named schemas. */
function Type({ schema }: { schema: ApiSchema }) {
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
  return <>{[names[type ?? ''] ?? type ?? 'anything', format && `(${format})`].filter(Boolean).join(' ')}</>
}

const names: Record<string, string> = { string: 'text', boolean: 'true or false', null: 'null' }

const separate = (parts: ComponentChildren[], by: string) => parts.flatMap((part, i) => (i === 0 ? [part] : [by, part]))

/** The fields of an object, with those of the objects in it. */
function FieldList({ schema }: { schema: ApiSchema }) {
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
function Field({ name, schema, isRequired }: { name: string; schema: ApiSchema; isRequired: boolean }) {
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
