import { register } from 'tsx/esm/api'

// The thread that reads files (thread.ts), in JavaScript because threads do not inherit the compiler of TypeScript.
register()
export const { readForm, readFormTable, readTable } = await import('./thread-tasks.ts')
