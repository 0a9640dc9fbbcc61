import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createFairPool, type Turn } from '#core/fair-pool.ts'

/** Threads of the pool that Node hashes, compresses and reads files on; its own default is 4. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4

/**
 * The one pool of this process. It leaves at least one thread of Node's pool to compression and files, and never hashes more at once
 * than there are processors. What waits is done within a few seconds, or refused.
 */
const hashingPool = createFairPool({
  atOnce: Math.max(1, Math.min(availableParallelism(), threads - 1)),
  waiting: 256,
  longestMs: 15_000,
  busy: 'Many people are signing in at the moment. Please try again in a few seconds.',
})

/** argon2id (the library's default algorithm) with the parameters of the OWASP password storage cheat sheet (19 MiB, 2 passes, 1 lane). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Work of this program itself, such as filling the demo. */
const own: Turn = { client: '' }

/** PHC string of a password; runs on a worker thread, in turn. Throws unavailable when too many wait. */
export const hashPassword = (password: string, turn = own): Promise<string> =>
  hashingPool.run(turn, () => hash(password, parameters))

let decoy: Promise<string> | undefined

/**
 * Does the password fit the stored hash? Without a hash the same work is done and the answer is no, so that the time does
 * not tell whether an address has an account. Throws unavailable when too many wait.
 */
export const passwordFits = (stored: string | null, password: string, turn: Turn): Promise<boolean> =>
  hashingPool.run(turn, async () => {
    if (stored !== null) return verify(stored, password)
    decoy ??= hash('a password that no one has', parameters)
    await verify(await decoy, password)
    return false
  })
