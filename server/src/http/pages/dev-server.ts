import type { Server } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RenderDocument, WebBuild } from './host.ts'

/** Serves web sources as they are written, with refresh in place. Used with `WEB_DEV=1` only. */
export type DevServer = {
  render: RenderDocument
  /** answers requests for modules and other tools' files; false when the request is for a document */
  handled(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  close(): Promise<void>
}

export async function startDevServer(webRoot: string, server: Server): Promise<DevServer> {
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
