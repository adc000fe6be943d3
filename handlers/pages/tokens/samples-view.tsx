import { Sample } from '../../../lib/web/parts/copying.tsx'

type Values = { origin: string; token: string }

type Use = { id: string; label: string; text(values: Values): string }

/** How a script and three agents use a token. Other clients need the same URL and header. */
const uses: readonly Use[] = [
  {
    id: 'claude',
    label: 'Claude Code',
    text: ({ origin, token }) =>
      `claude mcp add --transport http glossary ${origin}/mcp --header "Authorization: Bearer ${token}"`,
  },
  {
    id: 'cursor',
    label: 'Cursor',
    text: ({ origin, token }) =>
      `# ~/.cursor/mcp.json\n${toJson({ mcpServers: { glossary: serverOf(origin, token) } })}`,
  },
  {
    id: 'code',
    label: 'VS Code',
    text: ({ origin, token }) => {
      const server = { name: 'glossary', type: 'http', ...serverOf(origin, token) }
      return `code --add-mcp '${JSON.stringify(server)}'`
    },
  },
  {
    id: 'script',
    label: 'Script',
    text: ({ origin, token }) =>
      `curl -H "Authorization: Bearer ${token}" "${origin}/api/v1/terms?q=sla"`,
  },
]

const serverOf = (origin: string, token: string) => ({
  url: `${origin}/mcp`,
  headers: { Authorization: `Bearer ${token}` },
})
const toJson = (value: object) => JSON.stringify(value, null, 2)

/** Commands that use a token, one in each tab: radio buttons, which work without JavaScript. */
export function TokenSamples({ id: group, ...values }: Values & { id: string }) {
  return (
    <fieldset class="tab-panels">
      <legend class="visually-hidden">What uses the token</legend>
      {uses.map(({ id, label, text }, i) => (
        <>
          <input type="radio" name={group} id={`${group}-${id}-tab`} checked={i === 0} />
          <label for={`${group}-${id}-tab`}>{label}</label>
          <div class="tab-panel">
            <Sample id={`${group}-${id}`} label={`the text for ${label}`}>
              {text(values)}
            </Sample>
          </div>
        </>
      ))}
    </fieldset>
  )
}
