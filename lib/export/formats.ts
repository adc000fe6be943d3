import { context } from './context.ts'
import { contextive } from './contextive.ts'
import { csv } from './csv.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { pairs } from './pairs.ts'
import { phrases } from './phrases.ts'
import { skos } from './skos.ts'
import { tbx } from './tbx.ts'
import { vale } from './vale.ts'
import { words } from './words.ts'
import { xlsx } from './xlsx.ts'

/** The formats in which terms can be exported (contract, section 15). */
export const formats = { markdown, json, csv, xlsx, skos, tbx, contextive, context, words, phrases, pairs, vale }

export type FormatName = keyof typeof formats

/** Their names, as URLs have them. */
export const formatNames = Object.keys(formats) as FormatName[]
