/** Names of companies in several languages, each with other spellings that people use for it. */
export const spelledOtherwise: readonly { name: string; spellings: readonly string[] }[] = [
  { name: 'cut-off', spellings: ['cut off', 'cutoff', 'Cut-Off', 'cut‑off'] },
  { name: 'CI/CD', spellings: ['cicd', 'ci cd', 'CI-CD', 'CICD', 'ci/cd'] },
  { name: 'P.O.', spellings: ['PO', 'P.O', 'P O'] },
  { name: 'single sign-on', spellings: ['single sign on', 'single-sign-on', 'Single Sign On'] },
  { name: 'least privilege', spellings: ['least-privilege', 'Least Privilege'] },
  { name: 'runbook', spellings: ['run book', 'run-book', 'Run Book'] },
  { name: 'bus factor', spellings: ['bus-factor', 'busfactor'] },
  { name: 'e-mail gateway', spellings: ['e mail gateway', 'e-mail-gateway'] },
  { name: 'Q&A desk', spellings: ['Q & A desk', 'Q-A desk'] },
  { name: 'go-to-market', spellings: ['go to market', 'Go-To-Market'] },
  { name: 'on-call rota', spellings: ['on call rota', 'on-call-rota'] },
  { name: 'H.R.B.P.', spellings: ['HRBP', 'H.R.B.P', 'hrbp'] },
  { name: 'Soll-Ist-Vergleich', spellings: ['Soll Ist Vergleich', 'Soll/Ist-Vergleich'] },
  { name: 'Jour fixe', spellings: ['Jour-fixe', 'jourfixe'] },
  { name: 'Vier-Augen-Prinzip', spellings: ['Vier Augen Prinzip', 'vier-augen-prinzip'] },
  { name: 'mise en prod', spellings: ['mise-en-prod', 'Mise en prod'] },
  { name: 'rendez-vous client', spellings: ['rendez vous client'] },
  { name: 'casa-madre', spellings: ['casa madre', 'casamadre'] },
  { name: 'pós-venda', spellings: ['pós venda', 'pos-venda', 'pós/venda'] },
  { name: 'alta-dirección', spellings: ['alta dirección', 'alta direccion'] },
  { name: 'data lakehouse', spellings: ['data lake-house', 'data-lakehouse'] },
  { name: 'ISO-9001', spellings: ['ISO 9001', 'ISO9001', 'iso-9001'] },
  { name: 'K-12 courses', spellings: ['K 12 courses', 'K12 courses'] },
  { name: 'Тех-долг', spellings: ['тех долг', 'техдолг'] },
]

/**
 * A text with one letter missing, added, wrong or two transposed, in a word of five letters or more. Null if there is
 * none.
 */
export function typoOf(text: string, random: () => number): string | null {
  const words = [...text.matchAll(/[a-zA-Z]{6,}/g)]
  const word = words[Math.floor(random() * words.length)]
  if (!word) return null
  const at = word.index + 1 + Math.floor(random() * (word[0].length - 2))
  const [before, letter = '', next = '', after] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 2)]
  const kinds = [before + next + after, `${before}${letter}x${next}${after}`, `${before}q${next}${after}`]
  if (letter !== next) kinds.push(before + next + letter + after)
  return kinds[Math.floor(random() * kinds.length)] ?? null
}
