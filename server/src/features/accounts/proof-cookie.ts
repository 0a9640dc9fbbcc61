import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Holds the proof that this browser verified a code. */
const proofCookie = 'vc_reset'

const options = (reply: FastifyReply) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: reply.request.protocol === 'https',
})

export const readProofCookie = (request: FastifyRequest): string | undefined => request.cookies[proofCookie]

export function setProofCookie(reply: FastifyReply, token: string, expires: Date): void {
  reply.setCookie(proofCookie, token, { ...options(reply), expires })
}

export function clearProofCookie(reply: FastifyReply): void {
  reply.clearCookie(proofCookie, options(reply))
}
