import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/**
 * Refuses state-changing requests that a browser sends from a foreign site: the Origin must be ours or allowed.
 * Requests without an Origin (programs, the payment provider) carry no cookies of a browser and pass.
 */
export function guardOrigin(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return done()
    const origin = request.headers.origin
    if (origin === undefined || allowed.includes(origin)) return done()
    if (URL.canParse(origin) && new URL(origin).host === request.host) return done()
    done(new Refusal('wrong_origin'))
  })
}
