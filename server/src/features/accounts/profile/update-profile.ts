import type { api, BodyOf, User } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import { discardMedia, removeLater, storeImage } from '../../media/index.ts'
import { profileVersion } from '../present.ts'
import { findUser, lockUser, updateUser } from '../queries.ts'
import { presentOwn } from '../sign-in/open-in-browser.ts'

type Changes = BodyOf<typeof api.accounts.updateProfile>
type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'storage' | 'images' | 'log' | 'settings'>

/**
 * Changes the profile of the current user; fields that are not given stay. `photo` is an uploaded image, which replaces the old one.
 * Throws changed_elsewhere, wrong_media, rate_limited, unavailable, disk_full.
 */
export async function updateProfile(
  deps: Deps,
  viewer: CurrentUser,
  changes: Changes,
  { photo, signal }: { photo?: { path: string } | undefined; signal?: AbortSignal | undefined } = {},
): Promise<User> {
  const photoId = photo && (await storeImage(deps, viewer.id, { path: photo.path }, { signal }))
  try {
    await transact(deps.db, async (tx) => {
      const user = await lockUser(tx, viewer.id)
      // the photo took its time: the account may be deleted by now, and must not get its name back
      if (!user || user.deleted_at || user.suspended_at) throw new DomainError('unauthenticated')
      requireVersion(changes.version, profileVersion(user))
      await updateUser(tx, user.id, {
        name: changes.name ?? user.name,
        description: changes.description ?? user.description,
        photo_id: photoId ?? user.photo_id,
        show_email: changes.showEmail ?? user.show_email,
      })
      if (photoId !== undefined && user.photo_id !== null) removeLater(tx, { images: [user.photo_id] })
      // Courses show the name of their creator.
      const renamed = changes.name !== undefined && changes.name !== user.name
      if (renamed && user.role !== 'student') tx.invalidate('catalogue')
    })
  } catch (error) {
    if (photoId !== undefined) await discardMedia(deps, { images: [photoId] })
    throw error
  }
  const user = await findUser(deps.db, viewer.id)
  if (!user) throw new DomainError('unauthenticated')
  return presentOwn(deps, user)
}
