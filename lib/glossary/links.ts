import { type Link, maxLabelLength, maxLinks } from '../schemas/links.ts'
import { joinNames, splitNames } from './alias-lists.ts'

/** Writes links in one line: `url` or `label <url>`, separated as names are (contract, section 20). */
export const writeLinks = (links: readonly Link[], separator = ';'): string =>
  joinNames(
    links.map(({ url, label }) => (label === null ? url : `${label} <${url}>`)),
    separator,
  )

/** A URL that somebody pasted alone: its semicolons separate nothing. */
const oneUrl = /^https?:\/\/(?!\S*;https?:)[^\s\\<>]+$/i
const labelled = /^(.*?)\s*<([^<>\s]+)>$/
const inMarkdown = /^\[([^\]]*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)$/

/** Reads links that `writeLinks` or a person has written, also in several lines or in Markdown. They may be invalid. */
export function readLinks(text: string): Link[] {
  const entries = oneUrl.test(text.trim()) ? [text.trim()] : text.split('\n').flatMap(splitNames)
  return entries.map((entry) => {
    const [, label = '', url = entry] = labelled.exec(entry) ?? inMarkdown.exec(entry) ?? []
    return { url, label: label.trim() || null }
  })
}

/** What surfaces call a link. */
export function linkName({ url, label }: Link): string {
  if (label !== null) return label
  const { hostname, host, pathname } = new URL(url)
  const isMessage = hostname.endsWith('.slack.com') && pathname.startsWith('/archives/')
  return isMessage ? 'Slack message' : host
}

/** What a page calls the links of one term: those without a label to the same host show their paths. */
export function linkNames(links: readonly Link[]): string[] {
  const names = links.map(linkName)
  return links.map(({ url, label }, index) => {
    const [name = '', { host, pathname }] = [names[index], new URL(url)]
    const isAlone = names.filter((each) => each === name).length === 1
    return label !== null || isAlone ? name : [host, ...pathname.split('/').filter(Boolean)].join(' / ')
  })
}

/** A link as a document has it: its text is the label, unless surfaces show that anyway, or it is too long for one. */
export function linkOf(url: string, text: string): Link {
  const label = text.replace(/\s+/g, ' ').trim()
  const isShown = label === url || (URL.canParse(url) && label === linkName({ url, label: null }))
  return { url, label: isShown || [...label].length > maxLabelLength ? null : label || null }
}

/**
 * Returns the links of a term once another one has been merged into it: its own, then those of the other one, up to
 * five.
 */
export function joinLinks(into: readonly Link[], other: readonly Link[]): Link[] {
  const known = into.map(({ url }) => url)
  return [...into, ...other.filter(({ url }) => !known.includes(url))].slice(0, maxLinks)
}
