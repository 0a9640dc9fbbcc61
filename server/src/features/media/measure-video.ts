import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import { keptThread } from '#core/kept-thread.ts'
import { createFairPool, type Turn } from '#core/limits/fair-pool.ts'
import type { MeasuredSource } from './measure-video-worker.ts'

// A measurement is short: only malicious files make others wait this long.
const pool = createFairPool({
  atOnce: 1,
  waiting: 64,
  each: 4,
  longestMs: 60_000,
  tooMany: msg`Your other videos are still being read. Please try again when they are done.`,
  busy: msg`Too many videos are being read at the moment. Please try again in a minute.`,
})

const secondsOf = keptThread<MeasuredSource, number | null>({
  program: new URL('./measure-video-worker.ts', import.meta.url),
  name: 'measure-video',
  // the bytes that are read have their own bound in the thread
  heapMb: 128,
  limitMs: 10_000,
})

/**
 * Returns the duration of a video in whole seconds, at least 1; null when it is damaged, of an unknown format or too
 * slow to read, or when too many others wait. Runs in a thread, so that a malicious file ends the thread, not the process.
 * Rejects only with the reason of the turn's signal.
 */
export const measureVideo = (source: MeasuredSource, turn: Turn): Promise<number | null> =>
  pool
    .run(turn, () => secondsOf(source, turn.signal).catch(() => null))
    .catch((error: unknown) => {
      if (error instanceof DomainError) return null
      throw error
    })
    .finally(() => turn.signal?.throwIfAborted())
