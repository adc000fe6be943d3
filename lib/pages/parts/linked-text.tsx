const url = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"“”]+/giu

/** A text in which HTTP and HTTPS URLs are links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <>
      {splitAtUrls(text).map((part, i) =>
        part.isUrl ? (
          <a key={i} href={part.text} rel="noopener nofollow">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </>
  )
}

type Part = { text: string; isUrl: boolean }

function splitAtUrls(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(url)) {
    const found = withoutPunctuation(match)
    if (!URL.canParse(found)) continue
    parts.push({ text: text.slice(end, index), isUrl: false }, { text: found, isUrl: true })
    end = index + found.length
  }
  parts.push({ text: text.slice(end), isUrl: false })
  return parts
}

/** Removes the punctuation of the sentence from the end of a URL; ")" stays if the URL opens it. */
function withoutPunctuation(match: string): string {
  const trimmed = match.replace(/[.,;:!?'’»*…)\]}]+$/, '')
  const isOpen = trimmed.lastIndexOf('(') > trimmed.lastIndexOf(')')
  return isOpen && match.charAt(trimmed.length) === ')' ? `${trimmed})` : trimmed
}
