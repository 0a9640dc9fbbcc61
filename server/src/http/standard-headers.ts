import type { FastifyInstance } from 'fastify'

/** `Strict-Transport-Security`: one year, in seconds. */
export const hstsValue = 'max-age=31536000; includeSubDomains'

/** Returns the headers of every response, whichever part of the server sends it. `https`: whether the site is reached over https. */
export const standardHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(https && { 'strict-transport-security': hstsValue }),
})

/** Sets the standard headers on all responses of Fastify. Register it before other hooks. */
export function sendStandardHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  const pairs = Object.entries(headers)
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of pairs) reply.header(name, value)
    done()
  })
}
