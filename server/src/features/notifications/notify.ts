import { notificationEvents } from '@virtual-courses/contract'
import { toUsers } from '#core/events/user-channel.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { speak } from '#core/languages/language.ts'
import { type Tx, transact } from '#core/transact.ts'
import { type Content, showContent, subjectOf } from './kinds.ts'
import { enqueueMails } from './mails/send-mails.ts'
import {
  findLanguages,
  findNotifiedOfTopic,
  insertNotifications,
  lockReaders,
  type NewNotification,
  rewriteNotifications,
} from './queries.ts'
import { type Collapse, decideDelivery, topicMemoryMs } from './rules.ts'
import { findWays } from './setting-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>

/** `key` identifies the event: no user is notified twice under one key. */
export type Notification = Content & { key: string }

/** An event that may be frequent: for each user, those of a short time become one notification. */
export type TopicalEvent = {
  key: string
  /** which events it is collapsed with, such as the new lectures of a course */
  topic: string
  /** identifies it within the topic */
  item: string
  collapse: Collapse
  /** Returns the notification of these events of the topic. */
  write(items: readonly string[]): Content
}

/** Users in one transaction: a long one would block everyone on the embedded database. */
export const batchUsers = 100

/**
 * Notifies each of some users as they have chosen: by a row that is sent to their sockets, and by mail. Repeating it changes nothing.
 */
export async function notify(deps: Deps, { key, ...content }: Notification, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const one = { eventKey: key, content, createdAt: deps.clock.now() }
  await transact(deps.db, async (tx) => {
    const { inApp, byMail } = await findWays(tx, subjectOf(content), userIds)
    await insertAndPublish(deps, tx, one, inApp)
    await enqueueMails(deps, tx, one, byMail)
  })
}

async function insertAndPublish(deps: Deps, tx: Tx, one: NewNotification, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await publishArrived(deps, tx, one, await insertNotifications(tx, one, userIds))
}

/** Sends notifications to the sockets of their readers, to each in their own language. */
async function publishArrived(
  { config, settings }: Deps,
  tx: Tx,
  { content, createdAt }: Pick<NewNotification, 'content' | 'createdAt'>,
  rows: readonly { userId: string; id: string }[],
): Promise<void> {
  if (rows.length === 0) return
  const languages = await findLanguages(
    tx,
    rows.map(({ userId }) => userId),
  )
  const site = settings.current().language
  for (const [language, readers] of Map.groupBy(rows, ({ userId }) => languages.get(userId) ?? site)) {
    const shown = showContent(content, { zone: config.TIME_ZONE, say: speak(language) })
    tx.publish(
      toUsers(
        notificationEvents.arrived,
        { ...shown, read: false, createdAt: createdAt.toISOString() },
        readers.map(({ userId, id }) => ({ userId, own: { _id: id } })),
      ),
    )
  }
}

/** Notifies some users, at most `batchUsers`, of an event, each as `decideDelivery` says. Repeating it changes nothing. */
export async function notifyOfTopic(deps: Deps, event: TopicalEvent, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const { db, clock } = deps
  const { key, topic, item, collapse } = event
  await transact(db, async (tx) => {
    // Two events of a topic at once must see each other's notifications.
    await lockReaders(tx, userIds)
    const now = clock.now()
    const known = await findNotifiedOfTopic(tx, topic, userIds, new Date(now.getTime() - topicMemoryMs))
    const fresh: string[] = []
    const merged = new Map<string, { items: string[]; rows: { id: string; userId: string; read: boolean }[] }>()
    const ways = await findWays(tx, subjectOf(event.write(collapse.merge([], item))), userIds)
    for (const userId of ways.inApp) {
      const delivery = decideDelivery(known.get(userId) ?? [], item, collapse, now)
      if (delivery.kind === 'new') fresh.push(userId)
      if (delivery.kind !== 'merge') continue
      const same = JSON.stringify(delivery.items)
      const group = merged.get(same) ?? { items: delivery.items, rows: [] }
      merged.set(same, group)
      group.rows.push({ id: delivery.id, userId, read: delivery.read })
    }
    const items = collapse.merge([], item)
    const first = { eventKey: key, content: event.write(items), createdAt: now, topic, items }
    await insertAndPublish(deps, tx, first, fresh)
    await enqueueMails(deps, tx, first, ways.byMail)
    for (const { items: together, rows } of merged.values()) {
      const rewritten = { content: event.write(together), items: together, createdAt: now }
      await rewriteNotifications(
        tx,
        rewritten,
        rows.map(({ id }) => id),
      )
      const unread = rows.filter(({ read }) => !read)
      await publishArrived(deps, tx, rewritten, unread)
    }
  })
}

/** Notifies any number of users of an event; `next` returns the first `limit` of their ids after `after`, in order. */
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
