import { endpoint } from '../lib/http/endpoint.ts'
import { correctText } from '../lib/lookup/text-to-corrections.ts'
import { CorrectedText, maxRequestBytes, TextToCorrect } from '../lib/schemas/lookup.ts'

export default endpoint(
  {
    method: 'POST',
    path: '/api/v1/correct',
    operationId: 'correctText',
    summary: 'Correct a text',
    description:
      'Replaces the names in a text that somebody wrote down as wrong, such as what speech-to-text makes of them: misspellings and, if asked for, discouraged names and the names of replaced terms. Nothing is guessed: what is also the name of another term, or leads to two terms, stays. Plural and possessive endings stay, and so does a capital at the beginning of a sentence. Texts are read as `POST /api/v1/explain` reads them; of subtitles, only what is said changes. Every other character stays, and correcting twice changes nothing. Positions are those of the text that was sent; they count UTF-16 units, and `end` is exclusive. The text has at most 50,000 UTF-16 units.',
    tag: 'terms',
    access: { role: 'viewer', scope: 'read' },
    body: TextToCorrect,
    maxBodyBytes: maxRequestBytes,
    responses: { 200: CorrectedText },
  },
  async ({ ctx, body, reply }) => {
    const { text, ...options } = body
    return reply(200, await correctText(ctx, text, options))
  },
)
