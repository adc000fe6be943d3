/** Says that an offset is beyond the end of a list; `href` is the URL of its first page. */
export function PastEnd({ href }: { href: string }) {
  return (
    <p>
      The list ends before this page. <a href={href}>Back to the first page</a>
    </p>
  )
}
