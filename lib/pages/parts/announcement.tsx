/**
 * Says aloud, to screen readers, what a partial answer has changed. It goes along with the part and finds
 * its place in the layout by itself.
 */
export function Announcement({ text }: { text: string }) {
  return (
    <p id="announcement" hx-swap-oob="innerHTML">
      {text}
    </p>
  )
}
