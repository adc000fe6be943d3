import { type Format, renderParts } from './document.ts'

/** Terms as the API returns them, in an array. */
export const json: Format = {
  label: 'JSON',
  purpose: 'Everything about each term, for programs and for another glossary.',
  type: 'application/json; charset=utf-8',
  extension: 'json',
  render: (pages) =>
    renderParts(
      {
        ...{ start: '[', separator: ',', end: ']' },
        renderPage: (terms) => JSON.stringify(terms).slice(1, -1),
      },
      pages,
    ),
}
