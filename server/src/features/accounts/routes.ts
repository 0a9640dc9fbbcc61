import { api, type User } from '@virtual-courses/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserRow } from '#db/schema.ts'
import { Refusal } from '#http/refusal.ts'
import { serve } from '#http/serve.ts'
import { clearSessionCookie, sessionCookie, setSessionCookie } from '#http/session.ts'
import type { FeatureDeps, Rings } from '../deps.ts'
import { logIn } from './log-in.ts'
import { presentUser } from './present.ts'
import { enrolledCoursesOf, findUser } from './queries.ts'
import { endSession, type StartedSession } from './sessions.ts'
import { signUp } from './sign-up.ts'

const clientOf = (request: FastifyRequest) => ({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' })

/** The calls of accounts. */
export function registerAccounts(rings: Rings, deps: FeatureDeps): void {
  const present = async (user: UserRow): Promise<User> => presentUser(user, await enrolledCoursesOf(deps.db, user.id))

  /** A new sign-in replaces the session that this browser had, so that a planted token is worth nothing. */
  const signIn = async (
    reply: FastifyReply,
    { user, session }: { user: UserRow; session: StartedSession },
  ): Promise<User> => {
    const old = reply.request.cookies[sessionCookie]
    if (old) await endSession(deps.db, old)
    setSessionCookie(reply, session.token, session.expiresAt)
    return present(user)
  }

  serve(
    rings.public,
    api.accounts.signup,
  )(async ({ body, request, reply }) => signIn(reply, await signUp(deps, body, clientOf(request))))
  serve(
    rings.public,
    api.accounts.login,
  )(async ({ body, request, reply }) => signIn(reply, await logIn(deps, body, clientOf(request))))
  serve(
    rings.public,
    api.accounts.logout,
  )(async ({ request, reply }) => {
    const token = request.cookies[sessionCookie]
    if (token) await endSession(deps.db, token)
    clearSessionCookie(reply)
    return { message: 'LogOut Successfully' }
  })
  serve(
    rings.signedIn,
    api.accounts.current,
  )(async ({ viewer }) => {
    const user = await findUser(deps.db, viewer.id)
    if (!user) throw new Refusal('unauthenticated')
    return { user: await present(user) }
  })
}
