import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default algorithm) with the parameters of the OWASP password storage cheat sheet (19 MiB, 2 passes, 1 lane). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** PHC string of a password; runs on a worker thread. */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

let decoy: Promise<string> | undefined

/**
 * Does the password fit the stored hash? Without a hash the same work is done and the answer is no, so that the time does
 * not tell whether an address has an account.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  if (stored === null) {
    decoy ??= hashPassword('a password that nobody has')
    await verify(await decoy, password)
    return false
  }
  return verify(stored, password)
}
