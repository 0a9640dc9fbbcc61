import { setTimeout as sleep } from 'node:timers/promises'
import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import { cacheVersion, onCacheInvalidated, receivesFromOthers } from '#core/events/cache-invalidation.ts'
import { defineTopic, subscribe } from '#core/events/topics.ts'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { IndexChange, IndexEntry, Search } from '#ports/search-index.ts'
import { spokenIn } from '../video/captions/index.ts'
import { isOutdated, setSureness } from './calibration.ts'
import { countPublished, findMarks, findSearchable, type Mark, type SearchableRow } from './queries.ts'

/** Vectors as the database keeps them: 32-bit floats, little-endian, one after the other. */
export function toBytes(vectors: readonly Float32Array[]): Buffer {
  const bytes = Buffer.alloc(vectors.reduce((sum, { length }) => sum + length * 4, 0))
  let at = 0
  for (const vector of vectors) for (const one of vector) at = bytes.writeFloatLE(one, at)
  return bytes
}

/** The vectors of a course out of its bytes; none when they are not of so many dimensions. */
function fromBytes(bytes: Buffer, sides: number): Float32Array[] {
  if (bytes.length === 0 || bytes.length % (sides * 4) !== 0) return []
  const dimensions = bytes.length / sides / 4
  return Array.from({ length: sides }, (_, side) =>
    Float32Array.from({ length: dimensions }, (_, place) => bytes.readFloatLE((side * dimensions + place) * 4)),
  )
}

/** A course has new vectors. */
export const vectorsMade = defineTopic({ name: 'course-vectors', message: z.object({ courseId: z.string() }) })

/** What the searches of a process need. */
export type SearchDeps = Pick<
  FeatureDeps,
  'db' | 'clock' | 'settings' | 'shared' | 'searchIndex' | 'remoteSearch' | 'log'
>

/** How long a search waits for changes; then it uses the index as it is. */
const refreshTimeoutMs = 400
/** How long a search waits for an index that is being filled. */
const fillTimeoutMs = 10_000
/** From this size on, refreshes take at most `refreshShare` of the time; in smaller catalogues every search sees all changes. */
const largeCatalogue = 1000
const refreshShare = 0.2
/** Courses whose marks one statement reads: a fraction of a second, however many courses there are. */
const pageSize = 1000
const batch = 100
const sides = 3
/** How often `keepFilled` looks whether the index is whole, and how long it waits after a failure: longer each time. */
const pollMs = 1000
const longestPauseMs = 30_000

type Keeper = Search & { keepFilled(signal: AbortSignal): Promise<void> }

const keepers = new WeakMap<Db, Keeper>()

/** Returns the searches of this site: in the process that has the index, or in the one index of this process. */
export const searchOf = (deps: SearchDeps): Search => deps.remoteSearch ?? keeperOf(deps)

/**
 * Fills the index of this process, and again after its thread was replaced. What fails, a change that could not be taken over too, is
 * tried again after a pause, whether or not anyone searches. From the call on, the index is ready only while it is whole. Resolves
 * when the signal aborts; never throws.
 */
export const keepFilled = (deps: SearchDeps, signal: AbortSignal): Promise<void> => keeperOf(deps).keepFilled(signal)

function keeperOf(deps: SearchDeps): Keeper {
  const known = keepers.get(deps.db)
  if (known) return known
  const keeper = createKeeper(deps)
  keepers.set(deps.db, keeper)
  return keeper
}

const number = new Intl.NumberFormat('en')

/** Keeps the index in sync with the published courses, in whichever process they change. */
function createKeeper(deps: SearchDeps): Keeper {
  const { db, shared, searchIndex, log } = deps
  /** the marks of the courses in the index that was loaded as `marked` */
  let marks = new Map<string, string>()
  let marked = 0
  /** the index that has all courses */
  let filled = 0
  let whole = false
  let kept = false
  /** a change was not taken over */
  let behind = false
  let progress = { loaded: 0, of: 0 }
  /** courses that have changed since the index was calibrated; null while it was not */
  let uncalibrated: number | null = null
  let calibrating = false
  let changes = 1
  let revision = 0
  let seen = 0
  let version = 0
  let lastMs = 0
  let lastEnd = 0
  let running: Promise<void> | undefined
  onCacheInvalidated(db, (name, next) => {
    if (name !== 'catalogue' || next <= version) return
    version = next
    changes++
  })
  subscribe(db, vectorsMade, () => {
    changes++
  })

  /** The thread works on a change before the searches that are sent after it. */
  function update(change: IndexChange): Promise<void> {
    revision++
    return searchIndex.update(change)
  }

  /** Puts what has changed into the index, page by page. One that fails leaves its pages there, and the next one goes on behind them. */
  async function refresh(generation: number): Promise<void> {
    const started = performance.now()
    const wanted = changes
    const model = await searchIndex.model()
    if (generation !== marked) {
      marks = new Map()
      marked = generation
      uncalibrated = null
    }
    progress = { loaded: marks.size, of: await countPublished(db) }
    const present = new Set<string>()
    for (let after: Mark | undefined, more = true; more; ) {
      const page = await findMarks(db, { model, after, count: pageSize })
      for (const { id } of page) present.add(id)
      const changed = page.filter(({ id, mark }) => marks.get(id) !== mark)
      if (uncalibrated !== null) uncalibrated += changed.length
      for (let at = 0; at < changed.length; at += batch) {
        const some = changed.slice(at, at + batch)
        const rows = await findSearchable(
          db,
          some.map(({ id }) => id),
          model,
        )
        await update({ put: rows.map(entryOf), remove: [] })
        for (const { id, mark } of some) marks.set(id, mark)
        progress = { ...progress, loaded: marks.size }
      }
      after = page.at(-1)
      more = page.length === pageSize
    }
    const remove = [...marks.keys()].filter((id) => !present.has(id))
    if (remove.length > 0) await update({ put: [], remove })
    for (const id of remove) marks.delete(id)
    if (uncalibrated !== null) uncalibrated += remove.length
    // part of it went into a thread that has died
    if ((await searchIndex.generation()) !== generation) {
      whole = false
      throw new Error('The search thread was replaced meanwhile')
    }
    filled = generation
    whole = true
    behind = false
    seen = wanted
    lastMs = performance.now() - started
    lastEnd = performance.now()
    calibrate(model)
  }

  /** How sure a search must be depends on the catalogue: found out again when more than a tenth of it has changed, while searches go on. */
  function calibrate(model: string | null): void {
    const isLoaded = uncalibrated === null
    const isDue = uncalibrated === null || isOutdated(uncalibrated, marks.size)
    if (calibrating || marks.size === 0 || !isDue) return
    calibrating = true
    uncalibrated = 0
    setSureness(deps, { marks, model, isLoaded })
      .then(
        (changes) => {
          if (uncalibrated !== null) uncalibrated += changes
          // rankings that were made before may differ
          revision++
        },
        (error: unknown) => {
          uncalibrated = null
          log.warn({ err: error }, 'the search could not be set to its catalogue, and keeps what it had')
        },
      )
      .finally(() => {
        calibrating = false
      })
  }

  const start = (generation: number): Promise<void> => {
    running ??= refresh(generation).finally(() => {
      running = undefined
    })
    return running
  }

  /** Resolves when the index has all courses. */
  async function fill(): Promise<void> {
    const generation = await searchIndex.generation()
    if (generation === filled) return
    whole = false
    // A refresh that began with a thread that has died fills nothing.
    await running?.catch(() => {})
    if (generation !== filled) await start(generation)
  }

  const notYet = (): DomainError => {
    const { loaded, of } = progress
    const done = number.format(Math.min(loaded, of))
    const message =
      of === 0
        ? msg`The search is being started. Please try again in a few seconds.`
        : msg`The search is being started. It has loaded ${{ loaded: done }} of ${{ all: number.format(of) }} courses. Please try again in a few seconds.`
    return new DomainError('unavailable', { message, retryAfterSeconds: 5 })
  }

  function check(): void {
    try {
      searchIndex.check()
    } catch {
      throw notYet()
    }
    if (!whole && (kept || running)) throw notYet()
  }

  /** Waits for `work`, but no longer than so many milliseconds; returns whether it was done. */
  async function waitFor(work: Promise<void>, milliseconds: number): Promise<boolean> {
    const late = new AbortController()
    const timeout = sleep(milliseconds, false, { signal: late.signal }).catch(() => false)
    try {
      return await Promise.race([work.then(() => true), timeout])
    } finally {
      late.abort()
    }
  }

  return {
    search: (...search) => searchIndex.search(...search),
    read: (...message) => searchIndex.read(...message),
    similar: (...course) => searchIndex.similar(...course),
    revision: () => revision,
    check,
    async keepFilled(signal) {
      kept = true
      let pause = pollMs
      while (!signal.aborted) {
        try {
          await fill()
          if (behind) await start(filled)
          pause = pollMs
        } catch (error) {
          if (signal.aborted) return
          log.warn({ err: error, ...progress, retryMs: pause }, 'the search could not be filled, and is tried again')
          await sleep(pause, undefined, { signal, ref: false }).catch(() => {})
          pause = Math.min(longestPauseMs, 2 * pause)
          continue
        }
        await sleep(pollMs, undefined, { signal, ref: false }).catch(() => {})
      }
    },
    async fresh() {
      if (whole) {
        // ready at once, unless the thread has been replaced
        const generation = await searchIndex.generation()
        if (generation !== filled) whole = false
      }
      if (!whole) {
        const work = fill()
        work.catch(() => {})
        if (!(await waitFor(work, fillTimeoutMs))) throw notYet()
        return
      }
      if (shared && !receivesFromOthers(db)) {
        const now = await cacheVersion(db, 'catalogue')
        if (now > version) {
          version = now
          changes++
        }
      }
      if (seen === changes) return
      const rest = marks.size < largeCatalogue ? 0 : Math.min(10_000, lastMs / refreshShare)
      if (!running && performance.now() - lastEnd < rest) return
      const before = running
      const work = (before ? before.then(() => (seen === changes ? undefined : start(filled))) : start(filled)).catch(
        (error: unknown) => {
          behind = true
          log.warn({ err: error }, 'the search could not take over the changes of the catalogue')
        },
      )
      await waitFor(work, refreshTimeoutMs)
    },
  }
}

const entryOf = (row: SearchableRow): IndexEntry => ({
  course: {
    id: row.id,
    title: row.title,
    subTitle: row.sub_title,
    description: row.description,
    category: row.category,
    level: row.level,
    language: row.language,
    pricePaise: row.price_paise,
    lectures: row.lectures,
    educator: row.educator,
    minutes: row.total_seconds > 0 ? row.total_seconds / 60 : null,
    sections: row.sections,
    outcomes: row.outcomes,
    spoken: [...row.lecture_texts, ...row.captions.map(spokenIn)].join(' . '),
  },
  vectors: row.vectors ? fromBytes(row.vectors, sides) : [],
})
