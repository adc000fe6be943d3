import type { ComponentChildren } from 'preact'

const places = [
  { path: '/admin', label: 'Overview' },
  { path: '/admin/users', label: 'Users' },
  { path: '/admin/jobs', label: 'Jobs' },
  { path: '/admin/messages', label: 'Notifications' },
  { path: '/admin/audit', label: 'Audit log' },
] as const

type AdminProps = {
  path: (typeof places)[number]['path']
  /** what the page is for */
  lead?: ComponentChildren
  children: ComponentChildren
}

/** A page of admins: where they can go, what it is called, its content. */
export function Admin({ path, lead, children }: AdminProps) {
  return (
    <>
      <nav class="tabs subnav" aria-label="Administration">
        {places.map((place) => (
          <a
            key={place.path}
            href={place.path}
            aria-current={place.path === path ? 'page' : undefined}
          >
            {place.label}
          </a>
        ))}
      </nav>
      <div class="page-head">
        <h1>{places.find((place) => place.path === path)?.label}</h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {children}
    </>
  )
}
