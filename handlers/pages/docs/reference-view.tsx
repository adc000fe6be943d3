import {
  type ApiDocument,
  describeResponse,
  type Operation,
  operationsOf,
} from './read-document.ts'
import { Field, FieldList, Prose, Type } from './schema-view.tsx'

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
