import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type CacheName, changesOf, onCacheInvalidated, receivesFromOthers } from '#core/cache-invalidation.ts'
import { CompressedJson, KeptReply, StreamedReply } from '#core/call.ts'
import { createConcurrencyLimit } from '#core/concurrency-limit.ts'
import { isOutage } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { readList } from './documents.ts'
import { covers, foreignOriginOf, formName, readVersions, type Versions } from './list-builder.ts'
import { findStoredList, readForm, type StoredList } from './list-queries.ts'

export type PublishedList = {
  /**
   * Returns the list of all published courses. A viewer who has changed it gets their changes; others, and visitors, get the last
   * compressed list while the next one is made, however long that takes. A reply that is made while it is sent fails with rate_limited
   * or unavailable when there are too many.
   */
  get(reader: { viewerId: string | null; client: string }): Promise<KeptReply | StreamedReply>
  /** Returns the list for visitors when it is known to show every change; null when `get` must find out. */
  current(): KeptReply | null
}

type Deps = Pick<FeatureDeps, 'db' | 'shared' | 'log'> & {
  config: Pick<FeatureDeps['config'], 'publicUrl' | 'CORS_ORIGINS'>
}

/** A list that was built in less time is waited for, so that in small catalogues everyone sees each change at once. */
const quickBuildMs = 100
const waitMs = 500
/** Where no list was ever built. */
const firstWaitMs = 2000
/** A list that could not be replaced for longer is logged. */
const maxOutdatedMs = 5 * 60_000
/** A list up to this size is kept uncompressed, too. */
const maxPlainBytes = 4 * 1024 ** 2

/** Replies that are made while they are sent read the database for as long as their clients read. */
const streamLimits = {
  each: 8,
  all: 32,
  tooMany: 'Please wait until your other downloads of this list have ended.',
  busy: 'Too many people read this list at the moment. Please try again in a moment.',
}

const unzip = promisify(gunzip)

/**
 * Serves the compressed list from memory as long as it shows every committed change. After a change it calls `want`, which has the
 * next one made in the background; the last one is served until then.
 */
export function createPublishedList(deps: Deps, want: () => void): PublishedList {
  const { db, shared, log } = deps
  const known = new Map<CacheName, number>()
  let current: { list: StoredList; reply: KeptReply } | undefined
  let fresh = false
  /** since when the current list has not shown every change */
  let outdatedSince: number | undefined
  /** version of `published-list` that was loaded */
  let loaded = -1
  let loading: Promise<void> | undefined
  let announced = Promise.withResolvers<void>()

  const check = (): void => {
    fresh = current !== undefined && covers(current.list, known)
    outdatedSince = fresh ? undefined : (outdatedSince ?? performance.now())
  }
  const learn = (name: CacheName, version: number): void => {
    if (version <= (known.get(name) ?? -1)) return
    known.set(name, version)
    check()
    if (name !== 'published-list') return
    announced.resolve()
    announced = Promise.withResolvers()
  }
  onCacheInvalidated(db, learn)

  const learnAll = async (): Promise<void> => {
    for (const [name, version] of await readVersions(deps)) learn(name, version)
  }

  /** The versions of a viewer's own changes. */
  const versionsOf = async (viewerId: string): Promise<Versions> =>
    new Map((await changesOf(db, viewerId)).map(({ name, version }) => [name, version]))

  const load = async (): Promise<void> => {
    if (loaded < 0) await learnAll()
    const version = known.get('published-list') ?? 0
    const list = await findStoredList(db)
    const isUsable = list.build !== null && list.foreign_origin === foreignOriginOf(deps.config)
    if (isUsable && list.build === current?.list.build) current = { list, reply: current.reply }
    else if (isUsable) {
      const reply = await readReply(deps, list)
      if (reply) current = { list, reply }
    }
    loaded = version
    // a shop that changes all the time never has a list that shows everything, but always a next one
    outdatedSince = undefined
    check()
  }
  const loadIfNewer = (): Promise<void> | undefined => {
    if (loaded >= (known.get('published-list') ?? 0)) return undefined
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  /** Waits for a list that shows every change known. */
  const waitFor = async (milliseconds: number): Promise<void> => {
    const end = performance.now() + milliseconds
    while (!fresh && performance.now() < end) {
      await Promise.race([announced.promise, sleep(Math.min(100, milliseconds), undefined, { ref: false })])
      if (shared && !receivesFromOthers(db)) await learnAll()
      await loadIfNewer()
    }
  }

  const complain = (): void => {
    if (outdatedSince === undefined || performance.now() - outdatedSince < maxOutdatedMs) return
    outdatedSince = performance.now()
    log.warn(
      'the list of published courses was not made again for minutes: the last one is served (does a worker run?)',
    )
  }

  const streams = createConcurrencyLimit(streamLimits)
  async function* read(client: string): AsyncGenerator<string> {
    const leave = streams.enter(client)
    try {
      yield* readList(deps)
    } finally {
      leave()
    }
  }
  const stream = (client: string) => new StreamedReply(read(client))

  return {
    current: () => (fresh && current && (!shared || receivesFromOthers(db)) ? current.reply : null),
    async get({ viewerId, client }) {
      try {
        if (shared && (viewerId !== null || !receivesFromOthers(db))) await learnAll()
        if (fresh && current) return current.reply
        await loadIfNewer()
        if (fresh && current) return current.reply
        want()
        if (viewerId !== null && current && !covers(current.list, await versionsOf(viewerId))) return stream(client)
        if (!current) await waitFor(firstWaitMs)
        else if (current.list.cost_ms <= quickBuildMs) await waitFor(waitMs)
        complain()
        // made for one reader, an uncompressed list of a large shop costs a hundred times as much
        return current ? current.reply : stream(client)
      } catch (error) {
        // While the database is away, visitors get what was read last; an author must never see an older state than their own.
        if (viewerId !== null || !current || !isOutage(error)) throw error
        return current.reply
      }
    },
  }
}

/** Reads the bytes of a list; undefined when another one has taken its place meanwhile. */
async function readReply({ db }: Pick<Deps, 'db'>, list: StoredList): Promise<KeptReply | undefined> {
  const read = async (kind: 'own' | 'foreign', hash: string): Promise<CompressedJson | undefined> => {
    const br = await readForm(db, list.build ?? '', formName(kind, 'br'))
    const gzip = br && (await readForm(db, list.build ?? '', formName(kind, 'gzip')))
    if (!gzip) return undefined
    return new CompressedJson({ br, gzip, identity: await plainOf(gzip) }, hash)
  }
  const own = await read('own', list.hash)
  if (list.foreign_origin === '') return own && new KeptReply(own, null)
  const hash = createHash('sha256').update(`${list.hash} ${list.foreign_origin}`).digest('base64url').slice(0, 22)
  const foreign = await read('foreign', hash)
  return own && foreign && new KeptReply(own, foreign)
}

/** Returns the text of a short list. gzip ends with the length of what it contains. */
const plainOf = async (gzip: Buffer): Promise<Buffer | null> =>
  gzip.readUInt32LE(gzip.length - 4) <= maxPlainBytes ? unzip(gzip) : null
