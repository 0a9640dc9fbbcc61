import { cacheVersion, onCacheInvalidated, receivesFromOthers } from '#core/cache-invalidation.ts'
import type { CachedReply } from '#core/cached-reply.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'

/** An answer, and the version of the catalogue that it shows at least. */
export type BuiltCatalogue = { version: number; reply: CachedReply }

export type CatalogueCache = {
  /**
   * The catalogue as bytes. `exact` readers (those with a session, who may be authors) also see what another process has
   * committed a moment ago and not yet announced.
   */
  get(exact: boolean): Promise<CachedReply>
}

type Deps = Pick<FeatureDeps, 'db' | 'shared'>

/**
 * Keeps one answer and builds it again when it is asked for after a change; at most one build runs and one waits. `build` must
 * read the version before the data. A reader who asks after a commit never gets what a build read before that commit: the
 * version of the change is known by then, and only an answer of at least that version is given.
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
        // Only a database put back to an earlier state has fewer changes than were announced.
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
      if (shared && (exact || !receivesFromOthers(db))) needed = Math.max(needed, await cacheVersion(db, 'catalogue'))
      if (current && current.version >= needed) return current.reply
      return (await fresh()).reply
    },
  }
}
