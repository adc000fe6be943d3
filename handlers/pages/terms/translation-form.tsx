import { changedFields, toTexts } from '../../../lib/glossary/texts.ts'
import { languageName } from '../../../lib/languages.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { Term } from '../../../lib/schemas/term.ts'
import { ActionButton, Confirmation, Field, Hidden, Refusal, Submit } from '../../../lib/web/parts/form.tsx'
import { RelativeTime } from '../../../lib/web/parts/relative-time.tsx'
import { Changes, WordDiff } from '../../../lib/web/parts/word-diff.tsx'
import type { Languages, TranslationContext } from './read-translation.ts'

/** Leads to the forms of a term: its own texts, and each translation. */
export function LanguageTabs({ term, current, own, all, translations }: Languages & { term: Term; current: string }) {
  const stateOf = (tag: string) => {
    const translation = translations.find(({ language }) => language === tag)
    if (!translation) return 'not yet'
    return translation.is_outdated ? 'out of date' : null
  }
  return (
    <nav class="tabs language-tabs" aria-label="Languages">
      {all.map((tag) => (
        <a
          key={tag}
          href={tag === own ? `/terms/${term.id}/edit` : `/terms/${term.id}/translations/${tag}`}
          aria-current={tag === current ? 'true' : undefined}
        >
          {languageName(tag)} {tag !== own && stateOf(tag) && <span class="count">{stateOf(tag)}</span>}
        </a>
      ))}
    </nav>
  )
}

/** The title of the form's page. */
export const titleOf = ({ term, language }: Pick<TranslationContext, 'term' | 'language'>) =>
  `${term.name} in ${languageName(language)}`

type Props = TranslationContext & { values: URLSearchParams; problem?: Problem | undefined }

/** The form of a translation, beside the text that it translates and what has changed in that. */
export function TranslateTerm(props: Props) {
  const { term, language, languages, translation, values, problem } = props
  const path = `/terms/${term.id}/translations/${language}`
  const errors = problem?.members.errors
  return (
    <section id="edit" class="editor" aria-label={titleOf(props)}>
      <div class="stack edit-form">
        <h1>
          {languageName(language)} translation of{' '}
          <a class="subject" href={`/terms/${term.id}`}>
            {term.name}
          </a>
        </h1>
        <LanguageTabs {...languages} term={term} current={language} />
        {problem && <Refusal {...{ problem, values }} />}
        {problem?.code === 'version_conflict' && translation && (
          <WordDiff from={translation.definition} to={values.get('definition') ?? ''} whole />
        )}
        <form class="stack" method="post" action={path}>
          <Hidden version={values.get('version') ?? ''} seen={values.get('seen') ?? ''} />
          <Field name="name" label="Name" hint="Optional. Lookups and texts find the term by it." errors={errors}>
            {(control) => <input {...control} lang={language} value={values.get('name') ?? ''} />}
          </Field>
          <Field name="full_name" label="Full name" hint="Optional." errors={errors}>
            {(control) => <input {...control} lang={language} value={values.get('full_name') ?? ''} />}
          </Field>
          <Field name="definition" label="Definition" errors={errors}>
            {(control) => (
              <textarea {...control} lang={language} required rows={7} value={values.get('definition') ?? ''} />
            )}
          </Field>
          <p class="button-row">
            <Submit>Save</Submit>
            <a href={`/terms/${term.id}`}>Cancel</a>
          </p>
        </form>
        {translation && <OtherActions {...props} path={path} />}
      </div>
      <Original {...props} />
    </section>
  )
}

function OtherActions({ language, translation, path }: Props & { path: string }) {
  return (
    <div class="button-row">
      {translation?.is_outdated && (
        <ActionButton action={`${path}/current`} look="plain">
          Still right
        </ActionButton>
      )}
      <Confirmation
        label="Remove…"
        about={`the ${languageName(language)} translation`}
        action={`${path}/remove`}
        verb="Remove the translation"
      >
        <p>
          Everybody reads the original then. The history keeps the text, and the name stays another name of the term.
        </p>
      </Confirmation>
    </div>
  )
}

/** The text to translate, and what has changed in it since it was translated. */
function Original({ term, languages, translation, translated }: TranslationContext) {
  const own = languageName(languages.own)
  const { full_name, definition } = translated ?? term
  const [from, to] = [toTexts({ ...term, full_name, definition }), toTexts(term)]
  return (
    <section class="preview" aria-label={`${own} text`}>
      <h2>{own} text</h2>
      {term.full_name && (
        <p lang={languages.own} dir="auto">
          <b>{term.full_name}</b>
        </p>
      )}
      <p class="definition" lang={languages.own} dir="auto">
        {term.definition}
      </p>
      {translation && (
        <p class="fine">
          Translated <RelativeTime at={translation.updated_at} />
          {translation.updated_by && ` by ${translation.updated_by.display_name}`}
        </p>
      )}
      {translation && !translated && <p>It is not known which text was translated. Compare both.</p>}
      {changedFields(from, to).length > 0 && (
        <>
          <h2>What has changed since</h2>
          <Changes from={from} to={to} />
        </>
      )}
    </section>
  )
}
