import { type Tx, transact } from '#db/executor.ts'
import { Refusal } from '#http/refusal.ts'
import type { FeatureDeps } from '../deps.ts'
import { forgetCode, takeTry, writeProof } from './code-queries.ts'
import { hashCode, markOf, readCode, sameHash } from './one-time-code.ts'
import { findUserByEmail } from './queries.ts'
import { hashToken, newToken } from './sessions.ts'

/** Milliseconds in which a verified browser may set a password (decisions, section 1). */
const proofLifeMs = 10 * 60 * 1000

export type Proof = { token: string; expiresAt: Date }

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret' | 'limits' | 'log'>

/**
 * Takes the mailed code and answers a proof for this browser; the code is used up. What cannot be a code is refused like a wrong
 * one, without taking a try. Throws wrong_code, rate_limited.
 */
export async function verifyCode(deps: Deps, email: string, typed: unknown, client: string): Promise<Proof> {
  await deps.limits.codeGuesses.consume(client)
  const code = readCode(typed)
  // A refusal is thrown after the transaction: the try that was taken must stay taken.
  const proof = code === null ? null : await transact(deps.db, (tx) => redeem(deps, tx, email, code))
  if (!proof) throw new Refusal('wrong_code')
  return proof
}

async function redeem(deps: Deps, tx: Tx, email: string, code: string): Promise<Proof | null> {
  const now = deps.clock.now()
  const kept = await takeTry(tx, email, now)
  if (!kept?.hash) return null
  if (kept.mark !== markOf(deps.codeSecret)) {
    deps.log.error(
      'a one-time code was made with another secret: processes that share a database need one DATA_DIR, or the same CODE_SECRET',
    )
  }
  const right = sameHash(kept.hash, hashCode(deps.codeSecret, { email, requestId: kept.requestId }, code))
  const user = right ? await findUserByEmail(tx, email) : undefined
  if (!user) return null
  await forgetCode(tx, email)
  const token = newToken()
  const expiresAt = new Date(now.getTime() + proofLifeMs)
  await writeProof(tx, user.id, hashToken(token), expiresAt)
  return { token, expiresAt }
}
