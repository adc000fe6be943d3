import type { ListedName } from '../../../lib/lookup/wanted-names.ts'
import type { Surface } from '../../../lib/schemas/wanted.ts'
import { Confirmation } from '../../../lib/web/parts/form.tsx'
import { NotifyMe } from '../../../lib/web/parts/notify-me.tsx'
import { counted } from '../../../lib/web/parts/numbers.ts'
import { PageHead } from '../../../lib/web/parts/page-head.tsx'
import { type Listing, Records, rangeOf } from '../../../lib/web/parts/pager.tsx'
import { HeadedPart, PagePart } from '../../../lib/web/parts/part.tsx'
import { buildUrl } from '../../../lib/web/parts/url.ts'

type WantedProps = {
  names: Listing<ListedName>
  /** whether the reader may show names to everyone and remove them */
  isEditor: boolean
}

/** The page of the names that people looked up and did not find. */
export function WantedPage(props: WantedProps) {
  return (
    <>
      <PageHead title="Missing words" lead="People looked these up and found nothing. Can you explain one?" />
      <WantedNames {...props} />
      <HeadedPart heading="What is stored">
        <p>
          No page shows who looked for a word, not even to administrators. The server keeps how often a word was looked
          up in a week, and by how many people. To count nobody twice, it keeps an anonymous code per person and word,
          deleted weekly.
        </p>
        <p>
          A name is listed once three people have looked for it in the same week, or two if one of them asked to be
          notified about it. Everyone sees names that are written like an acronym; the others are for editors, until one
          of them shows them to everyone. After 90 days a name is deleted. Texts that do not look like a name are never
          kept: long ones, greetings, addresses and numbers.
        </p>
      </HeadedPart>
    </>
  )
}

/** The list of names, which htmx replaces. */
export function WantedNames({ names, isEditor, isPart = false }: WantedProps & { isPart?: boolean }) {
  return (
    <PagePart id="wanted" label="Missing words" toTop says={isPart && rangeOf(names)}>
      <Records
        {...names}
        address="/wanted"
        empty={<p>All caught up: no word that several people looked for is missing.</p>}
      >
        {(name) => <NameRecord key={name.id} {...name} isEditor={isEditor} />}
      </Records>
    </PagePart>
  )
}

const places: Record<Surface, string> = {
  page: 'on this website',
  lookup: 'through the API',
  slack: 'in Slack',
  mcp: 'by AI agents',
}
const list = new Intl.ListFormat('en')
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatDate = (date: string) => dateFormat.format(new Date(date))

function NameRecord({ isEditor, ...wanted }: ListedName & { isEditor: boolean }) {
  const { id, name, people, lookups, surfaces, last_asked_on, is_requested, is_public } = wanted
  return (
    <li class="record">
      <div>
        <h2 dir="auto">{name}</h2>
        <p>
          {people} people in a week, {counted(lookups, 'lookup')}{' '}
          {list.format(surfaces.map((surface) => places[surface]))}
        </p>
        <p class="facts">
          <span>
            Last looked up on <time datetime={last_asked_on}>{formatDate(last_asked_on)}</time>
          </span>
          {!is_public && <span>Only editors see it</span>}
        </p>
      </div>
      <div class="actions">
        <a class="button plain" href={buildUrl('/terms/new', { name })}>
          Add <span class="visually-hidden">{name}</span>
        </a>
        <NotifyMe name={name} isAsked={is_requested} isShort />
        {isEditor && !is_public && (
          <Confirmation label="Show to everyone" about={name} action={`/wanted/${id}/show`} verb="Show name">
            <p>Everyone then reads that people looked for it. Nobody can hide it again, but it can be removed.</p>
          </Confirmation>
        )}
        {isEditor && (
          <Confirmation label="Remove" about={name} action={`/wanted/${id}/remove`} verb="Remove name">
            <p>It is listed again if people look for it again.</p>
          </Confirmation>
        )}
      </div>
    </li>
  )
}
