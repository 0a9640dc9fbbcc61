import { bareProblems } from './early-sentences.ts'
import type { ErrorCode, Problem } from './problem.ts'

/**
 * Reads a problem from an answer's body; undefined for anything without a message. Browser bundles carry neither schemas nor the table of all problems, so it needs neither.
 */
export function problemFrom(body: unknown): Problem | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { message, code, requestId, fields } = body as Partial<Record<keyof Problem, unknown>> // every field is checked below
  if (typeof message !== 'string') return undefined
  return {
    message,
    code: typeof code === 'string' ? (code as ErrorCode) : 'internal', // our server sends no others
    requestId: typeof requestId === 'string' ? requestId : '',
    ...(Array.isArray(fields) && { fields }),
  }
}

/** What to say about an answer that is not 2xx and carries no problem of ours: a proxy's, for example. */
export function bareMessage(status: number): string {
  const code = status === 413 ? 'too_large' : status === 503 ? 'unavailable' : 'internal'
  return bareProblems[code][1]
}
