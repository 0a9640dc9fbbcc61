import { hash, verify } from '@node-rs/argon2'
import type { Turn } from '#core/fair-pool.ts'
import { hashingPool } from './hashing-pool.ts'

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
