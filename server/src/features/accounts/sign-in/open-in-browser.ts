import type { User } from '@virtual-courses/contract'
import type { Cookies, SessionCookie } from '#core/call.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { UserRow } from '#db/schema.ts'
import { presentUser } from '../present.ts'
import { type EnrolledCourseRow, enrolledCoursesOf } from '../queries.ts'
import { rememberBrowser } from '../sessions/known-browser.ts'
import { endSession, type StartedSession } from '../sessions/sessions.ts'

/** A user who has signed in, the new session and, if they were read with it, the courses of the newest enrolments. */
export type SignedIn = { user: UserRow; session: StartedSession; enrolled?: readonly EnrolledCourseRow[] }

/** Returns the user as they see themselves. */
export const presentOwn = async ({ db }: Pick<FeatureDeps, 'db'>, user: UserRow): Promise<User> =>
  presentUser(user, await enrolledCoursesOf(db, user.id))

/** Sets the new session in the browser. The browser's earlier session is ended, which prevents session fixation. */
export async function openInBrowser(
  deps: Pick<FeatureDeps, 'clock' | 'codeSecret' | 'db'>,
  browser: { cookies: Cookies; session: SessionCookie },
  { user, session, enrolled }: SignedIn,
): Promise<User> {
  const old = browser.session.read()
  if (old) await endSession(deps.db, old)
  browser.session.set(session.token, session.expiresAt)
  rememberBrowser(deps, browser.cookies, user)
  return enrolled ? presentUser(user, enrolled) : presentOwn(deps, user)
}
