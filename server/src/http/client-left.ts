import type { FastifyReply } from 'fastify'
import { DomainError } from '#core/domain-error.ts'

/**
 * Aborts when the connection closes before the answer was sent; its reason is an error. Not Fastify's `request.signal`: over a
 * real connection that one is aborted as soon as the body of the request was read.
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
