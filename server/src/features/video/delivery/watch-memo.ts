import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { SessionCookie } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import type { Publication } from '#core/events/broadcast.ts'
import { onCacheInvalidated, onReceivingLost, receivesFromOthers } from '#core/events/cache-invalidation.ts'
import { defineTopic, subscribe, toProcesses } from '#core/events/topics.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { onSessionsEnded, sessionReader } from '../../accounts/index.ts'
import { requireWatchable, type Watchable } from './watch-lecture.ts'

/** Time in milliseconds for which sessions and decisions are cached. */
const keptMs = 60_000
/** Maximum numbers of cached sessions and decisions; an entry takes less than 1 kB. */
const mostSessions = 10_000
const mostDecisions = 20_000

const endedWatching = defineTopic({ name: 'watching-ended', message: z.object({ userId: z.string() }) })

/** Publication for the transaction that ends an enrolment: every process drops its decisions about this user. */
export const watchingEnded = (userId: string): Publication => toProcesses(endedWatching, { userId })

export type WatchMemo = {
  /** Returns the user of a session; null for a visitor. */
  viewerOf(session: SessionCookie): Promise<CurrentUser | null>
  /** Returns a lecture that this viewer may watch; `again` bypasses the cache. Throws as `requireWatchable` does. */
  watchable(lectureId: string, viewer: CurrentUser | null, again?: 'again'): Promise<Watchable>
}

type Kept<T> = { value: T; until: number }

/**
 * Caches for a minute what a viewer may watch, for players that fetch many parts of a video. Events that end a right (the end of a session,
 * a refund, a change of published courses) drop the entry before the transaction is reported as done. Nothing is cached without
 * notifications from other processes, and for courses that are not published.
 */
export function createWatchMemo(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'codeSecret' | 'shared'>,
): WatchMemo {
  const { db, clock, shared } = deps
  const sessions = sessionReader(deps)
  const viewers = new LRUCache<string, Kept<CurrentUser>>({ max: mostSessions })
  const decisions = new LRUCache<string, Kept<Watchable> & { viewerId: string | null }>({ max: mostDecisions })
  /** incremented when entries are dropped: a value that was read from the database before must not be cached after */
  let drops = 0
  onSessionsEnded(db, (ids) => {
    drops++
    const ended = new Set(ids)
    for (const [token, { value }] of viewers.entries()) if (ended.has(value.sessionId)) viewers.delete(token)
  })
  subscribe(db, endedWatching, ({ userId }) => {
    drops++
    for (const [key, { viewerId }] of decisions.entries()) if (viewerId === userId) decisions.delete(key)
  })
  let catalogue = -1
  onCacheInvalidated(db, (name, version) => {
    if (name !== 'catalogue' || version <= catalogue) return
    catalogue = version
    drops++
    decisions.clear()
  })
  onReceivingLost(db, () => {
    drops++
    viewers.clear()
    decisions.clear()
  })
  const isInformed = (): boolean => !shared || receivesFromOthers(db)

  return {
    async viewerOf(session) {
      const token = session.read()
      if (!token) return null
      const key = hash('sha256', token, 'base64url')
      const now = clock.now().getTime()
      const kept = viewers.get(key)
      if (kept && kept.until > now && isInformed()) return kept.value
      const before = drops
      const read = await sessions.read(token)
      if (!read) return null
      if (read.expiresAt) session.set(token, read.expiresAt)
      if (drops === before && isInformed()) viewers.set(key, { value: read.viewer, until: now + keptMs })
      return read.viewer
    },
    async watchable(lectureId, viewer, again) {
      const viewerId = viewer?.id ?? null
      const key = `${viewerId ?? ''} ${lectureId}`
      const now = clock.now().getTime()
      const kept = again ? undefined : decisions.get(key)
      if (kept && kept.until > now && isInformed()) return kept.value
      const before = drops
      const value = await requireWatchable(db, lectureId, viewer, deps)
      // changes of other courses are not announced
      if (value.listed && drops === before && isInformed()) decisions.set(key, { value, viewerId, until: now + keptMs })
      return value
    },
  }
}
