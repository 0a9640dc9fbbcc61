import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { Course } from '@virtual-courses/contract'
import { type KeptForm, type KeptJson, KeptReply } from '#core/call.ts'
import { isOutage } from '#core/domain-error.ts'
import {
  type CacheName,
  cacheVersions,
  onCacheInvalidated,
  receivesFromOthers,
} from '#core/events/cache-invalidation.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { absoluteMediaIn } from '#core/files/absolute-media.ts'
import { cacheRebuilds } from '#core/metrics.ts'
import { newId } from '#core/new-id.ts'
import { presentCourse } from '../present.ts'
import { batchRows, beforeAll, findListed } from './list-queries.ts'

export type PublishedList = {
  /**
   * Returns the list of all published courses. To a viewer it shows every change that was committed before; visitors may get one that
   * was current some seconds ago.
   */
  get(viewerId: string | null): Promise<KeptReply>
}

type Deps = Pick<FeatureDeps, 'db' | 'shared' | 'log'> & {
  config: Pick<FeatureDeps['config'], 'publicUrl' | 'CORS_ORIGINS'>
}

/** Increase it when the list shows the same courses in another way: clients have the list of another format no longer. */
export const listFormat = 3

/** In milliseconds. */
export const usualTimes = {
  /** For so long visitors get a list that does not show a change; a cache between may keep it for as long again. */
  outdated: 5000,
  /** A list that is made in less time is waited for, so that in small catalogues everyone sees each change at once. */
  quick: 100,
  /** Longest pause after a list is made. */
  pause: 5000,
  /** The pause is so many times what making the list took. */
  pauseFactor: 4,
}
/** Half the work of the usual one, and five hundredths more bytes. */
const gzipLevel = 3
/** A text up to this number of characters is kept uncompressed, too. */
const mostPlain = 4 * 1024 ** 2

/** The versions of what the list shows. */
type Versions = { catalogue: number; counters: number }

type Made = { versions: Versions; own: KeptJson; foreign: KeptJson | null; costMs: number; startedAt: number }

const covers = (one: Versions, other: Versions): boolean =>
  one.catalogue >= other.catalogue && one.counters >= other.counters

const tagOf = ({ catalogue, counters }: Versions): string =>
  [listFormat, catalogue, counters].map((one) => one.toString(36)).join('.')

async function readVersions(on: Executor): Promise<Versions> {
  const versions = new Map((await cacheVersions(on)).map(({ name, version }) => [name, version]))
  return { catalogue: versions.get('catalogue') ?? 0, counters: versions.get('counters') ?? 0 }
}

/**
 * Makes the list when a reader needs it, one at a time and with pauses, and keeps the last one, compressed, in memory. The transaction of
 * each change gives `catalogue` or `counters` its next version, so that comparing versions tells whether a list shows every change.
 */
export function createPublishedList(deps: Deps, times = usualTimes): PublishedList {
  const { db, shared } = deps
  const foreignOrigin = deps.config.CORS_ORIGINS.length > 0 ? deps.config.publicUrl : ''
  const foreignMark = createHash('sha256').update(foreignOrigin).digest('base64url').slice(0, 8)
  let known: Versions | undefined
  let last: Made | undefined
  /** since when the last list does not show every change; undefined while it does */
  let outdatedSince: number | undefined
  let pausedUntil = 0
  let making: { since: Versions | undefined; made: Promise<Made> } | undefined

  const learn = (versions: Versions): Versions => {
    known = {
      catalogue: Math.max(known?.catalogue ?? 0, versions.catalogue),
      counters: Math.max(known?.counters ?? 0, versions.counters),
    }
    if (last && !covers(last.versions, known)) outdatedSince ??= performance.now()
    return known
  }
  onCacheInvalidated(db, (name: CacheName, version) => {
    if (known && (name === 'catalogue' || name === 'counters')) learn({ ...known, [name]: version })
  })

  const make = async (): Promise<Made> => {
    await sleep(Math.max(0, pausedUntil - performance.now()), undefined, { ref: false })
    const running = making
    const versions = learn(await readVersions(db))
    if (running) running.since = versions
    const made = await makeList(deps, versions, foreignOrigin, foreignMark)
    last = made
    outdatedSince = known && !covers(versions, known) ? made.startedAt : undefined
    pausedUntil = performance.now() + Math.min(times.pause, made.costMs * times.pauseFactor)
    return made
  }
  const start = (): Promise<Made> => {
    making ??= {
      since: undefined,
      made: make().finally(() => {
        making = undefined
      }),
    }
    return making.made
  }
  /** Returns a list that shows these versions at least. */
  const readNow = async (versions: Versions): Promise<Made> => {
    for (;;) {
      if (last && covers(last.versions, versions)) return last
      const since = making?.since
      // what is being made may not show them: then its failure is not ours
      if (since && !covers(since, versions)) await making?.made.catch(() => {})
      else await start()
    }
  }
  const readSoon = async (versions: Versions): Promise<Made> => {
    if (!last || covers(last.versions, versions) || last.costMs <= times.quick) return readNow(versions)
    const next = readNow(versions).catch((error: unknown) => {
      if (!isOutage(error)) deps.log.error({ err: error }, 'the list of published courses could not be made')
      return undefined
    })
    if (performance.now() - (outdatedSince ?? 0) <= times.outdated) return last
    return (await Promise.race([next, sleep(times.outdated, undefined, { ref: false })])) ?? last
  }

  return {
    async get(viewerId) {
      const isVisitor = viewerId === null
      const read = async (versions: Versions): Promise<Made> => {
        try {
          return await (isVisitor ? readSoon(versions) : readNow(versions))
        } catch (error) {
          // While the database is away visitors get what was read last; a viewer must never see an older state than their own.
          if (isVisitor && last && isOutage(error)) return last
          throw error
        }
      }
      let versions = known
      if (!versions || (shared && !(isVisitor && receivesFromOthers(db))))
        versions = await readVersions(db).then(learn, (error: unknown) => {
          if (isVisitor && last && isOutage(error)) return last.versions
          throw error
        })
      const now = versions
      const form = (suffix: string, choose: (made: Made) => KeptJson | null): KeptForm => ({
        tag: tagOf(now) + suffix,
        async read() {
          const made = await read(now)
          return choose(made) ?? made.own
        },
      })
      return new KeptReply(
        form('', ({ own }) => own),
        foreignOrigin === '' ? null : form(`-${foreignMark}`, ({ foreign }) => foreign),
        isVisitor ? times.outdated / 1000 : null,
      )
    },
  }
}

async function makeList(deps: Deps, versions: Versions, foreignOrigin: string, foreignMark: string): Promise<Made> {
  cacheRebuilds.inc({ cache: 'published-list' })
  const startedAt = performance.now()
  const own = openText()
  const foreign = foreignOrigin === '' ? null : openText()
  for await (const piece of readList(deps)) {
    await own.write(piece)
    await foreign?.write(absoluteMediaIn(piece, foreignOrigin))
  }
  // What changed meanwhile is in the list or is not: then it is not the list of a version, and no other one is the same.
  const after = await readVersions(deps.db)
  const tag = covers(versions, after) ? tagOf(versions) : `${tagOf(versions)}.${newId()}`
  return {
    versions,
    own: await own.end(tag),
    foreign: foreign && (await foreign.end(`${tag}-${foreignMark}`)),
    costMs: performance.now() - startedAt,
    startedAt,
  }
}

/** Compresses a text that is written in pieces. */
function openText() {
  const gzip = createGzip({ level: gzipLevel })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(gzip, 'end')
  ended.catch(() => {}) // thrown by `end`
  let plain: string[] | null = []
  let length = 0
  return {
    async write(piece: string): Promise<void> {
      length += piece.length
      if (length > mostPlain) plain = null
      plain?.push(piece)
      if (!gzip.write(piece)) await once(gzip, 'drain')
    },
    async end(tag: string): Promise<KeptJson> {
      gzip.end()
      await ended
      return { tag, gzip: Buffer.concat(chunks), plain: plain && Buffer.from(plain.join('')) }
    },
  }
}

/**
 * Yields the list as a JSON text in pieces of some courses each; the database is free between two of them. A course that does not fit the
 * contract is logged and left out.
 */
async function* readList({ db, log }: Pick<Deps, 'db' | 'log'>): AsyncGenerator<string> {
  let separator = '['
  let after = beforeAll
  for (;;) {
    const rows = await findListed(db, { id: after.id, created: after.created })
    const courses: Course[] = []
    for (const row of rows) {
      const course = Course.safeParse(presentCourse(row))
      if (course.success) courses.push(course.data)
      else {
        const { issues } = course.error
        log.error({ issues, courseId: row.id }, 'a course does not fit the contract and is left out of the list')
      }
    }
    if (courses.length > 0) {
      yield separator + JSON.stringify(courses).slice(1, -1)
      separator = ','
    }
    after = rows.at(-1) ?? after
    if (rows.length < batchRows) break
  }
  yield separator === '[' ? '[]' : ']'
}
