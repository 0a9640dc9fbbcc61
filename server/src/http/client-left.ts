import type { FastifyReply } from 'fastify'
import { DomainError } from '#core/domain-error.ts'

/**
 * Returns a signal that is aborted, with an error as its reason, when the connection closes before the reply has been sent. Fastify's
 * `request.signal` cannot be used: it is aborted as soon as the request body has been read.
 */
export function clientLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  const leave = (): void => {
    if (!raw.writableFinished) left.abort(new DomainError('broken_upload'))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return left.signal
}
