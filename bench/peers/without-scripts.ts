import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

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
