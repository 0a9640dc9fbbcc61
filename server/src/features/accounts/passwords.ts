import { availableParallelism } from 'node:os'
import { msg } from '@lingui/core/runtime-macro'
import { hash, verify } from '@node-rs/argon2'
import { createFairPool, type Turn } from '#core/limits/fair-pool.ts'

/** Size of Node's thread pool, which hashes, compresses and reads files; the default of Node is 4. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4

/**
 * The hashing pool of this process. It leaves at least one thread of Node's pool to compression and files, and runs at most one hash
 * for each processor. Waiting calls are done within a few seconds or rejected.
 */
const hashingPool = createFairPool({
  atOnce: Math.max(1, Math.min(availableParallelism(), threads - 1)),
  waiting: 256,
  longestMs: 15_000,
  busy: msg`Many people are signing in at the moment. Please try again in a few seconds.`,
})

/** argon2id (the library's default algorithm) with the parameters of the OWASP password storage cheat sheet (19 MiB, 2 passes, 1 lane). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Client of hashes that the program computes for itself, such as for the demo. */
const own: Turn = { client: '' }

/** Returns the PHC string of a password; runs on a worker thread. Throws `unavailable` when too many are waiting. */
export const hashPassword = (password: string, turn = own): Promise<string> =>
  hashingPool.run(turn, () => hash(password, parameters))

let decoy: Promise<string> | undefined

/**
 * Returns whether the password matches the stored hash. Without a hash it does the same work and returns false, so that the time does
 * not reveal whether an address has an account. Throws `unavailable` when too many are waiting.
 */
export const verifyPassword = (stored: string | null, password: string, turn: Turn): Promise<boolean> =>
  hashingPool.run(turn, async () => {
    if (stored !== null) return verify(stored, password)
    decoy ??= hash('a password that no one has', parameters)
    await verify(await decoy, password)
    return false
  })
