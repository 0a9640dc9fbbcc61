import type { PublicUser } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findUser, presentPublicUser } from '../accounts/index.ts'
import { hasCourses } from './queries.ts'

/** The public face of who teaches here; the address only where they show it, to themselves and to admins. Students' and admins' accounts do not exist for this call: throws not_found. */
export async function getCreator(
  { db }: Pick<FeatureDeps, 'db'>,
  userId: string,
  viewer: CurrentUser,
): Promise<PublicUser> {
  const user = await findUser(db, userId)
  if (!user || (user.role !== 'educator' && !(await hasCourses(db, user.id)))) throw new DomainError('not_found')
  return presentPublicUser(user, user.show_email || viewer.id === user.id || viewer.role === 'admin')
}
