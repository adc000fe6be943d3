import { run } from './command.ts'

const { argv, env, platform, stdin, stdout, stderr } = process

// A reader that has seen enough, such as `head`, is no error.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))
run(argv.slice(2), {
  ...{ env, platform, stdin, stdout, stderr, cwd: process.cwd() },
  version: process.env.GLOSSARY_VERSION ?? '',
}).then((status) => {
  process.exitCode = status
})
