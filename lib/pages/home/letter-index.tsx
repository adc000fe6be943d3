import { type HomeProps, homeUrl } from './home-query.ts'

const latinLetters = [...'abcdefghijklmnopqrstuvwxyz']

/** The letter that a name is listed under: its initial in upper case, "#" for digits and punctuation. */
export function letterOf(name: string): string {
  const [initial = ''] = name.toLowerCase().normalize('NFC')
  return initial < 'a' ? '#' : initial.toUpperCase()
}

/** Links to the first term of each letter. Letters of other scripts appear only if a name starts with them. */
export function LetterIndex(props: HomeProps) {
  const available = new Set(props.initials.map(letterOf))
  const letters = new Set(['#', ...latinLetters.map(letterOf), ...available])
  return (
    <nav class="letters" aria-label="Letters" hx-boost="true" hx-swap="outerHTML show:window:top">
      <ol>
        {[...letters].map((letter) => (
          <li key={letter}>
            {available.has(letter) ? (
              <a id={`to-${letter}`} href={homeUrl(props, { letter })}>
                {letter}
              </a>
            ) : (
              <span aria-hidden="true">{letter}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
