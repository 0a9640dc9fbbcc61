import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../scripts/prepare/system-programs.ts'
import { type Server, startServer } from '../lib/child.ts'
import { Missing } from '../lib/tools.ts'

/** nginx at its best for few files: one worker (we are one process too), no access log, sendfile, open files kept. */
const config = (folder: string, port: number, server: string): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=16;
  types { application/json json; }
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    ${server}
  }
}
`

/** Starts nginx with the files of `files` by sendfile, at `/files/`, or with `app` behind it, which may leave them to it. */
export async function startNginxFiles(parent: string, files: string, app?: { origin: string }): Promise<Server> {
  const nginx = findProgram('nginx')
  if (!nginx) throw new Missing('nginx is missing: apt-get install nginx')
  const folder = join(parent, 'nginx')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const location = `location /files/ { ${app ? 'internal; ' : ''}alias ${files}/; }`
  const proxy = app
    ? `location / {
        proxy_pass http://app;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto https;
      }`
    : ''
  return startServer((port) => {
    const configFile = join(folder, 'nginx.conf')
    const text = config(folder, port, `${location} ${proxy}`)
    const upstream = app ? `upstream app { server ${new URL(app.origin).host}; keepalive 64; }` : ''
    writeFileSync(configFile, text.replace('  server {', `  ${upstream}\n  server {`))
    return {
      name: app ? 'ours behind nginx' : 'nginx sendfile',
      command: nginx,
      args: ['-p', folder, '-c', configFile],
      logFile: join(folder, 'nginx.log'),
      readyPath: '/healthz',
    }
  })
}
