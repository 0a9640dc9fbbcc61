import { msg } from '@lingui/core/runtime-macro'
import { subscribe } from '#core/events/topics.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import { freeLeases, whileHeld } from '#core/lease.ts'
import { streamSeconds } from '#core/metrics.ts'
import { newId } from '#core/new-id.ts'
import { runsJobs } from '#core/role.ts'
import { transact } from '#core/transact.ts'
import { type Transcoder, VideoProblem, WorkerProblem } from '#ports/transcoder.ts'
import { cleanWork, makeStream } from './make-stream.ts'
import {
  addTurn,
  type Claim,
  claimVideo,
  failStream,
  maxAttempts,
  releaseVideo,
  setPercent,
  streamLease,
} from './stream-queries.ts'
import { publishStatus, streamsTopic } from './streams.ts'

/** Poll interval of an idle worker, in addition to notifications: for videos whose worker is gone. */
const pollMs = 15_000
/** Minimum interval between two writes of a video's progress. */
const progressMs = 2000
/** Delay before the second attempt; doubled before the third. */
const retrySeconds = 60
/** Delay of a video for which there was too little disk space. */
const spaceSeconds = 900
/** Pause of this process after a problem that would affect any video; doubled after each further one. */
const pauseSeconds = { least: 30, most: 900 }

/** The reason why work on a video is interrupted. */
class Interruption extends Error {
  override name = 'Interruption'
  readonly why: 'taken' | 'stopped'
  constructor(why: 'taken' | 'stopped') {
    super(why === 'taken' ? 'the video was canceled, removed or taken by another worker' : 'this process stops')
    this.why = why
  }
}

const unknownProblem = msg`Preparing this video failed. Please try again; if it fails again, please write to the support of this site.`
const deadly = msg`Preparing this video has ended the program that does it several times. Please export it as MP4 with H.264 in a smaller size, and upload it again.`

export type StreamWorker = {
  /** Interrupts all work; other workers, or the next start, continue it. */
  stop(): Promise<void>
}

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'config' | 'clock' | 'log' | 'transcoder' | 'shared'>

/** Starts making streams of waiting videos in this process, as many at the same time as configured. Call it once. */
export function startStreams(deps: Deps): StreamWorker {
  const { db, config, transcoder, log } = deps
  if (!transcoder || config.VIDEO_JOBS === 0 || !runsJobs(config)) return { stop: async () => {} }
  /** by stream, because a video that was canceled and queued again has two for a moment */
  const running = new Map<string, { videoId: string; interrupt: AbortController; done: Promise<void> }>()
  let isStopping = false
  let polling: Promise<void> | undefined
  let again = false
  let pauses = 0
  let pausedUntil = 0

  /** Pauses the claiming of videos, when none can be processed here. Returns the seconds. */
  function pause(): number {
    const seconds = Math.min(pauseSeconds.least * 2 ** pauses++, pauseSeconds.most)
    pausedUntil = performance.now() + seconds * 1000
    log.error({ seconds }, 'this process cannot prepare videos at the moment, and pauses')
    return seconds
  }

  async function takeAll(): Promise<void> {
    while (!isStopping && running.size < config.VIDEO_JOBS && performance.now() >= pausedUntil) {
      const claim = await transact(db, async (tx) => {
        const taken = await claimVideo(tx, newId())
        if (taken) await publishStatus(tx, taken.videoId)
        return taken
      })
      if (!claim) return
      const interrupt = new AbortController()
      const done = work(deps, claim, { transcoder: transcoder as Transcoder, interrupt, pause }) // returned above without one
        .then((isDone) => {
          if (isDone) pauses = 0
        })
        .catch((error: unknown) =>
          log.error({ err: error, videoId: claim.videoId }, 'a video stays with a worker that cannot go on'),
        )
        .finally(() => {
          running.delete(claim.streamId)
          poll()
        })
      running.set(claim.streamId, { videoId: claim.videoId, interrupt, done })
    }
  }

  function poll(): void {
    if (isStopping) return
    again = true
    polling ??= (async () => {
      while (again && !isStopping) {
        again = false
        await takeAll()
      }
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'the queue of videos could not be read'))
      .finally(() => {
        polling = undefined
      })
  }

  subscribe(db, streamsTopic, ({ canceled }) => {
    if (canceled === undefined) return poll()
    for (const { videoId, interrupt } of running.values())
      if (videoId === canceled) interrupt.abort(new Interruption('taken'))
  })
  const timer = setInterval(poll, pollMs).unref()
  // No other process uses the embedded database, so running videos belonged to a process that is gone.
  const begin = async (): Promise<void> => {
    if (!deps.shared) await freeLeases(db, streamLease)
    await cleanWork(deps)
  }
  polling = begin()
    .catch((error: unknown) => log.warn({ err: error }, 'left work on videos was not cleaned up'))
    .finally(() => {
      polling = undefined
      poll()
    })

  return {
    async stop() {
      isStopping = true
      clearInterval(timer)
      await polling
      for (const { interrupt } of running.values()) interrupt.abort(new Interruption('stopped'))
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** Makes the stream of one video, and stores the outcome. `pause` is called when no video can be processed. Returns whether it is ready. */
async function work(
  deps: Deps,
  claim: Claim,
  { transcoder, interrupt, pause }: { transcoder: Transcoder; interrupt: AbortController; pause: () => number },
): Promise<boolean> {
  const { db, log } = deps
  const { videoId, attempt } = claim
  const begun = performance.now()
  const end = (outcome: string): void => streamSeconds.observe({ outcome }, (performance.now() - begun) / 1000)
  const onStop = (): void => interrupt.abort(new Interruption('taken'))
  const change = (update: (tx: Parameters<typeof publishStatus>[0]) => Promise<boolean>): Promise<void> =>
    transact(db, async (tx) => {
      if (await update(tx)) await publishStatus(tx, videoId)
    })
  /** Logs a failed write. Work continues, since only the loss of the lease ends it. */
  const later = (error: unknown): void => log.warn({ err: error, videoId }, 'the progress of a video was not written')

  if (attempt > maxAttempts) {
    end('failed')
    await change((tx) => failStream(tx, claim, english(deadly)))
    return false
  }
  let counted = begun
  const countTurn = async (): Promise<void> => {
    const since = counted
    counted = performance.now()
    await addTurn(db, claim, (counted - since) / 1000).catch(later)
  }
  let shownAt = 0
  let shown = 0
  const onProgress = (percent: number): void => {
    const now = performance.now()
    if (percent <= shown || now - shownAt < progressMs) return
    shown = percent
    shownAt = now
    change(async (tx) => {
      const isOwn = await setPercent(tx, claim, percent)
      if (!isOwn) onStop()
      return isOwn
    }).catch(later)
  }
  try {
    const isServed = await whileHeld(
      deps,
      { lease: streamLease, id: videoId, holder: claim.streamId, onRenew: () => void countTurn(), onStop },
      () => makeStream(deps, transcoder, claim, { onProgress, signal: interrupt.signal }),
    )
    end(isServed ? 'done' : 'canceled')
    return isServed
  } catch (error) {
    const { reason } = interrupt.signal
    if (reason instanceof Interruption) {
      end(reason.why === 'taken' ? 'canceled' : 'stopped')
      if (reason.why === 'stopped') await change((tx) => releaseVideo(tx, claim, { interrupted: true }))
      return false
    }
    if (error instanceof WorkerProblem) {
      const { message: problem, cause, reach } = error
      log.warn({ err: error, cause, videoId }, 'the stream of a video could not be made here at the moment')
      end('stopped')
      const waitSeconds = reach === 'all' ? pause() : spaceSeconds
      await change((tx) => releaseVideo(tx, claim, { problem, waitSeconds, interrupted: true }))
      return false
    }
    const known = error instanceof VideoProblem
    const problem = known ? error.message : english(unknownProblem)
    const refused = known && error.refused
    log[known ? 'info' : 'error'](
      { err: error, cause: known ? error.cause : undefined, videoId, attempt },
      'the stream of a video was not made',
    )
    end(refused ? 'refused' : 'failed')
    await change((tx) =>
      refused || attempt >= maxAttempts
        ? failStream(tx, claim, problem)
        : releaseVideo(tx, claim, { problem, waitSeconds: retrySeconds * attempt }),
    )
    return false
  } finally {
    // the time since the last renewal, which is not counted yet
    await countTurn()
  }
}
