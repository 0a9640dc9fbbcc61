import { randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { disputeStatuses } from '@virtual-courses/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import { validate } from '#core/validate.ts'
import { documentSay } from '#http/serve.ts'
import type { CheckoutTexts, HostedCheckout } from '#ports/payments.ts'
import { pageFontFaces, pageFontSource } from '../../papers/index.ts'

const sentences: Record<keyof CheckoutTexts, Sentence> = {
  checkout: msg`Checkout`,
  note: msg`Test payment: this is a sandbox and no money moves.`,
  approve: msg`Approve payment`,
  decline: msg`Decline payment`,
  close: msg`Close without paying`,
  tryAgain: msg`You can try again.`,
  noAnswer: msg`The checkout did not answer. Check your connection and try again.`,
  afterwards: msg`What the provider does afterwards`,
  webhook: msg`Webhook to the shop`,
  refunds: msg`Refunds of this payment`,
  atOnce: msg`at once`,
  twice: msg`twice`,
  late: msg`20 seconds late`,
  never: msg`never`,
  fail: msg`fail`,
}
/** The only reason that the sandbox gives. */
const declined = msg`The test bank declined this payment.`

const textsIn = (say: Say): CheckoutTexts =>
  Object.fromEntries(Object.entries(sentences).map(([name, sentence]) => [name, say(sentence)])) as CheckoutTexts // every name is there

const Params = z.object({ orderId: z.string().max(64) })
const Choice = z.object({
  outcome: z.enum(['approve', 'decline']),
  faults: z
    .object({
      duplicates: z.number().int().min(0).max(5),
      delaySeconds: z.number().min(0).max(600),
      drop: z.boolean(),
      refund: z.enum(['late', 'fails']),
    })
    .partial()
    .optional(),
})

const Dispute = z.object({ status: z.enum(disputeStatuses) })

const policyOf = (nonce: string, origins: readonly string[]): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; ${pageFontSource}; frame-ancestors ${["'self'", ...origins].join(' ')}; base-uri 'none'; form-action 'none'`

/**
 * Serves the provider's side of the sandbox: script, popup page and the buyer's choice. It is not part of the contract, as with a real
 * provider. Pages of `origins` may embed it too.
 */
export function registerSandboxCheckout(
  app: FastifyInstance,
  hosted: HostedCheckout,
  { origins, siteLanguage }: { origins: readonly string[]; siteLanguage: () => string },
): void {
  app.get('/sandbox/checkout.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(hosted.script()),
  )
  app.get('/sandbox/checkout/:orderId', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const say = documentSay(request, siteLanguage())
    const view = { nonce, origins, language: say.language, dir: say.dir, fontFaces: pageFontFaces, texts: textsIn(say) }
    const page = await hosted.page(validate(Params, request.params)?.orderId ?? '', view)
    if (page === null) throw new DomainError('not_found')
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policyOf(nonce, origins),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(page)
  })
  app.post('/sandbox/checkout/:orderId/act', async (request) => {
    const orderId = validate(Params, request.params)?.orderId ?? ''
    const choice = validate(Choice, request.body)
    if (!choice) throw new DomainError('invalid_input')
    const { drop, duplicates, delaySeconds, refund } = choice.faults ?? {}
    const result = await hosted.act(orderId, choice.outcome, {
      ...(drop !== undefined && { drop }),
      ...(duplicates !== undefined && { duplicates }),
      ...(delaySeconds !== undefined && { delaySeconds }),
      ...(refund !== undefined && { refund }),
    })
    if (result === null) throw new DomainError('not_found')
    return 'declined' in result ? { declined: documentSay(request, siteLanguage())(declined) } : result
  })
  app.post('/sandbox/checkout/:orderId/dispute', async (request) => {
    const orderId = validate(Params, request.params)?.orderId ?? ''
    const dispute = validate(Dispute, request.body)
    if (!dispute) throw new DomainError('invalid_input')
    if (!(await hosted.dispute(orderId, dispute.status))) throw new DomainError('not_found')
    return { status: dispute.status }
  })
}
