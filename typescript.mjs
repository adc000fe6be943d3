// Lets Node.js run TypeScript, as `node --import ./typescript.mjs FILE`. tsx keeps compiled code in the system's
// temporary directory by default, where another account could put code of its own. Here it keeps none.
process.env.TSX_DISABLE_CACHE = '1'
await import('tsx')
