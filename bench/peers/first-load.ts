import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

export type Served = { origin: string; stop: () => Promise<void> }

async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const app = join(import.meta.dirname, 'floor-app')

/**
 * Builds and serves the floor app: one page of React, React Router and a button, rendered on the server, its script in one file and
 * compressed like ours. `scriptBytes` is that file, gzipped.
 */
export async function serveFloorApp(): Promise<Served & { scriptBytes: number }> {
  const built = (await build({
    root: app,
    configFile: false,
    logLevel: 'error',
    build: { write: false, modulePreload: false, rolldownOptions: { input: join(app, 'browser.js') } },
  })) as Rolldown.RolldownOutput // not watching, one output
  const script = built.output[0].code
  const { render } = (await import(join(app, 'server.js'))) as { render: (script: string) => Promise<string> } // plain JavaScript
  const files: Record<string, { type: string; body: Buffer }> = {
    '/': { type: 'text/html; charset=utf-8', body: brotliCompressSync(await render('/app.js')) },
    '/app.js': { type: 'text/javascript', body: brotliCompressSync(script) },
  }
  const served = await serve((request, response) => {
    const file = files[request.url ?? '/']
    if (!file) return response.writeHead(404).end()
    const headers = { 'content-type': file.type, 'content-encoding': 'br', 'content-length': file.body.length }
    return response.writeHead(200, headers).end(file.body)
  })
  return { ...served, scriptBytes: gzipSync(script).length }
}

type Stored = { status: number; headers: Record<string, string>; body: Buffer }

const kept = ['content-type', 'cache-control', 'content-encoding']

/** The document as it is, less its scripts and what is fetched early for them. */
const strip = (html: string): string =>
  html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')

/**
 * Serves the same pages as `origin` without any script: the limit of what a page with this look can reach. Answers are
 * fetched once, with `cookie`, and then sent from memory.
 */
export async function serveWithoutScripts(origin: string, cookie: string): Promise<Served> {
  const known = new Map<string, Promise<Stored>>()
  const fetchOnce = async (path: string): Promise<Stored> => {
    // bytes must stay as they are compressed at the origin: only the document is read as text
    const answer = await fetch(origin + path, { headers: { cookie, 'accept-encoding': 'identity' } })
    const body = Buffer.from(await answer.arrayBuffer())
    const headers = Object.fromEntries(
      kept.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name) ?? '']] : [])),
    )
    const type = answer.headers.get('content-type') ?? ''
    if (!/^text\/|svg|json|javascript/.test(type)) return { status: answer.status, headers, body }
    const text = type.startsWith('text/html') ? strip(body.toString()) : body
    return { status: answer.status, headers: { ...headers, 'content-encoding': 'br' }, body: brotliCompressSync(text) }
  }
  return serve((request, response) => {
    const path = request.url ?? '/'
    const stored = known.get(path) ?? fetchOnce(path)
    known.set(path, stored)
    stored.then(
      ({ status, headers, body }) =>
        response.writeHead(status, { ...headers, 'content-length': body.length }).end(body),
      () => response.writeHead(502).end(),
    )
  })
}
