import type { ComponentChildren } from 'preact'
import { readSettings } from '../../lib/app/settings.ts'
import { renderPage } from '../../lib/web/page.tsx'
import { Confirmation, Field } from '../../lib/web/parts/form.tsx'
import { StaleMark, StatusMark } from '../../lib/web/parts/marks.tsx'

const sizes = ['small', 'text', 'large', 'heading', 'title']

/** Where a test shows the page. */
export const stylesPath = '/styles'

/** The page as a response that a browser takes for one of the service. */
export const renderStyles = () => ({
  contentType: 'text/html; charset=utf-8',
  body: renderPage(
    { settings: readSettings({ SERVICE_SECRET_KEY: 'x'.repeat(32) }) },
    { title: 'Styles', content: <StylesPage />, reader: null, url: `http://localhost${stylesPath}` },
  ),
})

/** Every part of the pages, in one look: docs/dev/ui.md has the rules. */
function StylesPage() {
  return (
    <>
      <div class="page-head">
        <h1>Styles</h1>
        <p class="lead">Every part of the pages. The rules are in docs/dev/ui.md.</p>
      </div>
      <Part title="Text">
        {sizes.map((size) => (
          <p key={size} style={`font-size: var(--${size})`}>
            {size}: what we promise a customer
          </p>
        ))}
        <p>
          <a href="#links">A link to a page</a>,{' '}
          <a class="name-link" href="#links">
            a name in a definition
          </a>
          , <code>code</code>
        </p>
        <p class="label">A label in small capitals</p>
        <p class="fine">Small print</p>
      </Part>
      <Part title="Status">
        <p class="facts">
          <StatusMark status="official" /> <StatusMark status="community" /> <StatusMark status="pending" />{' '}
          <StatusMark status="suggested" /> <StaleMark />
        </p>
      </Part>
      <Part title="Buttons">
        <p class="button-row">
          <button type="button" class="button">
            Primary
          </button>
          <button type="button" class="button plain">
            Secondary
          </button>
          <button type="button" class="quiet">
            Like a link
          </button>
        </p>
        <Confirmation label="Delete" about="a term" action="#" verb="Delete term">
          <p>What it means.</p>
        </Confirmation>
      </Part>
      <Part title="Fields">
        <div class="stack">
          <Field name="name" label="Name" hint="As people say it.">
            {(props) => <input {...props} value="SLA" />}
          </Field>
          <Field name="text" label="Definition" errors={[{ path: 'text', message: 'is required' }]}>
            {(props) => <textarea {...props} rows={3} />}
          </Field>
        </div>
      </Part>
      <Part title="Tabs">
        <nav class="tabs" aria-label="Tabs">
          <a href="#tabs" aria-current="true">
            Current <span class="count">3</span>
          </a>
          <a href="#tabs">Other</a>
        </nav>
      </Part>
      <Part title="Messages">
        <p class="notice">What came of an action</p>
        <p class="diff" dir="auto">
          <del>92%</del> <ins>94%</ins> of customers
        </p>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
