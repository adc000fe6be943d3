import { linkNames } from '../../glossary/links.ts'
import type { NameLink } from '../../lookup/definitions-to-links.ts'
import type { Term } from '../../schemas/term.ts'
import { cutText } from './excerpt.ts'
import { wordPath } from './url.ts'

const url = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"“”]+/giu

type LinkedTextProps = {
  text: string
  /** names of terms in the text, in its order */
  links?: readonly NameLink[]
}

/** A text in which HTTP and HTTPS URLs are links, and names lead to their meanings. */
export function LinkedText({ text, links = [] }: LinkedTextProps) {
  const urls = findUrls(text)
  const names = links.filter(({ start, end }) => urls.every((found) => found.end <= start || end <= found.start))
  const ranges = [...urls, ...names].sort((a, b) => a.start - b.start)
  return (
    <>
      {cutText<Url | NameLink>(text, ranges).map((part) => {
        if (typeof part === 'string') return part
        const { start } = part.range
        return 'name' in part.range ? (
          <a key={start} class="name-link" href={wordPath(part.range.name)}>
            {part.text}
          </a>
        ) : (
          <a key={start} href={part.text} rel="noopener nofollow">
            {part.text}
          </a>
        )
      })}
    </>
  )
}

type Url = { start: number; end: number }

function findUrls(text: string): Url[] {
  return [...text.matchAll(url)].flatMap(({ 0: match, index: start }) => {
    const found = withoutPunctuation(match)
    return URL.canParse(found) ? { start, end: start + found.length } : []
  })
}

/** What comes before the punctuation at the end. A pattern for that punctuation would take quadratic time. */
const upToPunctuation = /^.*[^.,;:!?'’»*…)\]}]/s

/** Removes the punctuation of the sentence from the end of a URL; ")" stays if the URL opens it. */
function withoutPunctuation(match: string): string {
  const [trimmed = ''] = upToPunctuation.exec(match) ?? []
  const isOpen = trimmed.lastIndexOf('(') > trimmed.lastIndexOf(')')
  return isOpen && match.charAt(trimmed.length) === ')' ? `${trimmed})` : trimmed
}

/** Names that lead to what they mean, with commas between them. */
export const LinkedNames = ({ names }: { names: readonly string[] }) => (
  <>
    {names.map((name, i) => (
      <>
        {i > 0 && ', '}
        <a href={wordPath(name)}>{name}</a>
      </>
    ))}
  </>
)

/** Where a definition comes from. */
export const TermLinks = ({ links }: Pick<Term, 'links'>) =>
  links.length > 0 && (
    <ul class="term-links" aria-label="Where it comes from">
      {links.map((link, index) => (
        <li key={link.url}>
          <a href={link.url} rel="noopener noreferrer nofollow" dir="auto">
            {linkNames(links)[index]}
          </a>
        </li>
      ))}
    </ul>
  )
