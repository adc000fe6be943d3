import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../lib/db/server-address.ts'
import { eventually } from './eventually.ts'

/**
 * Starts nginx before several servers, set up as deploy/nginx/glossary.conf is, but without TLS.
 *
 * @param maxBody the largest body that it passes on; '1m' is its default
 * @param http further lines of the block `http`
 * @param location further lines of the block `location`
 * @param passes where it passes requests on to
 */
export async function startNginx(
  ports: readonly number[],
  { maxBody = '21m', http = '', location = '', passes = 'http://glossary' } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), 'glossary-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const configuration = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${directory}/pid;
    worker_processes 2;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n')}
      ${http.replaceAll('DIRECTORY', directory)}
      upstream glossary {
        ${ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join('\n')}
        keepalive 64;
      }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size ${maxBody};
        location / {
          proxy_pass ${passes};
          ${location}
          proxy_next_upstream error non_idempotent;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }
      }
    }`
  const file = join(directory, 'nginx.conf')
  await writeFile(file, configuration)
  const child = spawn('nginx', ['-p', directory, '-e', `${directory}/error.log`, '-c', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await eventually('nginx responds', () => fetch(url).then(() => true))
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
