import type { ImportField } from '../schemas/import.ts'

/** What the header of a column says; "meaning" is the full name or the definition. */
export type HeaderField = ImportField | 'meaning'

/**
 * What lists call our fields, after our own names, in English, German, French, Spanish and Italian. Of two columns for a
 * field, the one that comes first here wins.
 */
const words: Record<HeaderField, string> = {
  id: 'id',
  name: `name, acronym, abbreviation, abbrev, abbr, abbrv, initialism, short form, term, headword, word, phrase, entry,
    title, expression, concept, jargon, buzzword, short name, pref label, acro
    | Abkürzung, Abkürzungen, Kürzel, Kurzform, Akronym, Akronyme, Begriff, Begriffe, Fachbegriff, Stichwort, Wort, Ausdruck, Bezeichnung
    | sigle, acronyme, abréviation, terme, mot, nom, titre
    | sigla, acrónimo, abreviatura, abreviación, término, palabra, nombre, título, expresión, concepto
    | acronimo, acronimi, abbreviazione, abbreviazioni, termine, termini, parola, nome, titolo, voce`,
  full_name: `full name, full form, stands for, what it stands for, expansion, expanded form, expanded, long form, long name,
    spelled out, spelt out, written out, in full, full title, full term, full text, complete name, unabbreviated
    | Langform, Vollform, Langname, steht für, ausgeschrieben, voller Name, vollständiger Name, vollständige Bezeichnung, Auflösung
    | forme longue, forme complète, forme développée, nom complet, développement, développé, en toutes lettres, intitulé
    | nombre completo, forma completa, forma larga, forma desarrollada, desarrollo, expansión
    | forma estesa, per esteso, nome completo, forma lunga, espansione`,
  meaning:
    'meaning, meaning in full, Bedeutung, Bedeutungen, signification, sens, significado, significato, significati',
  definition: `definition, description, explanation, what it means, what is it, what it is, desc, def, details, gloss
    | Definition, Definitionen, Beschreibung, Beschreibungen, Erklärung, Erklärungen, Erläuterung, Erläuterungen
    | définition, explication
    | definición, descripción, explicación
    | definizione, definizioni, descrizione, descrizioni, spiegazione, spiegazioni`,
  category: `category, team, department, dept, domain, context, area, business area, business unit, subject area, subject, topic, group, tags
    | Kategorie, Kategorien, Abteilung, Bereich, Fachbereich, Sachgebiet, Thema, Themen, Gruppe, Domäne, Kontext
    | catégorie, équipe, département, service, domaine, thème, contexte, groupe, étiquettes
    | categoría, equipo, departamento, área, dominio, tema, contexto, grupo, etiquetas
    | categoria, categorie, squadra, reparto, dipartimento, ambito, contesto, gruppo, etichette`,
  aliases: `aliases, alias, synonyms, also called, also known as, aka, other names, alternative names, alternate names, alternatives, variants, alt label
    | Synonym, Synonyme, auch genannt, auch bekannt als, andere Namen, weitere Namen, Alternativen
    | synonymes, aussi appelé, également appelé, aussi connu sous le nom de, autres noms
    | sinónimos, también llamado, también conocido como, otros nombres
    | sinonimo, sinonimi, anche chiamato, anche detto, noto anche come, altri nomi`,
  misspellings: 'misspellings, common misspellings',
  discouraged: 'discouraged, discouraged names, discouraged terms, do not use, avoid',
  status: 'status',
}

/** Longer headers are texts, not names of columns. */
const maxLength = 100

/** A header without case, diacritics, marks, plural, Markdown, invisible characters, brackets and what is in them. */
function toKey(header: string) {
  return header
    .replace(/\[([^\][]*)\]\([^()]*\)/g, '$1') // a link in Markdown
    .replace(/\([^()]*\)|\[[^\][]*\]|\{[^{}]*\}|<[^<>]*>/g, ' ')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\ba\.? ?k\.? ?a\b/g, 'aka')
    .replace(/[^\p{L}\p{N}/|&+,]+/gu, ' ')
    .trim()
    .split(' ')
    .map(toSingular)
    .join(' ')
}

const toSingular = (word: string) =>
  word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<![su])s$/, '') : word

/** A German vowel can be written with an e. */
const spellings = (word: string) => [
  word,
  word.replace(/[äöüÄÖÜ]/g, (vowel) => `${vowel.normalize('NFD').charAt(0)}e`),
]

/** Each word with its field and its place among the words of that field. */
const known = new Map<string, { field: HeaderField; rank: number }>()
for (const [field, list] of Object.entries(words)) {
  for (const [rank, word] of list.split(/[,|]/).entries())
    for (const spelling of spellings(word.trim()))
      if (!known.has(toKey(spelling)))
        known.set(toKey(spelling), { field: field as HeaderField, rank })
}

const nameWords = '(?:acronym|abbreviation|initialism|term|word)'
/** What can be around the word that counts: "the", "term name", "definition of the term", "acronym meaning". */
const surroundings = [
  /^(?:the|a|an|our) /,
  /(?<=^(?!full|long|short).*) (?:name|form|column|text|english|en|de|fr)$/,
  RegExp(` of (?:the |an? )?${nameWords}$`),
  RegExp(`^${nameWords} (?!name)`),
  /^(?:business|technical|glossary|company|industry|short|long|brief|detailed|full|plain|preferred|main|english|official) (?=(?:acronym|abbreviation|term|definition|description|explanation|category)$)/,
]
const mixture = / ?[/|&+,] ?| (?:or|and|oder|und|ou|et|o|y|e) /

/**
 * Says which field a header names.
 *
 * @returns the field and its rank: of two columns for one field, the one with the lower rank is meant
 */
export function readHeader(header: string): { field: HeaderField; rank: number } | undefined {
  if (header.length > maxLength) return undefined
  const key = toKey(header) || toKey(header.replace(/[()[\]{}<>]/g, ' '))
  return find(key) ?? findMixture(key.split(mixture).filter(Boolean).map(find))
}

const toPlain = (header: string) =>
  header
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** Whether a header is the one that somebody names, ignoring case, spaces, hyphens and underscores. */
export const isSameHeader = (header: string, named: string): boolean =>
  toPlain(header) === toPlain(named)

function find(key: string) {
  const found = known.get(key)
  if (found) return found
  let inner = key
  for (const part of surroundings) {
    inner = inner.replace(part, '')
    const field = known.get(inner)
    if (field) return field
  }
  return undefined
}

/** Several words for one field, of which the first is known. A meaning, with another one, is what that other one is. */
function findMixture(parts: ReturnType<typeof find>[]) {
  const fields = parts.filter((part) => part && part.field !== 'meaning')
  const [first] = fields
  return parts[0] && fields.every((each) => each?.field === first?.field) ? first : undefined
}
