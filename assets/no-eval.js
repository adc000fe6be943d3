// Zod, a part of the API reference, finds out whether it may compile code by trying to. The policy of the page
// forbids it, and the browser reports each attempt in the console. Refuse before the browser does.
globalThis.Function = new Proxy(Function, {
  construct() {
    throw new EvalError('This page does not compile code.')
  },
})
