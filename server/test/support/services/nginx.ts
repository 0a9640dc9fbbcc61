import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { vi } from 'vitest'

/** The program; undefined where it is not installed. */
export const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))

/** Returns a file of `deploy/nginx`. */
export const nginxFile = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../../../deploy/nginx', name), 'utf8')

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // listening on TCP
      server.close(() => done(port))
    })
  })

/** Starts nginx in front of an application on the port `behind`, with `lines` in its server block and `http` around it. */
export async function startNginx(
  { folder, behind, http }: { folder: string; behind: number; http: string },
  lines: string,
): Promise<{ origin: string; child: ChildProcess }> {
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 64; }
    http {
      access_log off; ${temporary.join(' ')}
      ${http}
      upstream virtual_courses { server 127.0.0.1:${behind}; keepalive 4; }
      server { listen 127.0.0.1:${port}; ${lines}
        location / { proxy_pass http://virtual_courses; proxy_set_header Host $http_host; }
      }
    }`,
  )
  const child = spawn(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')])
  const origin = `http://127.0.0.1:${port}`
  await vi.waitFor(
    async () => {
      if (!(await fetch(`${origin}/healthz`)).ok) throw new Error('not ready')
    },
    { timeout: 10_000 },
  )
  return { origin, child }
}
