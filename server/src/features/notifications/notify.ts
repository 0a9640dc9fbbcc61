import { notificationEvents } from '@virtual-courses/contract'
import { transact } from '#db/executor.ts'
import { tellUsers } from '#db/tell-users.ts'
import type { FeatureDeps } from '../deps.ts'
import { insertNews } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** `key` names what happened: nobody is told twice under one key. */
export type Told = { key: string; message: string; link: string }

/** As many users in one transaction: a long one would hold up everybody on the embedded database. */
const batchUsers = 100

/** Writes a notification for each of some users and sends it to their sockets. Repeating it changes nothing. */
export async function notify({ db, clock }: Deps, told: Told, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const createdAt = clock.now()
  const { key, message, link } = told
  await transact(db, async (tx) => {
    const made = await insertNews(tx, { eventKey: key, message, link, createdAt }, userIds)
    await tellUsers(
      tx,
      notificationEvents.arrived,
      { message, link, read: false, createdAt: createdAt.toISOString() },
      made.map(({ id, userId }) => ({ userId, own: { _id: id } })),
    )
  })
}

/** Like `notify`, for any number of users; `next` answers the first `limit` of their ids after `after`, in order. */
export async function notifyMany(
  deps: Deps,
  told: Told,
  next: (after: string, limit: number) => Promise<string[]>,
): Promise<void> {
  for (let after = ''; ; ) {
    const userIds = await next(after, batchUsers)
    await notify(deps, told, userIds)
    const last = userIds.at(-1)
    if (last === undefined || userIds.length < batchUsers) return
    after = last
  }
}
