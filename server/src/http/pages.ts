import { readdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import { msg } from '@lingui/core/runtime-macro'
import type { Fetch } from '@virtual-courses/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createFairPool } from '#core/limits/fair-pool.ts'
import type { RenderDocument, WebBuild } from './pages/host.ts'
import { createPageCache } from './pages/page-cache.ts'
import { type DocumentOptions, sendDocument } from './pages/send-document.ts'
import { callAsViewerOf } from './session.ts'

/** Vite's development server with hot reloading, for `WEB_DEV=1` only. */
type DevServer = {
  render: RenderDocument
  /** handles requests for modules and files of Vite; resolves to false when the request is for a document */
  handled(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  close(): Promise<void>
}

async function startDevServer(webRoot: string, server: Server): Promise<DevServer> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: webRoot,
    configFile: `${webRoot}/vite.config.ts`,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  return {
    async render(request, host) {
      // the virtual module has no types
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBuild
      return build.entry.module.createHandler(build, 'development')(request, host)
    },
    handled: (request, reply) =>
      new Promise((resolve) => {
        reply.raw.once('finish', () => resolve(true))
        vite.middlewares(request.raw, reply.raw, () => resolve(false))
      }),
    close: () => vite.close(),
  }
}

export type PagesOptions = DocumentOptions & {
  /** "built" serves web/build; "dev" compiles the sources at each request and needs the development packages */
  mode: 'built' | 'dev'
  /** absolute path of the web workspace */
  webRoot: string
  /** calls the listener after each committed change of the content of pages */
  onChange?: (listener: () => void) => void
}

/** Rendering blocks the event loop, so few documents are rendered concurrently and API requests are handled in between. */
const rendering = {
  atOnce: 2,
  waiting: 200,
  each: 64,
  longestMs: 8000,
  busy: msg`The site is very busy at the moment. Please try again in a few seconds.`,
  tooMany: msg`You have asked for many pages at once. Please try again in a few seconds.`,
} as const

/** Maximum size in bytes of a form that is posted by a page without JavaScript. */
const formLimit = 64 * 1024

/** Paths that are never documents: unknown ones get a problem document with 404. */
const notDocuments = /^\/(api|socket\.io)(\/|$|\?)|^\/(healthz|readyz|metrics)(\?|$)/

/**
 * Maximum number of parts of a document's path; pages have six. The router matches each start of a path with all routes: 7,000 parts took
 * seconds in which no one else was served.
 */
const mostParts = 32

async function loadRenderer(webRoot: string): Promise<RenderDocument> {
  const build: WebBuild = await import(pathToFileURL(join(webRoot, 'build/server/index.js')).href)
  return build.entry.module.createHandler(build, 'production')
}

/** Returns the URL paths of the files in a folder, such as "/assets/home-Dk3.js", except hidden ones. All other paths are documents. */
async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const paths = files.map((file) => `/${relative(folder, file).split(sep).join('/')}`)
  return new Set(paths.filter((path) => !path.startsWith('/.')))
}

/**
 * Serves the web application: its files, and every other path as a document rendered on the server. Register it after the API. Rejects
 * in mode "built" when the web application is not built.
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const dev = options.mode === 'dev' ? await startDevServer(options.webRoot, app.server) : undefined
  const folder = join(options.webRoot, 'build/client')
  const render = dev?.render ?? (await loadRenderer(options.webRoot))
  const files = dev ? new Set<string>() : await listFiles(folder)

  const cache = createPageCache()
  options.onChange?.(cache.clear)
  const sender = { ...options, render, cache, pool: createFairPool(rendering) }

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    if (notDocuments.test(request.url)) return reply.callNotFound()
    if (dev && (await dev.handled(request, reply))) return reply.hijack()
    const [path = '/'] = request.url.split('?')
    if (path.split('/').length > mostParts) return reply.callNotFound()
    // names in /assets/ contain a hash of the content
    if (files.has(path) && request.method !== 'POST')
      return reply.sendFile(path, path.startsWith('/assets/') ? { maxAge: '1y', immutable: true } : {})
    if (path.startsWith('/assets/')) return reply.code(404).type('text/plain').send('Not found\n')
    return sendDocument(sender, request, reply)
  }

  await app.register(async (scope) => {
    // the page itself parses a posted form
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: formLimit }, (_request, body, done) =>
      done(null, body),
    )
    // the compressed copies of a new build may be made while it is already served
    if (!dev) await scope.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, maxAge: '1h' })
    scope.route({ method: ['GET', 'POST'], url: '/*', handler: handle })
    if (dev) scope.addHook('onClose', dev.close)
  })
}

/**
 * Returns a `fetch` for server-rendered pages that calls the API in this process with the cookies and the client address of the request.
 */
export function callInProcess(app: FastifyInstance, request: FastifyRequest): Fetch {
  const { cookie, 'user-agent': userAgent } = request.headers
  return async (path, { method, headers, body }) => {
    if (body !== undefined && typeof body !== 'string') throw new Error('Pages do not upload files')
    const reply = await callAsViewerOf(request, (pass) =>
      app.inject({
        method: method as 'GET' | 'POST' | 'DELETE', // the methods of the contract
        url: path,
        remoteAddress: request.ip,
        headers: {
          ...headers,
          ...pass,
          host: request.host,
          ...(cookie && { cookie }),
          ...(userAgent && { 'user-agent': userAgent }),
        },
        ...(body !== undefined && { payload: body }),
      }),
    )
    const responseHeaders = new Headers()
    for (const [name, value] of Object.entries(reply.headers)) {
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined) responseHeaders.append(name, String(one))
    }
    const empty = reply.statusCode === 204 || reply.statusCode === 304
    return new Response(empty ? null : new Uint8Array(reply.rawPayload), {
      status: reply.statusCode,
      headers: responseHeaders,
    })
  }
}
