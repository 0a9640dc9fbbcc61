const dayMs = 24 * 3600 * 1000

/** How long an unread notification takes in further events of its topic. */
export const collapseMs = dayMs
/** Maximum number of notifications of one topic that a user gets within a day. */
export const dailyOfTopic = 3
/** How far back earlier notifications of a topic matter. */
export const topicMemoryMs = 7 * dayMs
/** Maximum number of events that one notification remembers. */
const mostItems = 200

/** An earlier notification of a topic to a user, with the events that it covers. */
export type NotifiedOfTopic = { id: string; items: readonly string[]; createdAt: Date; read: boolean }

/**
 * How one user is notified of an event. "new": by a notification of its own. "merge": by one that they have, which covers
 * `items` then; a read one stays read. "none": they were notified of it before.
 */
export type Delivery =
  | { kind: 'none' }
  | { kind: 'new'; items: string[] }
  | { kind: 'merge'; id: string; items: string[]; read: boolean }

/** How the events of a topic are distinguished and merged. */
export type Collapse = {
  isNew(item: string, known: readonly string[]): boolean
  merge(items: readonly string[], item: string): string[]
}

/** Decides how a user is notified of an event. `earlier` are those of the last `topicMemoryMs`, newest first. */
export function decideDelivery(
  earlier: readonly NotifiedOfTopic[],
  item: string,
  collapse: Collapse,
  now: Date,
): Delivery {
  const known = earlier.flatMap(({ items }) => items)
  if (!collapse.isNew(item, known)) return { kind: 'none' }
  const today = earlier.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < collapseMs)
  const [newest] = today
  if (!newest || (newest.read && today.length < dailyOfTopic)) return { kind: 'new', items: collapse.merge([], item) }
  return { kind: 'merge', id: newest.id, items: collapse.merge(newest.items, item), read: newest.read }
}

/** Events of lectures, `{lecture}` or `{lecture} {time}`: only the last one of each lecture counts. */
export const byLecture: Collapse = {
  isNew: (item, known) => !known.includes(item),
  merge: (items, item) => [...items.filter((one) => lectureOf(one) !== lectureOf(item)), item].slice(-mostItems),
}
const lectureOf = (item: string): string => item.split(' ')[0] ?? ''

/** Price drops, `{from} {to}` in paise: only one below all earlier ones is new, and it counts from the first price. */
export const byPrice: Collapse = {
  isNew: (item, known) => known.every((one) => readDrop(one).to > readDrop(item).to),
  merge: ([first], item) => [priceItem(readDrop(first ?? item).from, readDrop(item).to)],
}
export const priceItem = (from: number, to: number): string => `${from} ${to}`
export function readDrop(item: string): { from: number; to: number } {
  const [from = 0, to = 0] = item.split(' ').map(Number)
  return { from, to }
}
