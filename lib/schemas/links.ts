import * as v from 'valibot'
import { adviseEntry, list } from './list.ts'
import { label as line } from './text.ts'

/** Where a definition comes from. Without a label, surfaces show what `lib/glossary/links.ts` makes of the URL. */
export const Link = v.object({
  url: v.pipe(v.string(), v.description('An http or https URL, as somebody wrote it.')),
  label: v.pipe(
    v.nullable(v.string()),
    v.description('What to show instead of the host of the URL; null for nothing.'),
  ),
})
export type Link = v.InferOutput<typeof Link>

/** The most links that a term has (contract, section 20). */
export const maxLinks = 5
const maxUrlLength = 2000
export const maxLabelLength = 80

/**
 * Whether a text is an address that links can have: without credentials, which would be shown, in one word, and without
 * signs that change the direction in which it is read.
 */
function isWebAddress(text: string) {
  if (!/^https?:\/\/[^\s<>\p{Cc}\p{Bidi_Control}]+$/iu.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

/** What browsers make of a backslash, or of a host in other characters, is what people see: no link leads elsewhere. */
const asBrowsersRead = (text: string) =>
  /^https?:\/\/[\w.:-]*(?:[/?#][^\\]*)?$/i.test(text) ? text : new URL(text).href

/** It stays as it is written where browsers read it so, because some servers tell composed characters from others. */
const url = v.pipe(
  v.string('must be text'),
  v.metadata({
    jsonSchema: { minLength: 1, maxLength: maxUrlLength },
    description: 'An http or https URL without a user name, a password or spaces.',
  }),
  v.trim(),
  v.check(
    (value) => value !== '' && value.length <= maxUrlLength && value.isWellFormed(),
    `must be 1 to ${maxUrlLength} characters long`,
  ),
  v.check(isWebAddress, 'must be an http or https URL without a user name, a password or spaces'),
  v.transform(asBrowsersRead),
)
const link = v.object({
  url,
  label: v.pipe(
    v.optional(v.nullable(line(maxLabelLength)), null),
    v.description('What surfaces show instead of the host of the URL.'),
  ),
})

/** Links as they are sent: a plain string is a URL without a label. */
export const links = v.pipe(
  list(
    v.union(
      [
        v.pipe(
          url,
          v.transform((url): Link => ({ url, label: null })),
        ),
        link,
      ],
      adviseEntry,
    ),
    { max: maxLinks },
  ),
  v.check((links) => new Set(links.map((each) => each.url)).size === links.length, 'must not contain a URL twice'),
)
