import type { Problem } from '../../../lib/problem.ts'
import type { EmbedKey, NewEmbedKey } from '../../../lib/schemas/credentials.ts'
import { NameField, NewSecret, Sample } from '../../../lib/web/parts/copying.tsx'
import { Confirmation, Field, Refusal, Submit } from '../../../lib/web/parts/form.tsx'
import { type Listing, Records, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { HeadedPart, PagePart } from '../../../lib/web/parts/part.tsx'
import { Dated, LastUsed } from '../../../lib/web/parts/relative-time.tsx'
import { Admin } from './frame-view.tsx'

type Created = NewEmbedKey & {
  /** names of terms, to try the key with */
  names: readonly string[]
}

type EmbedProps = {
  keys: Listing<EmbedKey>
  /** the new key; this is the only time it is shown */
  created?: Created
  /** the form as it was sent, if it was rejected */
  typed?: URLSearchParams
  problem?: Problem
  /** origin of the script in samples */
  origin: string
}

export function EmbedPage({ created, keys, origin, ...form }: EmbedProps) {
  return (
    <Admin
      path="/admin/embed"
      lead="Other websites of your company can mark terms in their pages and show what they mean. Each website needs a key."
    >
      {created && <CreatedKey {...created} origin={origin} />}
      <CreateKey {...form} />
      <section class="part">
        <h2>{keys.total > 0 ? 'Active keys' : 'No keys yet'}</h2>
        <Keys keys={keys} />
      </section>
      {!created && <Installation origin={origin} />}
    </Admin>
  )
}

/** The list of keys, which htmx replaces. */
export function Keys({ keys, isPart = false }: Pick<EmbedProps, 'keys'> & { isPart?: boolean }) {
  return (
    <PagePart id="embed-keys" toTop says={isPart && rangeOf(keys)}>
      <Records
        {...keys}
        address="/admin/embed"
        empty={<p>Create a key above, then add the script to the pages of the website.</p>}
      >
        {(key) => <KeyRecord key={key.id} {...key} />}
      </Records>
    </PagePart>
  )
}

function KeyRecord({ id, name, origins, created_by, created_at, last_used_at }: EmbedKey) {
  return (
    <li class="record">
      <div>
        <h3 dir="auto">{name}</h3>
        <p>{origins.join(', ')}</p>
        <p class="facts">
          <Dated what={`Created by ${created_by.display_name}`} at={created_at} />
          <LastUsed at={last_used_at} />
        </p>
      </div>
      <Confirmation label="Revoke" about={name} action={`/admin/embed/${id}/revoke`} verb="Revoke key">
        <p>Pages that use this key no longer mark terms. You cannot undo this.</p>
      </Confirmation>
    </li>
  )
}

function CreatedKey({ name, key, names, origin }: Created & { origin: string }) {
  return (
    <>
      <NewSecret id="key" label={`Key “${name}”`} secret={key} what="the key">
        Copy it now; you won’t see it again.
      </NewSecret>
      <HeadedPart heading="Try it">
        <p id="try">{sampleText(names)}</p>
        <p class="fine without-js">This needs JavaScript.</p>
        <script src="/embed.js" data-key={key} data-selector="#try" defer />
      </HeadedPart>
      <Installation origin={origin} newKey={key} />
    </>
  )
}

const list = new Intl.ListFormat('en')

const sampleText = (names: readonly string[]) =>
  names.length > 0
    ? `The new key marks names in this sentence, such as ${list.format(names)}: point at them, tap them, or move to them with the Tab key.`
    : 'The glossary has no terms to mark yet.'

function CreateKey({ typed = new URLSearchParams(), problem }: Omit<EmbedProps, 'keys' | 'origin'>) {
  return (
    <section class="part">
      <h2>New key</h2>
      <form class="stack" method="post" action="/admin/embed">
        {problem && <Refusal problem={problem} values={typed} />}
        <NameField
          hint="The website that will use it, so that you can recognize it later."
          typed={typed}
          problem={problem}
        />
        <Field
          name="origins"
          label="Origins"
          hint="Where its pages are, one origin per line, such as https://wiki.example.com. The key works nowhere else."
          errors={problem?.members.errors}
        >
          {(props) => (
            <textarea
              {...props}
              required
              rows={2}
              spellcheck={false}
              autocapitalize="off"
              value={typed.get('origins') ?? ''}
            />
          )}
        </Field>
        <Submit>Create key</Submit>
      </form>
    </section>
  )
}

function Installation({ origin, newKey = 'glp_…' }: { origin: string; newKey?: string }) {
  return (
    <HeadedPart heading="Adding the script">
      <p>
        Add this line to the pages of the website. The first occurrence of each term is marked in <code>main</code> and{' '}
        <code>article</code>.
      </p>
      <Sample id="script-sample" label="the line">
        {`<script src="${origin}/embed.js" data-key="${newKey}" defer></script>`}
      </Sample>
      <p>
        <code>data-category="Operations"</code> puts the meanings of a category first.{' '}
        <code>data-selector="#content"</code> marks terms in other elements instead.
      </p>
      <p>
        If the website has a Content-Security-Policy, it needs <code>{origin}</code> in <code>script-src</code> and{' '}
        <code>connect-src</code>.
      </p>
      <p>
        The text that a reader sees is sent to this server, and not stored. Everyone who can open a page with the script
        can read its key, and with it the definitions of all terms but suggestions.
      </p>
    </HeadedPart>
  )
}
