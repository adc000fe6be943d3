import type { Alias } from '../../schemas/content.ts'

const kindNotes: Record<Alias['kind'], string> = {
  alias: '',
  misspelling: ' (misspelling)',
  discouraged: ' (discouraged)',
}

/** The aliases of a term as a text, with what kind of name they are. */
export const aliasText = (aliases: readonly Alias[]): string =>
  aliases.map(({ name, kind }) => name + kindNotes[kind]).join('; ')
