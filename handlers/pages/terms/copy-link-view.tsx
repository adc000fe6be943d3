type CopyLinkProps = {
  path: string
  /** the origin of the glossary, as others reach it */
  origin: string
}

/** The link that people share, with a button that copies it. */
export function CopyLink({ path, origin }: CopyLinkProps) {
  return (
    <p class="copy-link">
      <a id="shared-link" href={path}>
        {origin + path}
      </a>
      <button type="button" class="quiet with-js" data-copies="shared-link">
        Copy <span>link</span>
      </button>
    </p>
  )
}
