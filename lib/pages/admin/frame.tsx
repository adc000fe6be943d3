import type { ComponentChildren } from 'preact'

const links = [
  { path: '/admin', label: 'Overview' },
  { path: '/admin/users', label: 'Users' },
  { path: '/admin/jobs', label: 'Jobs' },
  { path: '/admin/agents', label: 'Agents' },
  { path: '/admin/embed', label: 'Embed' },
  { path: '/admin/webhooks', label: 'Webhooks' },
  { path: '/admin/messages', label: 'Notifications' },
  { path: '/admin/audit', label: 'Audit log' },
] as const

type AdminProps = {
  path: (typeof links)[number]['path']
  lead?: ComponentChildren
  children: ComponentChildren
}

/** A page for admins: navigation, heading, content. */
export function Admin({ path, lead, children }: AdminProps) {
  return (
    <>
      <nav class="tabs subnav" aria-label="Administration">
        {links.map((link) => (
          <a
            key={link.path}
            href={link.path}
            aria-current={link.path === path ? 'page' : undefined}
          >
            {link.label}
          </a>
        ))}
      </nav>
      <div class="page-head">
        <h1>{links.find((link) => link.path === path)?.label}</h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {children}
    </>
  )
}
