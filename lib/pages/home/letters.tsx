import { type Browsing, searchAddress } from './browsing.ts'

const latin = [...'abcdefghijklmnopqrstuvwxyz']

/** The letter under which a name stands: its initial in capitals, "#" for digits and marks. */
export function letterOf(name: string): string {
  const [initial = ''] = name.toLowerCase().normalize('NFC')
  return initial < 'a' ? '#' : initial.toUpperCase()
}

/** The letter rail: jumps to where a letter begins. Letters of other scripts appear where names have them. */
export function Letters(browsing: Browsing) {
  const present = new Set(browsing.initials.map(letterOf))
  const letters = new Set(['#', ...latin.map(letterOf), ...present])
  return (
    <nav class="letters" aria-label="Letters" hx-boost="true" hx-swap="outerHTML show:window:top">
      <ol>
        {[...letters].map((letter) => (
          <li key={letter}>
            {present.has(letter) ? (
              <a id={`to-${letter}`} href={searchAddress(browsing, { letter })}>
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
