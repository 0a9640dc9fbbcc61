import { createRequire } from 'node:module'
import { join } from 'node:path'
import Fastify, { type FastifyPluginAsync } from 'fastify'
import { securityHeaders } from '../../server/src/http/pages/security-headers.ts'
import { sendStandardHeaders, standardHeaders } from '../../server/src/http/standard-headers.ts'

/** One side of `bench/standard-parts.ts`: side, folder of the packages. Prints its port, then CPU time on request. */
const [, , side = '', packages = ''] = process.argv
const plugin = (name: string) => createRequire(join(packages, 'x'))(name) as FastifyPluginAsync<Record<string, unknown>> // the package exports a plugin
const app = Fastify()
const page = Buffer.from('<!doctype html>'.padEnd(4000, 'x'))
const nonce = 'c'.repeat(32)
const checkout = { script: [], style: [], img: [], connect: [], frame: [], payment: [] }
const policy = { checkout, https: true, mediaOrigin: null }

if (side === 'own headers') {
  sendStandardHeaders(app, standardHeaders(true))
  app.get('/api', async () => ({ ok: true }))
  app.get('/page', async (_request, reply) =>
    reply.headers(securityHeaders(nonce, policy)).type('text/html').send(page),
  )
}
if (side === '@fastify/helmet') {
  await app.register(plugin('@fastify/helmet'), {
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'self'"], 'base-uri': ["'none'"] } },
    enableCSPNonces: true,
  })
  app.get('/api', { helmet: { contentSecurityPolicy: false } } as object, async () => ({ ok: true })) // the plugin's option
  app.get('/page', async (_request, reply) => reply.type('text/html').send(page))
}
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
const address = app.server.address()
process.send?.(typeof address === 'object' ? address?.port : 0)
