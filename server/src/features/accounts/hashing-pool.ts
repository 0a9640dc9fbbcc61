import { availableParallelism } from 'node:os'
import { createFairPool } from '#core/fair-pool.ts'

/** Threads of the pool that Node hashes, compresses and reads files on; its own default is 4. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4

/**
 * The one pool of this process. It leaves at least one thread of Node's pool to compression and files, and never hashes more at once
 * than there are processors. What waits is done within a few seconds, or refused.
 */
export const hashingPool = createFairPool({
  atOnce: Math.max(1, Math.min(availableParallelism(), threads - 1)),
  waiting: 256,
  longestMs: 15_000,
  busy: 'Many people are signing in at the moment. Please try again in a few seconds.',
})
