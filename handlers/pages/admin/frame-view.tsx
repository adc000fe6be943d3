import type { ComponentChildren } from 'preact'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'

const links = [
  { path: '/admin', label: 'Overview', help: 'deployment.md' },
  { path: '/admin/setup', label: 'Setup', help: 'deployment.md' },
  { path: '/admin/users', label: 'Users', help: 'login.md' },
  { path: '/admin/jobs', label: 'Jobs', help: 'operations.md#jobs' },
  { path: '/admin/agents', label: 'Agents', help: 'mcp.md' },
  { path: '/admin/embed', label: 'Embed', help: 'embed.md' },
  { path: '/admin/webhooks', label: 'Webhooks', help: 'webhooks.md' },
  { path: '/admin/messages', label: 'Notifications', help: 'basics.md#inbox-following-and-messages' },
  { path: '/admin/audit', label: 'Audit log', help: 'security.md' },
] as const

type AdminProps = {
  path: (typeof links)[number]['path']
  lead?: ComponentChildren
  /** what became of the last action */
  notice?: ComponentChildren
  children: ComponentChildren
}

/** A page for admins: navigation, heading, content. */
export function Admin({ path, lead, notice, children }: AdminProps) {
  const current = links.find((link) => link.path === path) ?? links[0]
  return (
    <>
      {notice}
      <nav class="tabs subnav" aria-label="Administration">
        {links.map((link) => (
          <a key={link.path} href={link.path} aria-current={link.path === path ? 'page' : undefined}>
            {link.label}
          </a>
        ))}
      </nav>
      <PageHead title={current.label} lead={lead} help={current.help} />
      {children}
    </>
  )
}
