import type { Role } from '@virtual-courses/contract'

/** Who makes this request, as his session tells. */
export type CurrentUser = { id: string; role: Role; name: string; email: string; sessionId: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** null for a visitor */
    viewer: CurrentUser | null
  }
}
