// The styles. As style sheets that a script constructs, they need no permission of the page's Content-Security-Policy.

/**
 * Of the marks: nothing moves, as nothing here takes space, and styles that the page has for all elements do not apply.
 */
export const markStyle = `
glossary-term {
  all: unset !important;
  text-decoration: underline dotted 0.08em !important;
  text-underline-offset: 0.2em !important;
  cursor: help !important;
}
glossary-term:hover, glossary-term[aria-expanded=true] { text-decoration-style: solid !important; }
glossary-term:focus-visible { outline: 2px solid !important; outline-offset: 2px !important; }
@media print { glossary-term { text-decoration: none !important; } }
`

/**
 * Of the card. The styles of the page do not reach it. Sizes and signs are those of the glossary's own pages
 * (docs/dev/ui.md): 15, 16 and 19 px for what the browser calls medium, and the disc of a status is fuller the more it
 * is trusted.
 */
export const cardStyle = `
:host { all: initial !important; position: absolute !important; }
.card {
  box-sizing: border-box;
  inset: auto;
  width: max-content;
  max-width: min(26em, 100vw - 16px);
  margin: 0;
  padding: 0.875em 1em;
  overflow: auto;
  overscroll-behavior: contain;
  border: 1px solid light-dark(#d5cfc4, #4a4750);
  border-radius: 0.5em;
  background: light-dark(#fff, #222127);
  color: light-dark(#1f1c19, #ebe9e4);
  box-shadow: 0 0.25em 1.25em rgb(0 0 0 / 0.18);
  font: 1em/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
  text-align: start;
}
p { margin: 0; }
.meaning + .meaning { margin-top: 0.75em; padding-top: 0.75em; border-top: 1px solid light-dark(#e6e1d8, #343239); }
.name {
  color: light-dark(#a2281c, #f0897b);
  font: 600 1.1875em/1.25 "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif;
  text-underline-offset: 0.15em;
}
.full-name { color: light-dark(#665f56, #aaa59d); }
.name:focus-visible { outline: 2px solid; outline-offset: 2px; border-radius: 2px; }
.definition { margin-top: 0.25em; white-space: pre-line; }
.facts, .count { color: light-dark(#665f56, #aaa59d); font-size: 0.9375em; }
.facts { margin-top: 0.375em; }
.status::before {
  display: inline-block;
  width: 0.5em;
  height: 0.5em;
  margin-right: 0.4375em;
  border: 1.5px solid;
  border-radius: 50%;
  content: "";
}
.status.official { color: light-dark(#a2281c, #f0897b); }
.status.official::before { background: currentColor; }
.status.community::before { background: linear-gradient(90deg, currentColor 50%, transparent 50%); }
.status.disputed { font-weight: 600; }
.count { margin-bottom: 0.375em; }
.advice { margin-top: 0.75em; font-weight: 600; }
`
