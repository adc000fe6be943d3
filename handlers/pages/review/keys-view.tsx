import { Submit } from '../../../lib/web/parts/form.tsx'

/** The keys, and what each does. */
export const keys: [key: string, what: string][] = [
  ['j', 'next item'],
  ['k', 'previous item'],
  ['a', 'accept or publish, or add the name as another one'],
  ['d', 'not a term, not a name for it, the report was wrong, or decline; of duplicates: keep both'],
  ['p', 'the report is right, I will correct it later'],
  ['c', 'still right, or take ownership'],
  ['s', 'ask someone who used the word, or whoever reported it'],
  ['e', 'write the definition, correct it, or edit'],
  ['Ctrl Enter', 'publish or save the definition, and go on to the next'],
  ['Esc', 'leave the field, so that the keys act again'],
  ['m', 'merge duplicates, resolve conflicts, or add the name as a misspelling'],
  ['n', 'add the name as one not to use'],
  ['o', 'open the term'],
  ['x', 'select'],
  ['u', 'undo the last decision, also one about several items, then the one before it'],
  ['?', 'show these keys'],
]

/** The key of a button, beside its label. Those with Ctrl also act in a field. */
export function Shortcut({ keys }: { keys: string }) {
  return (
    <span class={keys.includes(' ') ? 'shortcut in-field with-js' : 'shortcut with-js'} aria-hidden="true">
      {keys}
    </span>
  )
}

/** The keys of the review queue, which ? shows (assets/review.js). */
export function Keys() {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <Submit plain>Close</Submit>
      </form>
    </dialog>
  )
}
