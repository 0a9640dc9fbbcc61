import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { absoluteMediaIn } from '#core/absolute-media.ts'
import { type CacheName, cacheVersions, forgetAuthors } from '#core/cache-invalidation.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { cacheRebuilds } from '#core/metrics.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { documentFormat, readList } from './documents.ts'
import {
  abandonBuild,
  claimBuild,
  findStoredList,
  finishBuild,
  insertChunk,
  renewClaim,
  type StoredList,
} from './list-queries.ts'

export type ListBuilder = {
  /** Has the compressed list made if it does not show every committed change, here or in another process. Returns at once. */
  want(): void
  /** Ends a build that is running; the next process begins it again. */
  close(): Promise<void>
}

type Deps = Pick<FeatureDeps, 'db' | 'log'> & { config: Pick<FeatureDeps['config'], 'publicUrl' | 'CORS_ORIGINS'> }

export const encodings = ['br', 'gzip'] as const
type Kind = 'own' | 'foreign'
export const formName = (kind: Kind, encoding: (typeof encodings)[number]): string => `${kind} ${encoding}`

/** Origin in the absolute URLs for pages of other origins; empty when none may read a reply. */
export const foreignOriginOf = ({ publicUrl, CORS_ORIGINS }: Deps['config']): string =>
  CORS_ORIGINS.length > 0 ? publicUrl : ''

export type Versions = ReadonlyMap<CacheName, number>

/** Whether a list shows all changes that these versions count. */
export const covers = (list: StoredList, versions: Versions): boolean =>
  list.build !== null &&
  list.format === documentFormat &&
  list.catalogue_version >= (versions.get('catalogue') ?? 0) &&
  list.counters_version >= (versions.get('counters') ?? 0)

/** The list shows the changes of these versions to everyone. */
async function forgetShown(on: Executor, versions: Versions): Promise<void> {
  for (const name of ['catalogue', 'counters'] as const) await forgetAuthors(on, name, versions.get(name) ?? 0)
}

export async function readVersions({ db }: Pick<Deps, 'db'>): Promise<Map<CacheName, number>> {
  return new Map((await cacheVersions(db)).map(({ name, version }) => [name, version]))
}

/** Pause after a build, as a multiple of its duration: builds take a fifth of the time at most, however often courses change. */
const restFactor = 4
/** The first build takes longer than others, because it makes all documents. */
const maxRestMs = 60_000
const restAfterErrorMs = 5000
/** A process that does not renew its claim in this time has died. */
const claimMs = 30_000
const renewAfterMs = 5000
/** How long to wait before looking again at a build of another process. */
const maxPauseMs = 1000
const chunkBytes = 512 * 1024
const brotliQuality = 5

/** Makes the compressed list in the background, one process at a time, and stores it in the database for all. */
export function createListBuilder(deps: Deps): ListBuilder {
  const { db, log } = deps
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let again = false
  let timer: NodeJS.Timeout | undefined

  const pause = (milliseconds: number): void => {
    if (closing.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      want()
    }, milliseconds).unref()
  }

  const run = async (): Promise<void> => {
    const list = await findStoredList(db)
    const upToDate = list.foreign_origin === foreignOriginOf(deps.config) && covers(list, await readVersions(deps))
    if (upToDate) return
    const build = newId()
    if (list.wait_ms <= 0 && (await claimBuild(db, build, claimMs))) {
      cacheRebuilds.inc({ cache: 'published-list' })
      return buildList(deps, build, closing.signal)
    }
    pause(Math.min(maxPauseMs, Math.max(10, Math.ceil(list.wait_ms))))
  }

  const want = (): void => {
    if (closing.signal.aborted || timer) return
    again = running !== undefined
    running ??= run()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error }, 'the list of published courses could not be made')
      })
      .finally(() => {
        running = undefined
        if (again) want()
      })
  }

  return {
    want,
    async close() {
      closing.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Builds the list under a claim and makes it the current one. Until then nothing of it is visible. */
async function buildList(deps: Deps, build: string, signal: AbortSignal): Promise<void> {
  const { db, config } = deps
  const started = performance.now()
  try {
    // read before the data: the list shows these changes at least
    const versions = await readVersions(deps)
    const foreignOrigin = foreignOriginOf(config)
    const kinds: Kind[] = foreignOrigin === '' ? ['own'] : ['own', 'foreign']
    const forms = kinds.flatMap((kind) =>
      encodings.map((encoding) => ({ kind, ...openForm(deps, build, kind, encoding) })),
    )
    const hash = createHash('sha256')
    let renewed = performance.now()
    for await (const piece of readList(deps)) {
      signal.throwIfAborted()
      if (performance.now() - renewed > renewAfterMs) {
        if (!(await renewClaim(db, build, claimMs))) throw new Error('the claim on the list was lost')
        renewed = performance.now()
      }
      const own = Buffer.from(piece)
      hash.update(own)
      const foreign = foreignOrigin === '' ? own : Buffer.from(absoluteMediaIn(piece, foreignOrigin))
      await Promise.all(forms.map((form) => form.write(form.kind === 'own' ? own : foreign)))
    }
    await Promise.all(forms.map((form) => form.end()))
    const cost = performance.now() - started
    await transact(db, async (tx) => {
      await finishBuild(tx, {
        build,
        hash: hash.digest('base64url').slice(0, 22),
        format: documentFormat,
        foreign_origin: foreignOrigin,
        catalogue_version: versions.get('catalogue') ?? 0,
        counters_version: versions.get('counters') ?? 0,
        cost_ms: Math.ceil(cost),
        restMs: Math.min(maxRestMs, cost * restFactor),
      })
      tx.invalidate('published-list')
    })
    await forgetShown(db, versions)
  } catch (error) {
    const restMs = signal.aborted ? 0 : restAfterErrorMs
    await transact(db, (tx) => abandonBuild(tx, build, restMs)).catch(() => {}) // its claim ends by itself
    throw error
  }
}

type Form = { write(bytes: Buffer): Promise<void>; end(): Promise<void> }

/** Opens a compressed form of a build, which is stored in chunks while it is written. */
function openForm({ db }: Pick<Deps, 'db'>, build: string, kind: Kind, encoding: (typeof encodings)[number]): Form {
  const encoder =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : createGzip()
  const form = formName(kind, encoding)
  const store = async (): Promise<void> => {
    let number = 0
    let waiting: Buffer[] = []
    const flush = async (): Promise<void> => {
      const bytes = Buffer.concat(waiting)
      waiting = []
      await insertChunk(db, { build, form, number: number++, bytes })
    }
    let length = 0
    for await (const bytes of encoder as AsyncIterable<Buffer>) {
      waiting.push(bytes)
      length += bytes.length
      if (length < chunkBytes) continue
      length = 0
      await flush()
    }
    if (waiting.length > 0) await flush()
  }
  const stored = store()
  stored.catch(() => {}) // thrown by `write` or `end`
  return {
    async write(bytes) {
      if (!encoder.write(bytes)) await Promise.race([once(encoder, 'drain'), stored])
    },
    async end() {
      encoder.end()
      await stored
    },
  }
}
