import type { ComponentChildren } from 'preact'
import { SearchBox } from '../../../lib/web/search-box.tsx'

type HomeProps = {
  q?: string
  /** the results of a search or, without one, where to start */
  children: ComponentChildren
}

/** The home page: the search box, and what is below it. */
export function Home({ q, children }: HomeProps) {
  return (
    <>
      <SearchBox q={q} target="results" isFocused />
      {children}
    </>
  )
}
