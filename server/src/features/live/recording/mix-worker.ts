import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import { subscribe } from '#core/events/topics.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import { freeLeases, whileHeld } from '#core/lease.ts'
import { newId } from '#core/new-id.ts'
import { runsJobs } from '#core/role.ts'
import { transact } from '#core/transact.ts'
import type { LiveMixer, RecordedTime } from '#ports/live-mixer.ts'
import { recordingProblems } from '#ports/recording-problems.ts'
import { VideoProblem, WorkerProblem } from '#ports/transcoder.ts'
import { discardMedia, removeLater, storeVideo } from '../../media/index.ts'
import { mixingTopic } from './mixing-topic.ts'
import { superviseRecordings } from './record-session.ts'
import {
  type Claim,
  claimRecording,
  deleteExpired,
  deleteOldRows,
  failMix,
  findMixing,
  findToClear,
  finishMix,
  markCleared,
  maxAttempts,
  mixLease,
  type RecordingRow,
  releaseMix,
  setPercent,
} from './recording-queries.ts'
import { daysBefore } from './rules.ts'

const pollMs = 15_000
/** Time between two deletions of what is not kept any more. */
const clearMs = 10 * 60_000
const maxCleared = 50
/** Delay before the second attempt; doubled before the third. */
const retrySeconds = 60
/** Delay of a recording that cannot be worked on at the moment. */
const spaceSeconds = 600
/** Streams have the time of their beginning in their names, by the clock of the media server. */
const clockMs = 10_000
/** Days for which a deleted recording is listed. */
const listedDays = 30

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'clock' | 'config' | 'log' | 'settings' | 'liveMixer' | 'shared'>

export type MixWorker = {
  /** Interrupts the work; another worker, or the next start, continues it. */
  stop(): Promise<void>
  /** Does now what the timers do: resolves when nothing is left to do. */
  run(): Promise<void>
}

class Interruption extends Error {
  override name = 'Interruption'
}

const workRoot = ({ config }: Pick<Deps, 'config'>): string => join(resolve(config.DATA_DIR), 'recording-work')

/** Makes videos of recordings in this process, one at a time, and deletes what is not kept any more. Call it once. */
export function startMixing(deps: Deps): MixWorker {
  const { db, log, liveMixer, config } = deps
  if (!liveMixer || !runsJobs(config)) return { stop: async () => {}, run: async () => {} }
  let stopping = false
  let clearedAt = Number.NEGATIVE_INFINITY
  let working: AbortController | undefined
  let running: Promise<void> | undefined
  let again = false

  async function takeAll(): Promise<void> {
    await superviseRecordings(deps)
    if (performance.now() - clearedAt > clearMs || again) {
      await clearRecordings(deps, liveMixer as LiveMixer) // returned above without one
      clearedAt = performance.now()
    }
    while (!stopping) {
      const claim = await transact(db, (tx) => claimRecording(tx, newId()))
      if (!claim) return
      working = new AbortController()
      await mixOne(deps, claim, { mixer: liveMixer as LiveMixer, interrupt: working }) // returned above without one
    }
  }
  function poll(): Promise<void> {
    if (running) again = true
    running ??= takeAll()
      .catch((error: unknown) => log.warn({ err: error }, 'recordings could not be worked on'))
      .finally(() => {
        running = undefined
        const more = again && !stopping
        again = false
        if (more) void poll()
      })
    return running
  }
  subscribe(db, mixingTopic, () => {
    clearedAt = Number.NEGATIVE_INFINITY
    if (!stopping) void poll()
  })
  const timer = setInterval(() => void poll(), pollMs).unref()
  // No other process uses the embedded database, so a holder belonged to a process that is gone.
  const begun = (deps.shared ? Promise.resolve() : freeLeases(db, mixLease))
    .catch((error: unknown) => log.warn({ err: error }, 'left work on recordings was not given back'))
    .then(() => (stopping ? undefined : poll()))
  return {
    async run() {
      await begun
      while (running) await running
      await poll()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      working?.abort(new Interruption('this process stops'))
      await begun
      await running
    },
  }
}

const filesOf = ({
  media_room: room,
  started_at,
  stopped_at,
}: Pick<RecordingRow, 'media_room' | 'started_at' | 'stopped_at'>): RecordedTime => ({
  room,
  from: new Date(started_at.getTime() - clockMs),
  to: stopped_at ?? started_at,
})

/** Makes the video of one recording, and stores the outcome. */
async function mixOne(
  deps: Deps,
  claim: Claim,
  { mixer, interrupt }: { mixer: LiveMixer; interrupt: AbortController },
): Promise<void> {
  const { db, log, clock } = deps
  const folder = join(workRoot(deps), claim.id)
  const about = { recordingId: claim.id, attempt: claim.attempts }
  const onStop = (): void => interrupt.abort(new Interruption('the recording was deleted or taken by another worker'))
  let shown = 0
  const onProgress = (percent: number): void => {
    shown = Math.max(shown, Math.min(99, Math.floor(percent)))
  }
  let written = 0
  const onRenew = (): void => {
    if (shown === written) return
    written = shown
    setPercent(db, claim, shown).then(
      (isOwn) => isOwn || onStop(),
      (error: unknown) => log.warn({ err: error, ...about }, 'the progress of a recording was not written'),
    )
  }
  const progress = setInterval(onRenew, 3000)
  try {
    if (claim.attempts > maxAttempts) throw new VideoProblem(recordingProblems.failed(), { refused: true })
    const isOwn = await whileHeld(deps, { lease: mixLease, id: claim.id, holder: claim.mix_id, onStop }, () =>
      makeVideo(deps, claim, { mixer, folder, onProgress, signal: interrupt.signal }),
    )
    if (isOwn) await rm(folder, { recursive: true, force: true })
  } catch (error) {
    if (interrupt.signal.reason instanceof Interruption) {
      await releaseMix(db, claim, { interrupted: true })
      return
    }
    const problem = problemOf(error)
    log.warn({ err: error, cause: (error as Error).cause, ...about }, 'no video was made of a recording') // only errors are thrown
    if (error instanceof WorkerProblem)
      await releaseMix(db, claim, { problem, waitSeconds: spaceSeconds, interrupted: true })
    else if (
      error instanceof DomainError ||
      (error instanceof VideoProblem && error.refused) ||
      claim.attempts >= maxAttempts
    )
      await failMix(db, claim, problem, clock.now())
    else await releaseMix(db, claim, { problem, waitSeconds: retrySeconds * claim.attempts })
  } finally {
    clearInterval(progress)
  }
}

function problemOf(error: unknown): string {
  if (error instanceof DomainError) return english(error.sentence)
  if (error instanceof VideoProblem || error instanceof WorkerProblem) return error.message
  return english(msg`Making the video of this recording failed.`)
}

type Making = { mixer: LiveMixer; folder: string; onProgress: (percent: number) => void; signal: AbortSignal }

/** Returns false when the claim was lost meanwhile. Throws VideoProblem, WorkerProblem, storage_full, and the reason of `signal`. */
async function makeVideo(deps: Deps, claim: Claim, { mixer, folder, onProgress, signal }: Making): Promise<boolean> {
  const { db, clock } = deps
  const files = await mixer.list(filesOf(claim)).catch((cause: unknown) => {
    throw new WorkerProblem(recordingProblems.noFolder(), { reach: 'all', cause })
  })
  const options = { folder, hosts: new Set(claim.hosts), until: claim.stopped_at, onProgress, signal }
  const { path, seconds } = await mixer.mix(files, options)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal })
  const { size: bytes } = await stat(path)
  const source = { ownerId: claim.owner_id, contentType: 'video/mp4', path, bytes, sha256: hash.digest('hex') }
  const videoId = await storeVideo(deps, source, signal)
  const isOwn = await finishMix(db, claim, { videoId, seconds, bytes, at: clock.now() })
  if (!isOwn) await discardMedia(deps, { videos: [videoId] })
  return isOwn
}

/** Deletes drafts that no one used in time, files of the media server that are not needed any more, and folders of work that is over. */
export async function clearRecordings(deps: Deps, mixer: LiveMixer): Promise<void> {
  const { db, clock, settings, log } = deps
  const { recordingDraftDays, recordingFileDays } = settings.current()
  const now = clock.now()
  await transact(db, async (tx) => {
    removeLater(tx, { videos: await deleteExpired(tx, daysBefore(now, recordingDraftDays), now) })
  })
  for (const recording of await findToClear(db, daysBefore(now, recordingFileDays), maxCleared)) {
    try {
      await mixer.remove(await mixer.list(filesOf(recording)))
      await markCleared(db, recording.id, now)
    } catch (error) {
      log.warn({ err: error, recordingId: recording.id }, 'files of a recording could not be deleted yet')
    }
  }
  await deleteOldRows(db, daysBefore(now, listedDays))
  const names = await readdir(workRoot(deps)).catch(() => [])
  // read after the names, because a recording is claimed before its folder is there
  const mixing = new Set(await findMixing(db))
  for (const name of names)
    if (!mixing.has(name)) await rm(join(workRoot(deps), name), { recursive: true, force: true })
}
