type CopyLinkProps = {
  path: string
  /** the origin of the glossary, as others reach it */
  origin: string
}

/** A button that copies the link that people share. The address is shown only if the browser refuses to copy. */
export function CopyLink({ path, origin }: CopyLinkProps) {
  return (
    <p class="copy-link with-js">
      <span id="shared-link" hidden>
        {origin + path}
      </span>
      <button type="button" class="quiet" data-copies="shared-link">
        Copy <span>link</span>
      </button>
    </p>
  )
}
