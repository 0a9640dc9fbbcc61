import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createFairPool } from '#core/fair-pool.ts'
import type { RenderDocument, WebBuild } from './pages/host.ts'
import { createPageCache } from './pages/page-cache.ts'
import { type DocumentOptions, sendDocument } from './pages/send-document.ts'
import { listStaticFiles, type StaticFiles, sendStaticFile } from './pages/static-files.ts'

/** Serves web sources as they are written, with refresh in place. Used with `WEB_DEV=1` only. */
type DevServer = {
  render: RenderDocument
  /** answers requests for modules and other tools' files; false when the request is for a document */
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
      // the virtual module has no types of its own; WebBuild is our word for it
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
  /** calls the listener after each committed change of what visitors see */
  onChange?: (listener: () => void) => void
}

/** Rendering occupies the process: few documents at once, so that calls of the API are answered in between. */
const rendering = {
  atOnce: 2,
  waiting: 200,
  each: 64,
  longestMs: 8000,
  busy: 'The site is very busy at the moment. Please try again in a few seconds.',
  tooMany: 'You have asked for many pages at once. Please try again in a few seconds.',
} as const

/** Largest form that a page may post before its script has loaded, in bytes. */
const formLimit = 64 * 1024

/** Addresses that are never documents: unknown ones are answered by the application's own JSON 404. */
const notDocuments = /^\/(api|socket\.io)(\/|$|\?)|^\/(healthz|readyz|metrics)(\?|$)/

type Source = { render: RenderDocument; files: StaticFiles }

async function loadBuild(webRoot: string): Promise<Source> {
  const build: WebBuild = await import(pathToFileURL(join(webRoot, 'build/server/index.js')).href)
  return {
    render: build.entry.module.createHandler(build, 'production'),
    files: await listStaticFiles(join(webRoot, 'build/client')),
  }
}

/**
 * Serves the web application: its files, and every other address as a document rendered on the server. Register it after
 * the API. Rejects when the web application is not built (mode "built").
 */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const dev = options.mode === 'dev' ? await startDevServer(options.webRoot, app.server) : undefined
  const { render, files } = dev ? { render: dev.render, files: new Map() } : await loadBuild(options.webRoot)

  const cache = createPageCache()
  options.onChange?.(cache.clear)
  const sender = { ...options, render, cache, pool: createFairPool(rendering) }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (notDocuments.test(request.url)) return reply.callNotFound()
    if (dev && (await dev.handled(request, reply))) return reply.hijack()
    const [path = '/'] = request.url.split('?')
    const file = files.get(path)
    if (file && request.method !== 'POST') return sendStaticFile(file, request, reply)
    if (path.startsWith('/assets/')) return reply.code(404).type('text/plain').send('Not found\n')
    return sendDocument(sender, request, reply)
  }

  await app.register(async (scope) => {
    // a form posted to a page is read by the page: its bytes are passed on as they are
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: formLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({ method: ['GET', 'POST'], url: '/*', handler: answer })
    if (dev) scope.addHook('onClose', dev.close)
  })
}
