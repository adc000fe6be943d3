import { formatNames as all } from '../../lib/export/formats.ts'
import { valuesOf } from '../../lib/http/in-one-language.ts'

/** The formats of exports that a glossary in one language has. */
export const formatNames = valuesOf({ languages: ['en'] }, all)
