import type { User } from '@virtual-courses/contract'
import type { FastifyReply } from 'fastify'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { UserRow } from '#db/schema.ts'
import { sessionCookie } from '#http/session.ts'
import { rememberBrowser } from './known-browser.ts'
import { presentUser } from './present.ts'
import { enrolledCoursesOf } from './queries.ts'
import { endSession, type StartedSession } from './sessions.ts'

/** Somebody who was let in, with the session that was opened for him. */
export type SignedIn = { user: UserRow; session: StartedSession }

/** The user as he sees himself. */
export const presentOwn = async ({ db }: Pick<FeatureDeps, 'db'>, user: UserRow): Promise<User> =>
  presentUser(user, await enrolledCoursesOf(db, user.id))

/** Gives the browser its new session. It replaces the one that the browser had, so that a planted token is worth nothing. */
export async function openInBrowser(
  deps: Pick<FeatureDeps, 'clock' | 'codeSecret' | 'db'>,
  reply: FastifyReply,
  { user, session }: SignedIn,
): Promise<User> {
  const old = sessionCookie.read(reply.request)
  if (old) await endSession(deps.db, old)
  sessionCookie.set(reply, session.token, session.expiresAt)
  rememberBrowser(deps, reply, user)
  return presentOwn(deps, user)
}
