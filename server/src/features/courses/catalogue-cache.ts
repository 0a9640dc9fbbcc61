import { api } from '@virtual-courses/contract'
import { cacheVersion, onCacheInvalidated, receivesFromOthers } from '#core/cache-invalidation.ts'
import { type CachedReply, cacheReply } from '#core/call.ts'
import { isOutage } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { presentCourse } from './present.ts'
import { findPublishedCourses } from './queries.ts'

/** A reply, and the version of the catalogue that it shows at least. */
export type BuiltCatalogue = { version: number; reply: CachedReply }

export type CatalogueCache = {
  /**
   * Returns the catalogue as bytes. With `exact`, for readers with a session, who may be authors, it includes what another
   * process has committed but not yet announced.
   */
  get(exact: boolean): Promise<CachedReply>
}

type Deps = Pick<FeatureDeps, 'db' | 'shared'>

/**
 * Keeps one reply and builds it again at the first read after a change; at most one build runs and one waits. `build` must read
 * the version before the data. A read after a commit never returns what was built before that commit: the version of the change
 * is known by then, and only a reply of at least that version is returned.
 */
export function createCatalogueCache({ db, shared }: Deps, build: () => Promise<BuiltCatalogue>): CatalogueCache {
  let needed = 0
  let current: BuiltCatalogue | undefined
  let running: { needed: number; result: Promise<BuiltCatalogue> } | undefined
  let waiting: Promise<BuiltCatalogue> | undefined

  onCacheInvalidated(db, (name, version) => {
    if (name === 'catalogue') needed = Math.max(needed, version)
  })

  const start = (): Promise<BuiltCatalogue> => {
    const wanted = needed
    const result = build()
      .then((built) => {
        // A database restored to an earlier state has fewer changes than were announced.
        if (built.version < wanted && needed === wanted) needed = built.version
        current = built
        return built
      })
      .finally(() => {
        running = undefined
      })
    running = { needed: wanted, result }
    return result
  }

  const fresh = (): Promise<BuiltCatalogue> => {
    if (!running) return start()
    // A build that began when everything needed now was committed reads all of it.
    if (running.needed === needed) return running.result
    waiting ??= running.result
      .catch(() => {})
      .then(() => {
        waiting = undefined
        return start()
      })
    return waiting
  }

  return {
    async get(exact) {
      try {
        if (shared && (exact || !receivesFromOthers(db))) needed = Math.max(needed, await cacheVersion(db, 'catalogue'))
        if (current && current.version >= needed) return current.reply
        return (await fresh()).reply
      } catch (error) {
        // While the database is away, visitors get what was read last; an author must never see an older state than their own.
        if (exact || !current || !isOutage(error)) throw error
        return current.reply
      }
    },
  }
}

/**
 * Builds the reply with all published courses, newest first. It is filtered by the reply schema here, because cached bytes are
 * sent as they are.
 */
export async function buildPublished({ db }: Pick<FeatureDeps, 'db'>): Promise<BuiltCatalogue> {
  const version = await cacheVersion(db, 'catalogue')
  const rows = await findPublishedCourses(db)
  return { version, reply: await cacheReply(api.courses.published.reply.parse(rows.map(presentCourse))) }
}
