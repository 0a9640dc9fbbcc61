import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** The path without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

/**
 * Tells browsers which other sites may read answers: those in `origins`, with credentials; at `openPaths`, which know no one
 * and carry no credentials, every site.
 */
export async function allowOrigins(
  app: FastifyInstance,
  { origins, openPaths }: { origins: readonly string[]; openPaths: ReadonlySet<string> },
): Promise<void> {
  const listed = {
    origin: origins.length > 0 ? [...origins] : false,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    // A request that only looks like a preflight reaches the router, whose errors are problem documents.
    strictPreflight: false,
  }
  const open = { origin: '*', credentials: false, methods: ['POST'], strictPreflight: false }
  await app.register(cors, {
    delegator: (request, done) => {
      const { origin } = request.headers
      const isOpen = openPaths.has(pathOf(request.url)) && !(origin !== undefined && origins.includes(origin))
      done(null, isOpen ? open : listed)
    },
  })
}
