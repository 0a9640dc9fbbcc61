import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { cacheFolder, installPackages } from '../lib/tools.ts'

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
const queryVersion = '5.108.0'

/** Returns the script of an entry of the floor app, in one file. */
async function buildFloorApp(entry: string): Promise<string> {
  const query = join(cacheFolder, `query-${queryVersion}`)
  const built = (await build({
    root: app,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: { '@tanstack/react-query': join(query, 'node_modules/@tanstack/react-query') },
      // one React for everything
      dedupe: ['react', 'react-dom', 'react-router'],
    },
    build: { write: false, modulePreload: false, rolldownOptions: { input: join(app, entry) } },
  })) as Rolldown.RolldownOutput // not watching, one output
  return built.output[0].code
}

/** L8: gzipped bytes of React, React Router and a query client around one list. */
export async function floorScriptBytes(): Promise<number> {
  installPackages(join(cacheFolder, `query-${queryVersion}`), { '@tanstack/react-query': queryVersion }, '2 MB')
  return gzipSync(await buildFloorApp('with-query.js')).length
}

/** U1: serves one page of React, React Router and a button, rendered on the server, compressed like ours. */
export async function serveFloorApp(): Promise<Served> {
  const script = await buildFloorApp('browser.js')
  const { render } = (await import(join(app, 'server.js'))) as { render: (script: string) => Promise<string> } // plain JavaScript
  const files: Record<string, { type: string; body: Buffer }> = {
    '/': { type: 'text/html; charset=utf-8', body: brotliCompressSync(await render('/app.js')) },
    '/app.js': { type: 'text/javascript', body: brotliCompressSync(script) },
  }
  return serve((request, response) => {
    const file = files[request.url ?? '/']
    if (!file) return response.writeHead(404).end()
    const headers = { 'content-type': file.type, 'content-encoding': 'br', 'content-length': file.body.length }
    return response.writeHead(200, headers).end(file.body)
  })
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
