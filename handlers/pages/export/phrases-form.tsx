import type { Status } from '../../../lib/schemas/term.ts'
import { Submit } from '../../../lib/web/parts/form.tsx'

const styles = { lines: 'One name a line', prompt: 'One line, as a prompt', json: 'JSON, with what is heard' }

/** Downloads as many phrases as a speech-to-text service takes. */
export function PhrasesForm({ status, category }: { status: Status | 'all'; category: string | undefined }) {
  return (
    <details>
      <summary>Choose how many, and how they are written</summary>
      <form class="filter" action="/api/v1/export">
        <input type="hidden" name="format" value="phrases" />
        <input type="hidden" name="status" value={status} />
        {category && <input type="hidden" name="category" value={category} />}
        <div class="field">
          <label for="phrases-as">Written as</label>
          <select id="phrases-as" name="as">
            {Object.entries(styles).map(([style, label]) => (
              <option key={style} value={style}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="phrases-limit">Names at most</label>
          <input id="phrases-limit" name="limit" type="number" min="1" max="1000" value="100" required />
        </div>
        <div class="field">
          <label for="phrases-chars">Characters at most</label>
          <input id="phrases-chars" name="chars" type="number" min="100" max="50000" value="50000" required />
        </div>
        <Submit plain>Download these</Submit>
      </form>
    </details>
  )
}
