import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { cacheFolder, installPackages } from '../lib/tools.ts'

const queryVersion = '5.108.0'
const packages = resolve(import.meta.dirname, '../../node_modules')

/**
 * Builds the floor app: React, React Router and TanStack Query around one list, nothing else. Returns the bytes of its
 * JavaScript, gzipped file by file.
 */
export async function floorScriptBytes(folder: string): Promise<number> {
  const tools = join(cacheFolder, `query-${queryVersion}`)
  installPackages(tools, { '@tanstack/react-query': queryVersion }, '2 MB')
  const outDir = join(folder, 'floor')
  await build({
    root: join(import.meta.dirname, 'floor-app'),
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: '@tanstack/react-query', replacement: join(tools, 'node_modules/@tanstack/react-query') },
        // one React for everything
        { find: /^(react|react-dom|react-router)($|\/)/, replacement: `${packages}/$1$2` },
      ],
    },
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  return readdirSync(join(outDir, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => gzipSync(readFileSync(join(outDir, 'assets', name))).length)
    .reduce((sum, bytes) => sum + bytes, 0)
}

export type WithoutScripts = { origin: string; stop: () => Promise<void> }

type Stored = { status: number; headers: Record<string, string>; body: Buffer }

const kept = ['content-type', 'cache-control', 'content-encoding']

/** The document as it is, less its scripts and what is fetched early for them. */
const strip = (html: string): string =>
  html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')

/**
 * Serves the same pages as `origin` without any script: the limit of what a page with this look can reach. Answers are
 * fetched once, with `cookie`, and then sent from memory.
 */
export async function serveWithoutScripts(origin: string, cookie: string): Promise<WithoutScripts> {
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
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const stored = known.get(path) ?? fetchOnce(path)
    known.set(path, stored)
    stored.then(
      ({ status, headers, body }) =>
        response.writeHead(status, { ...headers, 'content-length': body.length }).end(body),
      () => response.writeHead(502).end(),
    )
  })
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
