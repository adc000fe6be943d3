import type { ComponentChildren } from 'preact'
import type { Problem } from '../../problem.ts'
import { Field } from './form.tsx'

type NewSecretProps = {
  id: string
  label: string
  /** the secret; this is the only time it is shown */
  secret: string
  /** what it is, for the button that copies it */
  what: string
  children: ComponentChildren
}

/** A secret that has just been created, with a button that copies it. */
export function NewSecret({ id, label, secret, what, children }: NewSecretProps) {
  return (
    <section class="new-secret">
      <h2>
        <label for={id}>{label}</label>
      </h2>
      <div class="copy-row">
        <input
          id={id}
          class="secret"
          value={secret}
          readonly
          autofocus
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby={`${id}-hint`}
        />
        <CopyButton of={id} label={what} />
      </div>
      <p class="fine" id={`${id}-hint`}>
        {children}
      </p>
    </section>
  )
}

type SampleProps = { id: string; label: string; children: string }

export function Sample({ id, label, children }: SampleProps) {
  return (
    <div class="sample">
      <pre id={id}>
        <code>{children}</code>
      </pre>
      <CopyButton of={id} label={label} plain />
    </div>
  )
}

/** Copies the text of an element; hidden without JavaScript (assets/app.js). */
function CopyButton({ of: id, label, plain }: { of: string; label: string; plain?: boolean }) {
  return (
    <button type="button" class={`button with-js copy-button${plain ? ' plain' : ''}`} data-copies={id}>
      Copy <span class="visually-hidden">{label}</span>
    </button>
  )
}

type NameFieldProps = { hint: string; typed: URLSearchParams; problem: Problem | undefined }

/** The name of a credential that is being created. */
export function NameField({ hint, typed, problem }: NameFieldProps) {
  return (
    <Field name="name" label="Name" hint={hint} errors={problem?.members.errors}>
      {(props) => <input {...props} required maxlength={100} autocomplete="off" value={typed.get('name') ?? ''} />}
    </Field>
  )
}
