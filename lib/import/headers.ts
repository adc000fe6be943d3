import type { ImportField } from '../schemas/import.ts'
import { isSaid, ofRelations } from '../schemas/relations.ts'
import type { RelationKind } from '../schemas/term.ts'

/** What the header of a column says; "meaning" is the full name or the definition. */
export type HeaderField = ImportField | 'meaning'

/** What lists call relations besides our own names. */
const relationHeaders: Record<RelationKind, string> = {
  broader: 'broader term, part of, kind of, BT',
  differs_from: 'not to be confused with',
  replaced_by: 'use instead, preferred term, superseded by, use',
}

/**
 * What lists call our fields, after our own names, in the languages of the lists that we have seen. Of two columns for
 * a field, the one that comes first here wins.
 */
const words: Record<HeaderField, string> = {
  id: 'id',
  name: `name, term, headword, word, phrase, entry, title, expression, concept, jargon, buzzword, pref label, preferred label
    | use this, say this, say, preferred, preferred word
    | Begriff, Begriffe, Fachbegriff, Stichwort, Wort, Ausdruck, Bezeichnung | terme, mot, nom, titre
    | término, palabra, nombre, título, expresión, concepto | termine, termini, parola, nome, titolo, voce
    | naam, begrip, begrippen, woord, titel, benaming | nazwa, termin, pojęcie, hasło, słowo, określenie
    | термин, термины, название, наименование, понятие, слово, имя | 用語, 用語名, 名称, 名前, 単語, 語句, 項目, キーワード
    | termo, palavra, expressão, conceito | begrepp, namn, begrep, begreb, navn, pojem, název, terim, термін, назва
    | 术语, 術語, 名稱, 용어, 이름, 명칭`,
  full_name: `full name, full form, longname, stands for, what it stands for, expansion, expanded form, expanded, long form, long name,
    spelled out, spelt out, written out, in full, full title, full term, full text, complete name, unabbreviated
    | Langform, Vollform, Langname, steht für, ausgeschrieben, voller Name, vollständiger Name, vollständige Bezeichnung, Auflösung
    | forme longue, forme complète, forme développée, nom complet, développement, développé, en toutes lettres, intitulé
    | nombre completo, forma completa, forma larga, forma desarrollada, desarrollo, expansión
    | forma estesa, per esteso, nome completo, forma lunga, espansione
    | volledige naam, volledige term, voluit, uitgeschreven, staat voor, lange vorm, voluit geschreven
    | pełna nazwa, rozwinięcie, rozwinięcie skrótu, pełna forma
    | полное название, полное наименование, расшифровка, полная форма, повна назва, розшифровка
    | 正式名称, 正式名, 正式表記, フルネーム, フルスペル, 完全名, 展開形 | por extenso, nome por extenso
    | fullständigt namn, fullt navn, celý název, açılım, 全称, 全稱, 全名, 정식 명칭, 정식명칭, 원어`,
  meaning: `meaning, meaning in full, Bedeutung, Bedeutungen, signification, sens, significado, significato, significati
    | betekenis, betekenissen, znaczenie, значение, значення, 意味, betydelse, betydning, význam, anlam, 含义, 含義, 의미, 뜻`,
  definition: `definition, description, explanation, what it means, what is it, what it is, desc, def, details, gloss
    | Definition, Definitionen, Beschreibung, Beschreibungen, Erklärung, Erklärungen, Erläuterung, Erläuterungen
    | définition, explication | definición, descripción, explicación
    | definizione, definizioni, descrizione, descrizioni, spiegazione, spiegazioni
    | definitie, omschrijving, omschrijvingen, beschrijving, uitleg, toelichting, verklaring
    | definicja, definicje, opis, opisy, objaśnienie, wyjaśnienie
    | определение, описание, пояснение, объяснение, толкование, визначення, опис, пояснення
    | 定義, 説明, 解説, 内容, 概要 | definição, descrição, explicação, o que é, o que significa
    | beskrivning, förklaring, beskrivelse, forklaring, definisjon, definice, popis, tanım, açıklama
    | 定义, 描述, 说明, 說明, 解释, 解釋, 정의, 설명`,
  category: `category, team, department, dept, domain, context, area, business area, business unit, subject area, subject, topic, group, tags
    | Kategorie, Kategorien, Abteilung, Bereich, Fachbereich, Sachgebiet, Thema, Themen, Gruppe, Domäne, Kontext
    | catégorie, équipe, département, service, domaine, thème, contexte, groupe, étiquettes
    | categoría, equipo, departamento, área, dominio, tema, contexto, grupo, etiquetas
    | categoria, categorie, squadra, reparto, dipartimento, ambito, contesto, gruppo, etichette
    | categorieën, afdeling, domein, onderwerp, groep, vakgebied | kategoria, dział, zespół, obszar, dziedzina, temat, grupa
    | категория, отдел, команда, раздел, область, тема, группа, подразделение, домен, категорія
    | カテゴリ, カテゴリー, 分類, 部門, 部署, チーム, 分野, 領域 | equipe, equipa, setor, domínio
    | kategori, avdelning, avdeling, afdeling, 类别, 類別, 分类, 部门, 部門, 분류, 카테고리, 부서`,
  in_texts: 'in texts, marked in texts',
  aliases: `aliases, alias, synonyms, also called, also known as, aka, other names, alternative names, alternate names, alternatives,
    variants, nickname, nick name, alt label, alternative label
    | Synonym, Synonyme, auch genannt, auch bekannt als, andere Namen, weitere Namen, Alternativen
    | synonymes, aussi appelé, également appelé, aussi connu sous le nom de, autres noms
    | sinónimos, también llamado, también conocido como, otros nombres
    | sinonimo, sinonimi, anche chiamato, anche detto, noto anche come, altri nomi
    | synoniem, synoniemen, ook bekend als, ook wel, andere namen | synonimy, inne nazwy, znany też jako
    | синоним, синонимы, другие названия, также известен как, синоніми | 同義語, 別名, 類義語, 別称, シノニム
    | sinônimo, sinônimos, também conhecido como, também chamado, outros nomes | synonymer, synonyma, eş anlamlı, 同义词, 동의어`,
  misspellings: 'misspellings, common misspellings, hidden label',
  discouraged: `discouraged, discouraged names, discouraged terms, do not use, don't use, avoid, not this, instead of, do not say, don't say,
    non-preferred term`,
  links: `links, link, url, hyperlink, web link, weblink, website, wiki link, source url, source link, reference url, reference link
    | source, reference, more info, more information, further reading
    | Quelle, Quellen, Verweis, Verweise, Referenz | lien, liens, référence | enlace, enlaces, fuente | collegamento, fonte
    | bron, verwijzing | źródło | ссылка, источник | リンク, 出典 | länk, lenke, odkaz`,
  status: 'status',
  // Columns that are called so have relations only if most of their cells are names.
  ...ofRelations((kind) => `${kind.replaceAll('_', ' ')}, ${relationHeaders[kind]}`),
}

/** What lists call short names: of two columns for the name, theirs is the name, and the other one spells it out. */
const shortWords = `acronym, abbreviation, abbrev, abbr, abbrv, acro, initialism, short form, short name, symbol
    | Abkürzung, Abkürzungen, Kürzel, Kurzform, Akronym, Akronyme | sigle, acronyme, abréviation
    | sigla, acrónimo, abreviatura, abreviación | acronimo, acronimi, abbreviazione, abbreviazioni
    | afkorting, afkortingen, acroniem, letterwoord | skrót, skróty, skrótowiec, akronim
    | сокращение, сокращения, аббревиатура, акроним, скорочення | 略語, 略称, 略号, 頭字語 | acrônimo, abreviação
    | förkortning, forkortelse, zkratka, kısaltma, 缩写, 縮寫, 简称, 약어`

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

const toSingular = (word: string) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<![su])s$/, '') : word)

/** A German vowel can be written with an e. */
const spellings = (word: string) => [word, word.replace(/[äöüÄÖÜ]/g, (vowel) => `${vowel.normalize('NFD').charAt(0)}e`)]

/** What a header says. */
export type KnownHeader = {
  field: HeaderField
  /** of two columns for one field, the one with the lower rank is meant */
  rank: number
  /** whether the column has short names */
  isShort: boolean
}

/** Each word with its field and its place among the words of that field. */
const known = new Map<string, KnownHeader>()

function learn(field: HeaderField, list: string, isShort: boolean) {
  for (const [rank, word] of list.split(/[,|]/).entries())
    for (const spelling of spellings(word.trim()))
      if (!known.has(toKey(spelling))) known.set(toKey(spelling), { field, rank, isShort })
}

for (const [field, list] of Object.entries(words)) learn(field as HeaderField, list, false)
learn('name', shortWords, true)

const nameWords = '(?:acronym|abbreviation|initialism|term|word)'
/** What can be around the word that counts: "the", "term name", "definition of the term", "acronym meaning". */
const surroundings = [
  /^(?:the|a|an|our) /,
  /(?<=^(?!full|long|short).*) (?:name|form|column|text|english|en|de|fr)$/,
  RegExp(` of (?:the |an? )?${nameWords}$`),
  RegExp(`^${nameWords} (?!name)`),
  /^(?:business|technical|glossary|company|industry|short|long|brief|detailed|full|plain|preferred|main|english|official) (?=(?:acronym|abbreviation|term|definition|description|explanation|category)$)/,
]
const mixture = / ?[/|&+,・、] ?| (?:or|and|oder|und|ou|et|o|y|e|of|en|lub|i|или|и) /

/** Says which field a header names, if it has little besides a word for the field. */
export function readHeader(header: string): KnownHeader | undefined {
  if (header.length > maxLength) return undefined
  const key = toKey(header) || toKey(header.replace(/[()[\]{}<>]/g, ' '))
  return find(key) ?? findMixture(key.split(mixture).filter(Boolean).map(find))
}

/** Says which field a header names, also a long one, in which a word for the field is among others. */
export function readLongHeader(header: string): KnownHeader | undefined {
  const found = readHeader(header)
  if (found || header.length > maxLength) return found
  const key = toKey(header)
  if (otherWords.test(key)) return undefined
  const [head = ''] = key.split(prepositions)
  const inner = findInside(head) ?? findInside(key)
  return inner && { ...inner, rank: inner.rank + 1000 }
}

/** What makes a header the name of something else, as in "file name" or "related terms". */
const otherWords =
  /(?<![\p{L}\p{N}])(?:owners?|authors?|creators?|users?|stewards?|experts?|contacts?|leads?|managers?|persons?|people|e?mail|dates?|time|created|modified|updated|changed|approved|reviewed|by|id|number|no|nr|count|source|url|link|file|path|parent|related|template|type|version|status|format|language|example|examples|notes?|comments?|resources?|broader|narrower|first|last|slug|rank|order|autor|auteur|besitzer|datum|quelle|beispiel|exemple|fecha|fuente|eigenaar|bron|responsable|владелец|автор|источник|пример|дата|担当者?|備考|例|przyklad|zrodlo|wlasciciel)(?![\p{L}\p{N}])/u
/** What follows them only says more about the word before. */
const prepositions = / (?:of|for|in|used|del?|della|di|do|da|du|des|van|voor|von|fur|der|dla|w|для|по|в) /

/**
 * The longest word at the end of a text, or else at an earlier place in it: in Russian, the first one. Words of one
 * script can be written together.
 */
function findInside(text: string) {
  const parts = text.split(' ')
  const ends = parts.map((_, index) => index + 1)
  for (const end of /\p{sc=Cyrl}/u.test(text) ? ends : ends.reverse())
    for (let start = 0; start < end; start++) {
      const found = known.get(parts.slice(start, end).join(' '))
      if (found && !isSaid(found.field)) return found
    }
  return findEnding(text)
}

/** As in "Kurzbeschreibung" and "用語の説明". */
function findEnding(text: string) {
  for (let start = 1; start < text.length; start++) {
    const found = known.get(text.slice(start))
    if (found && (text.length - start > 5 || /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]$/u.test(text))) return found
  }
  return undefined
}

const toPlain = (header: string) =>
  header
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** Whether a header is the one that somebody names, ignoring case, spaces, hyphens and underscores. */
export const isSameHeader = (header: string, named: string): boolean => toPlain(header) === toPlain(named)

function find(key: string) {
  const found = known.get(key)
  if (found) return found
  let inner = key
  for (const part of surroundings) {
    inner = inner.replace(part, '')
    const field = known.get(inner)
    // The source of a term in another tool is none of ours.
    if (field && field.field !== 'links') return field
  }
  return undefined
}

/** Several words for one field, of which the first is known. A meaning, with another one, is what that other one is. */
function findMixture(parts: ReturnType<typeof find>[]) {
  const fields = parts.filter((part) => part && part.field !== 'meaning')
  const [first] = fields
  return parts[0] && fields.every((each) => each?.field === first?.field) ? first : undefined
}
