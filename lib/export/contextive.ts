import { namesIn } from '../glossary/alias-lists.ts'
import { inChosenLanguage } from '../glossary/translated.ts'
import { parseJson } from '../json-text.ts'
import { describeWrong } from '../schemas/states.ts'
import { fold } from '../schemas/text.ts'
import { type ExportedTerm, type Format, printable } from './document.ts'

/** A glossary of Contextive, in YAML: each category is a context. */
export const contextive: Format = {
  label: 'Contextive',
  purpose: 'Shows definitions in an IDE that has the Contextive extension.',
  type: 'application/yaml',
  // Contextive reads any other type of a remote glossary as bytes.
  feedType: 'text/yaml; charset=utf-8',
  extension: 'yml',
  statement: 'export/contents-by-category',
  languages: 'chosen',
  relations: 'names',
  async *render(batches) {
    const { dump } = await import('js-yaml')
    const toYaml = (value: unknown) => dump(value, { lineWidth: -1 })
    let context: string | undefined
    for await (const batch of batches) {
      const terms = batch.map(parseJson)
      let text = context === undefined ? 'contexts:\n' : ''
      for (const term of terms) {
        const { category } = term
        if (context !== fold(category ?? '')) {
          // A context has a name. Contextive shows none that is empty.
          text += `  - name: ${toYaml(category ?? '')}    terms:\n`
          context = fold(category ?? '')
        }
        text += indent(toYaml([toEntry(term)]))
      }
      yield text
    }
    if (context === undefined) yield 'contexts: []\n'
  },
}

/**
 * The full name is an alias, and the status and what to use instead are entries of `meta`, as there are no fields for
 * them.
 */
function toEntry(term: ExportedTerm) {
  const { name, full_name, definition, aliases, status, replaced_by, translation } = term
  const { note } = inChosenLanguage(term)
  const wrong = describeWrong(term)
  const others = new Set([full_name ?? name, ...namesIn('aliases', aliases)])
  others.delete(name)
  return {
    name: printable(name),
    definition: printable(definition),
    ...(others.size > 0 && { aliases: [...others].map(printable) }),
    meta: {
      ...(replaced_by.length > 0 && { use_instead: printable(replaced_by.join()) }),
      status,
      ...(translation && { translation: note }),
      ...(wrong !== null && { warning: printable(wrong) }),
    },
  }
}

const indent = (yaml: string) => yaml.replace(/(^|\n)(?=[^\n])/g, '$1      ')
