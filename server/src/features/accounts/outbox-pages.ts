import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { validate } from '#core/validate.ts'
import { newNonce, sendDevPage } from './dev-pages/dev-page.ts'
import { outboxPage } from './dev-pages/outbox-page.ts'

const Params = z.object({ id: z.string().max(64) })

/** A mail may bring its own styles, and nothing else: no script, no request to anywhere. */
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`

/** The mails that were kept instead of sent. Without an outbox these addresses do not exist. */
export function registerOutbox(app: FastifyInstance, { mail, config }: Pick<FeatureDeps, 'mail' | 'config'>): void {
  const { outbox } = mail
  if (!outbox || !config.outbox) return
  app.get('/dev/outbox', async (_request, reply) => {
    const nonce = newNonce()
    return sendDevPage(reply, outboxPage(await outbox.newest(), config.TIME_ZONE, nonce), { nonce, frames: true })
  })
  app.get('/dev/outbox/:id', async (request, reply) => {
    const found = await outbox.find(validate(Params, request.params)?.id ?? '')
    if (!found) throw new DomainError('not_found')
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': mailPolicy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(found.html)
  })
}
