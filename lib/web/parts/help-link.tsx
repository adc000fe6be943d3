/** A link to a document, below the introduction of a page. */
export function HelpLink({ file }: { file: string }) {
  return (
    <p class="help-link">
      <a href={`/help/${file}`}>How it works</a>
    </p>
  )
}
