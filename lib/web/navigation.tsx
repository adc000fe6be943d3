import type { ComponentChildren } from 'preact'
import { isEditor } from '../identity/actor.ts'
import type { User } from '../schemas/user.ts'
import { SearchField } from './search-box.tsx'

/** Who reads a page, as its header shows them. */
export type HeaderReader = Pick<User, 'id' | 'email' | 'display_name' | 'role'> & {
  /** the number of unread inbox entries; 100 means 100 or more */
  unread: number
}

type NavigationProps = {
  reader: HeaderReader
  path: string
  /** how many items of the review queue people wait for */
  waiting: number
}

type Place = { path: string; label: string }
const places: Place[] = [
  { path: '/', label: 'Home' },
  { path: '/browse', label: 'Browse' },
  { path: '/explain', label: 'Explain' },
  { path: '/review', label: 'Review' },
]

/** Pages that belong to another one in the navigation. */
const parents: Record<string, string> = {
  '/export': '/browse/export',
  '/import': '/browse/import',
  '/news': '/browse/news',
  '/terms': '/browse/terms',
  '/wanted': '/browse/wanted',
  // A message that was sent from the search box.
  '/t': '/explain/t',
  '/dismissed': '/review/dismissed',
}

/** The kinds of items that the number beside *Review* counts, which changes with each decision. */
const countedKinds = 'suggested disputed proposed'
const countedNames = 'Words to define, reports and changes, and your own terms to confirm'

/** The `aria-current` of a link: "page" for the current page, "true" for a page above it. */
function ariaCurrent(linkPath: string, path: string): 'page' | 'true' | undefined {
  if (linkPath === path) return 'page'
  return (parents[path] ?? path).startsWith(`${linkPath}/`) ? 'true' : undefined
}

/** The navigation of the header: the main pages, the search, and what belongs to the person. */
export function Navigation({ reader, path, waiting }: NavigationProps) {
  const hasReview = isEditor(reader) || waiting > 0
  return (
    <>
      <nav class="main-nav" aria-label="Main">
        {places
          .filter((place) => place.path !== '/review' || hasReview)
          .map((place) => (
            <NavLink key={place.path} {...place} current={path}>
              {place.path === '/review' && waiting > 0 && (
                <>
                  {' '}
                  <span class="count" data-counts={countedKinds} title={countedNames}>
                    {waiting}
                  </span>{' '}
                  <span class="visually-hidden">waiting</span>
                </>
              )}
            </NavLink>
          ))}
      </nav>
      <div class="account">
        {path !== '/' && <SearchField />}
        <a class="add" href="/terms/new" aria-current={ariaCurrent('/terms/new', path)}>
          <span aria-hidden="true">+</span> <span class="add-word">Add</span>{' '}
          <span class="visually-hidden">a term</span>
        </a>
        <InboxLink unread={reader.unread} path={path} />
        <Menu reader={reader} path={path} />
      </div>
    </>
  )
}

type NavLinkProps = Place & { current: string; children?: ComponentChildren }

function NavLink({ path, label, current, children }: NavLinkProps) {
  return (
    <a href={path} aria-current={ariaCurrent(path, current)}>
      {label}
      {children}
    </a>
  )
}

/** The number is cut off, because more are not counted. */
const maxShown = 99

function InboxLink({ unread, path }: { unread: number; path: string }) {
  return (
    <a href="/inbox" aria-current={ariaCurrent('/inbox', path)}>
      Inbox
      {unread > 0 && (
        <>
          {' '}
          <b class="unread-count">{unread > maxShown ? `${maxShown}+` : unread}</b>{' '}
          <span class="visually-hidden">unread</span>
        </>
      )}
    </a>
  )
}

/** What belongs to the person: their terms and tokens, the pages of admins, and logging out. */
function Menu({ reader, path }: { reader: HeaderReader; path: string }) {
  const name = reader.display_name ?? reader.email
  const links = [
    { path: '/mine', label: 'My terms' },
    { path: '/tokens', label: 'Tokens' },
    ...(reader.role === 'admin' ? [{ path: '/admin', label: 'Admin' }] : []),
  ]
  return (
    <details class="menu">
      <summary>
        <span aria-hidden="true">{initialsOf(name)}</span>
        <span class="visually-hidden">Menu of {name}</span>
      </summary>
      <div>
        <p title={reader.email}>{name}</p>
        {links.map((link) => (
          <NavLink key={link.path} {...link} current={path} />
        ))}
        <form method="post" action="/auth/logout">
          <button type="submit">Log out</button>
        </form>
      </div>
    </details>
  )
}

/** The initials of a person: of the first and the last part of their name, or of their address. */
function initialsOf(name: string): string {
  const parts = (name.split('@')[0] ?? '').match(/\p{L}+/gu) ?? []
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : parts
  const initials = ends.map((part) => [...(part ?? '')][0] ?? '').join('')
  return initials.toUpperCase() || '?'
}
