import { namesIn } from '../glossary/alias-lists.ts'
import type { ShownTranslation } from '../schemas/translation.ts'
import { describeStatus, type ExportedTerm, type Format, renderParts, type Source } from './document.ts'
import { withoutTranslated } from './translated.ts'
import { escapeXml } from './xml.ts'

const toStart = (language: string) => `<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dct" xml:lang="${language}" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic">
<tbxHeader><fileDesc><sourceDesc><p>Glossary</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
`
const end = '</body></text>\n</tbx>\n'

/** Terms as concepts of TBX-Basic (ISO 30042:2019) in the style DCT. Misspellings are left out. */
export const tbx: Format = {
  label: 'TBX',
  purpose: 'TBX-Basic (ISO 30042), for translators and terminology tools.',
  type: 'application/x-tbx',
  extension: 'tbx',
  statement: 'export/by-name',
  languages: 'all',
  relations: 'links',
  render(batches, source) {
    const { language } = source
    const renderBatch = (terms: readonly ExportedTerm[]) => terms.map((term) => toConcept(term, source)).join('')
    return renderParts({ start: toStart(language), separator: '', end, renderBatch }, batches)
  },
}

function toConcept(term: ExportedTerm, { language, isExported }: Source) {
  const { id, definition, category, created_at, updated_at } = term
  const parts = [
    toDate('origination', created_at),
    toDate('modification', updated_at),
    element('note', describeStatus(term)),
    ...(category === null ? [] : [element('min:subjectField', category)]),
    ...toReferences(term, isExported),
    `<langSec xml:lang="${language}">`,
    element('basic:definition', definition),
    ...toTerms({ ...term, aliases: withoutTranslated(term) }),
    '</langSec>',
    ...(term.translations ?? []).flatMap((each) => toSection(each, term.name)),
  ]
  return `<conceptEntry id="t-${id}">\n${parts.join('\n')}\n</conceptEntry>\n`
}

/** A translation; one without a name is called as the term is. */
const toSection = ({ language, name, full_name, definition, is_outdated }: ShownTranslation, own: string) => [
  `<langSec xml:lang="${language}">`,
  element('basic:definition', definition),
  ...(is_outdated ? [element('note', 'The translation is out of date.')] : []),
  toTerm(name ?? own, 'admittedTerm', full_name === null ? null : 'shortForm'),
  ...(full_name === null ? [] : [toTerm(full_name, 'admittedTerm', 'fullForm')]),
  '</langSec>',
]

/** Refers to the other terms that the document has: an ID that it does not have is an error. */
const toReferences = ({ related = [] }: ExportedTerm, isExported: Source['isExported']) =>
  related
    .filter(isExported)
    .map(({ id, name }) => `<basic:crossReference target="t-${id}">${escapeXml(name)}</basic:crossReference>`)

const toDate = (type: string, at: string) =>
  `<transacGrp>${element('basic:transactionType', type)}${element('date', at.slice(0, 10))}</transacGrp>`

/**
 * The name, the full name, other names and discouraged names, with the types and statuses that TBX-Basic has for them.
 * A name is preferred once the term is trusted, and superseded once another term replaces it.
 */
function toTerms({ name, full_name, aliases, status, replaced_by }: ExportedTerm): string[] {
  const isTrusted = status === 'community' || status === 'official'
  const ofName = isTrusted ? 'preferredTerm' : 'admittedTerm'
  const shortType = /\p{Ll}/u.test(name) ? 'shortForm' : 'acronym'
  return [
    toTerm(name, replaced_by.length > 0 ? 'supersededTerm' : ofName, full_name === null ? null : shortType),
    ...(full_name === null ? [] : [toTerm(full_name, 'admittedTerm', 'fullForm')]),
    ...namesIn('aliases', aliases).map((alias) => toTerm(alias, 'admittedTerm', 'variant')),
    ...namesIn('discouraged', aliases).map((alias) => toTerm(alias, 'deprecatedTerm', null)),
  ]
}

function toTerm(text: string, status: string, type: string | null) {
  const typeNote = type === null ? '' : element('basic:termType', type)
  const statusNote = element('min:administrativeStatus', `${status}-admn-sts`)
  return `<termSec>${element('term', text)}${statusNote}${typeNote}</termSec>`
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
