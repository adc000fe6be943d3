import type { ComponentChildren } from 'preact'

type PageHeadProps = { title: string; lead?: ComponentChildren; help?: string; children?: ComponentChildren }

export const PageHead = ({ title, lead, help, children }: PageHeadProps) => (
  <div class="page-head">
    <h1>{title}</h1>
    {lead && <p class="lead">{lead}</p>}
    {help && (
      <p class="help-link">
        <a href={`/help/${help}`}>How it works</a>
      </p>
    )}
    {children}
  </div>
)
