import { z } from 'zod'
import { cacheVersion, onCacheInvalidated, receivesFromOthers } from '#core/cache-invalidation.ts'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineTopic, subscribe } from '#core/topics.ts'
import type { IndexChange, IndexEntry, Search } from '#ports/search-index.ts'
import { findMarks, findSearchable, type SearchableRow } from './queries.ts'

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

type Deps = Pick<FeatureDeps, 'db' | 'shared' | 'searchIndex' | 'remoteSearch' | 'log'>

/** How long a search waits for changes; then it uses the index as it is. */
const refreshTimeoutMs = 400
/** From this size on, refreshes take at most `refreshShare` of the time; in smaller catalogues every search sees all changes. */
const largeCatalogue = 1000
const refreshShare = 0.2
const batch = 100
const sides = 3

const keepers = new WeakMap<Db, Search>()

/** Returns the searches of this site: in the process that has the index, or in the one index of this process. */
export function searchOf(deps: Deps): Search {
  if (deps.remoteSearch) return deps.remoteSearch
  const known = keepers.get(deps.db)
  if (known) return known
  const keeper = createKeeper(deps)
  keepers.set(deps.db, keeper)
  return keeper
}

/** Keeps the index in sync with the published courses, in whichever process they change. */
function createKeeper({ db, shared, searchIndex, log }: Deps): Search {
  let marks = new Map<string, string>()
  let filled = 0
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

  async function refresh(generation: number): Promise<void> {
    const started = performance.now()
    const wanted = changes
    const model = await searchIndex.model()
    const next = await findMarks(db, model)
    const known = generation === filled ? marks : new Map<string, string>()
    const changed = [...next].filter(([id, mark]) => known.get(id) !== mark).map(([id]) => id)
    const remove = [...known.keys()].filter((id) => !next.has(id))
    for (let at = 0; at < changed.length; at += batch) {
      const rows = await findSearchable(db, changed.slice(at, at + batch), model)
      await update({ put: rows.map(entryOf), remove: [] })
    }
    if (remove.length > 0) await update({ put: [], remove })
    marks = next
    filled = generation
    seen = wanted
    lastMs = performance.now() - started
    lastEnd = performance.now()
  }

  const start = (generation: number): Promise<void> => {
    running ??= refresh(generation).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    search: (...search) => searchIndex.search(...search),
    read: (...message) => searchIndex.read(...message),
    similar: (...course) => searchIndex.similar(...course),
    revision: () => revision,
    check() {
      searchIndex.check()
      if (running && filled === 0) throw new Error('The search is being filled')
    },
    async fresh() {
      const generation = await searchIndex.generation()
      if (generation !== filled) {
        // A refresh that began with a thread that has died fills nothing.
        await running?.catch(() => {})
        if (generation !== filled) await start(generation)
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
      const work = (
        before ? before.then(() => (seen === changes ? undefined : start(generation))) : start(generation)
      ).catch((error: unknown) =>
        log.warn({ err: error }, 'the search could not take over the changes of the catalogue'),
      )
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, refreshTimeoutMs)
      })
      await Promise.race([work, late])
      clearTimeout(timer)
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
    pricePaise: row.price_paise,
    lectures: row.lectures,
  },
  vectors: row.vectors ? fromBytes(row.vectors, sides) : [],
})
