import type { ComponentChildren } from 'preact'

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

type PagePartProps = {
  id: string
  /** its name for screen readers */
  label?: string | undefined
  class?: string
  /** whether the window scrolls to the top of the page then */
  toTop?: boolean
  /** what screen readers say of the partial response, if it is one */
  says?: string | false | undefined
  children: ComponentChildren
}

/** A part of a page, which htmx replaces whatever in it is used. */
export function PagePart({ label, toTop = false, says, ...props }: PagePartProps) {
  const Tag = label === undefined ? 'div' : 'section'
  return (
    <>
      <Tag
        aria-label={label}
        hx-target={`#${props.id}`}
        hx-swap={`outerHTML show:${toTop ? 'window:top' : 'none'}`}
        {...props}
      />
      {typeof says === 'string' && <Announcement text={says} />}
    </>
  )
}

/** A section of a page with its heading beside it. */
export const HeadedPart = ({
  heading,
  id,
  children,
}: {
  heading: string
  id?: string
  children: ComponentChildren
}) => (
  <section class="part" id={id}>
    <h2>{heading}</h2>
    <div>{children}</div>
  </section>
)
