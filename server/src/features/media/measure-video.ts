import { Worker } from 'node:worker_threads'
import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import { createFairPool, type Turn } from '#core/limits/fair-pool.ts'
import type { MeasuredSource } from './measure-video-worker.ts'

const limitMs = 10_000
/** Megabytes of JavaScript objects; the bytes that are read have their own bound in the thread. */
const heapMb = 128

// A measurement is short: only malicious files make others wait this long.
const pool = createFairPool({
  atOnce: 1,
  waiting: 64,
  each: 4,
  longestMs: 60_000,
  tooMany: msg`Your other videos are still being read. Please try again when they are done.`,
  busy: msg`Too many videos are being read at the moment. Please try again in a minute.`,
})

/**
 * Returns the duration of a video in whole seconds, at least 1; null when it is damaged, of an unknown format or too
 * slow to read, or when too many others wait. Runs in a thread, so that a malicious file ends the thread, not the process.
 * Rejects only with the reason of the turn's signal.
 */
export const measureVideo = (source: MeasuredSource, turn: Turn): Promise<number | null> =>
  pool
    .run(turn, () => measureInThread(source, turn.signal))
    .catch((error: unknown) => {
      turn.signal?.throwIfAborted()
      if (error instanceof DomainError) return null
      throw error
    })

function measureInThread(source: MeasuredSource, signal?: AbortSignal): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./measure-video-worker.ts', import.meta.url), {
      name: 'measure-video',
      workerData: source,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // The parser's output about broken files does not belong in our log.
      stdout: true,
      stderr: true,
    })
    const limit = setTimeout(() => finish(null), limitMs)
    let ending = false
    /** Settles once the thread has really ended. */
    const end = (settle: () => void): void => {
      if (ending) return
      ending = true
      clearTimeout(limit)
      signal?.removeEventListener('abort', leave)
      void thread.terminate().then(settle)
    }
    const finish = (seconds: number | null): void => end(() => resolve(seconds))
    const leave = (): void => end(() => reject(signal?.reason))
    signal?.addEventListener('abort', leave)
    thread.once('message', finish)
    thread.once('error', () => finish(null))
    thread.once('exit', () => finish(null))
  })
}
