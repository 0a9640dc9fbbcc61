import { notificationEvents } from '@virtual-courses/contract'
import type { Publication } from '#core/broadcast.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { toUsers } from '#core/user-channel.ts'
import { findToldOfTopic, insertNews, lockReaders, rewriteNews } from './queries.ts'
import { type Collapse, decideDelivery, topicMemoryMs } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

/** `key` names what happened: nobody is told twice under one key. */
export type Recipient = { key: string; message: string; link: string }

/** Something that may happen often: for each user, what happens in a short time is told in one notification. */
export type TopicalEvent = {
  key: string
  /** what it is collapsed with, such as the new lectures of a course */
  topic: string
  /** names it within the topic */
  item: string
  collapse: Collapse
  /** The notification that stands for these events of the topic. */
  write(items: readonly string[]): { message: string; link: string }
}

/** As many users in one transaction: a long one would hold up everybody on the embedded database. */
const batchUsers = 100

/** Writes a notification for each of some users and sends it to their sockets. Repeating it changes nothing. */
export async function notify({ db, clock }: Deps, told: Recipient, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const { key, message, link } = told
  await transact(db, (tx) => insertAndPublish(tx, { eventKey: key, message, link, createdAt: clock.now() }, userIds))
}

async function insertAndPublish(
  tx: Tx,
  news: Parameters<typeof insertNews>[1],
  userIds: readonly string[],
): Promise<void> {
  const inserted = await insertNews(tx, news, userIds)
  tx.publish(arrived(news, inserted))
}

const arrived = (
  { message, link, createdAt }: { message: string; link: string; createdAt: Date },
  rows: readonly { userId: string; id: string }[],
): Publication =>
  toUsers(
    notificationEvents.arrived,
    { message, link, read: false, createdAt: createdAt.toISOString() },
    rows.map(({ userId, id }) => ({ userId, own: { _id: id } })),
  )

/** Tells some users of an event, each as `decideDelivery` says. Repeating it changes nothing. */
async function notifyOfTopic({ db, clock }: Deps, event: TopicalEvent, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const { key, topic, item, collapse } = event
  await transact(db, async (tx) => {
    // Two events of a topic at once must see each other's notifications.
    await lockReaders(tx, userIds)
    const now = clock.now()
    const known = await findToldOfTopic(tx, topic, userIds, new Date(now.getTime() - topicMemoryMs))
    const fresh: string[] = []
    const merged = new Map<string, { items: string[]; rows: { id: string; userId: string; read: boolean }[] }>()
    for (const userId of userIds) {
      const delivery = decideDelivery(known.get(userId) ?? [], item, collapse, now)
      if (delivery.kind === 'new') fresh.push(userId)
      if (delivery.kind !== 'merge') continue
      const same = JSON.stringify(delivery.items)
      const group = merged.get(same) ?? { items: delivery.items, rows: [] }
      merged.set(same, group)
      group.rows.push({ id: delivery.id, userId, read: delivery.read })
    }
    const items = collapse.merge([], item)
    const news = { eventKey: key, ...event.write(items), createdAt: now, topic, items }
    if (fresh.length > 0) await insertAndPublish(tx, news, fresh)
    for (const { items: together, rows } of merged.values()) {
      const rewritten = { ...event.write(together), items: together, createdAt: now }
      await rewriteNews(
        tx,
        rewritten,
        rows.map(({ id }) => id),
      )
      const unread = rows.filter(({ read }) => !read)
      tx.publish(arrived(rewritten, unread))
    }
  })
}

/** Tells any number of users of an event; `next` answers the first `limit` of their ids after `after`, in order. */
export async function notifyMany(
  deps: Deps,
  event: TopicalEvent,
  next: (after: string, limit: number) => Promise<string[]>,
): Promise<void> {
  for (let after = ''; ; ) {
    const userIds = await next(after, batchUsers)
    await notifyOfTopic(deps, event, userIds)
    const last = userIds.at(-1)
    if (last === undefined || userIds.length < batchUsers) return
    after = last
  }
}
