import { run } from './command.ts'

// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 2))
run(process.argv.slice(2)).then((status) => {
  process.exitCode = status
})
