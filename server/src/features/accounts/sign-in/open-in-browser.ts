import type { User } from '@virtual-courses/contract'
import type { Cookies, SessionCookie } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { UserRow } from '#db/schema.ts'
import { presentUser } from '../present.ts'
import { type EnrolledCourseRow, enrolledCoursesOf } from '../queries.ts'
import { rememberBrowser } from '../sessions/known-browser.ts'
import { noteDevice } from '../sessions/known-device.ts'
import { endSession, type StartedSession } from '../sessions/sessions.ts'
import { keepFirstStep } from './first-step.ts'

/** A user who has signed in, the new session and, if they were read with it, the courses of the newest enrolments. */
export type SignedIn = { user: UserRow; session: StartedSession; enrolled?: readonly EnrolledCourseRow[] }

/** The owner of an account with a second factor has shown the first one. */
export type FirstStep = { firstStepOf: UserRow }

/** Returns the user as they see themselves. */
export const presentOwn = async ({ db }: Pick<FeatureDeps, 'db'>, user: UserRow): Promise<User> =>
  presentUser(user, await enrolledCoursesOf(db, user.id))

/**
 * Sets the new session in the browser. The browser's earlier session is ended, which prevents session fixation. After a first step the
 * browser may take the second one: throws second_step_needed.
 */
export async function openInBrowser(
  deps: Pick<FeatureDeps, 'clock' | 'codeSecret' | 'db'>,
  browser: { cookies: Cookies; session: SessionCookie },
  signedIn: SignedIn | FirstStep,
): Promise<User> {
  if ('firstStepOf' in signedIn) {
    keepFirstStep(deps, browser.cookies, signedIn.firstStepOf)
    throw new DomainError('second_step_needed')
  }
  const { user, session, enrolled } = signedIn
  const old = browser.session.read()
  if (old) await endSession(deps.db, old)
  browser.session.set(session.token, session.expiresAt)
  await noteDevice(deps, browser.cookies, user, session)
  rememberBrowser(deps, browser.cookies, user)
  return enrolled ? presentUser(user, enrolled) : presentOwn(deps, user)
}
