type AnnouncementProps = {
  text: string
  /** the ID of the live region: a dialog has its own, because it makes the rest of the page inert */
  region?: string
}

/**
 * Makes screen readers announce what a partial response has changed. htmx moves the text into the live region.
 */
export function Announcement({ text, region = 'announcement' }: AnnouncementProps) {
  return (
    <p id={region} hx-swap-oob="innerHTML">
      {text}
    </p>
  )
}
