import { notificationEvents } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { toUsers } from '#core/user-channel.ts'
import { countUnread, isRead, lockReader, setRead } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** Marks one notification of the user's own as read and tells all his sockets; doing so twice is no error. Throws not_found. */
export async function markRead({ db, clock }: Deps, userId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    await lockReader(tx, userId)
    const read = await isRead(tx, userId, id)
    if (read === undefined) throw new DomainError('not_found')
    if (read) return
    await setRead(tx, userId, id, clock.now())
    const unreadCount = await countUnread(tx, userId)
    tx.publish(toUsers(notificationEvents.read, { ids: [id], unreadCount }, [{ userId }]))
  })
}

/** Marks all notifications of a user as read and tells all his sockets. */
export async function markAllRead({ db, clock }: Deps, userId: string): Promise<void> {
  await transact(db, async (tx) => {
    await lockReader(tx, userId)
    await setRead(tx, userId, 'all', clock.now())
    tx.publish(toUsers(notificationEvents.read, { ids: 'all', unreadCount: 0 }, [{ userId }]))
  })
}
