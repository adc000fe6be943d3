import { wordPath } from './url.ts'

type CopyLinkProps = {
  word: string
  /** the origin of the glossary, as others reach it */
  origin: string
}

/** The link to a word that people share, with a button that copies it. */
export function CopyLink({ word, origin }: CopyLinkProps) {
  return (
    <p class="copy-link">
      <a id="word-link" href={wordPath(word)}>
        {origin + wordPath(word)}
      </a>
      <button type="button" class="quiet with-js" data-copies="word-link">
        Copy <span>link</span>
      </button>
    </p>
  )
}
