/**
 * Makes screen readers announce what a partial response has changed. htmx moves the text into the live region
 * of the layout.
 */
export function Announcement({ text }: { text: string }) {
  return (
    <p id="announcement" hx-swap-oob="innerHTML">
      {text}
    </p>
  )
}
