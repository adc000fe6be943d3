import type { Format } from './document.ts'

/** Terms as the API returns them, in an array. */
export const json: Format = {
  label: 'JSON',
  purpose: 'Everything about each term, for programs and for another glossary.',
  type: 'application/json; charset=utf-8',
  extension: 'json',
  statement: 'export/by-name',
  languages: 'all',
  relations: 'names',
  async *render(batches) {
    let before = '['
    for await (const batch of batches) {
      yield before + batch.map(({ text }) => text).join(',')
      before = ','
    }
    yield before === '[' ? '[]' : ']'
  },
}
