import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeAll } from '#core/rate-limits.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { Caller } from './caller-of.ts'
import { deleteRequest, spendLink, takeTry, writeProof } from './code-queries.ts'
import { limitKeyOf } from './known-browser.ts'
import { hashCode, markOf, readCode, sameHash } from './one-time-code.ts'
import { findUserByEmail } from './queries.ts'
import { hashToken, newToken } from './sessions.ts'

/** Milliseconds in which a verified browser may set a password (decisions, section 1). */
const proofLifeMs = 10 * 60 * 1000

const codesClosed =
  'Too many wrong codes were tried for this email address today. Please use the link in the mail instead: it works in any browser.'

export type Proof = { token: string; expiresAt: Date }

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret' | 'limits' | 'log'>
type Typed = { email: string; code: unknown /** of the browser's request */; token: string | undefined }

/**
 * Takes the mailed code from the browser that asked for it and returns a proof for this browser; the code is used up. What cannot be a
 * code, and a browser that did not ask, is refused like a wrong code, without taking a try. Throws wrong_code, rate_limited.
 */
export async function verifyCode(deps: Deps, { email, code: typed, token }: Typed, caller: Caller): Promise<Proof> {
  const { key, known } = await limitKeyOf(deps, email, caller)
  await deps.limits.codeGuesses.consume(key)
  const code = readCode(typed)
  if (code === null) throw new DomainError('wrong_code')
  // Many clients together would guess four digits after all. A browser that the account knows is no part of that.
  const restore = known ? async () => {} : await consumeAll([[deps.limits.wrongCodes, email, codesClosed]])
  // An error is thrown after the transaction: the try that was taken must stay taken.
  const outcome = await transact(deps.db, (tx) =>
    redeem(deps, tx, { email, code, browserHash: hashToken(token ?? '') }),
  )
  if (outcome !== 'wrong') await restore()
  if (typeof outcome === 'string') throw new DomainError('wrong_code')
  return outcome
}

/** "none" when there was nothing to guess at. */
async function redeem(
  deps: Deps,
  tx: Tx,
  { code, ...asked }: { email: string; code: string; browserHash: Buffer },
): Promise<Proof | 'wrong' | 'none'> {
  const now = deps.clock.now()
  const kept = await takeTry(tx, asked, now)
  if (!kept?.hash) return 'none'
  if (kept.mark !== markOf(deps.codeSecret)) {
    deps.log.error(
      'a one-time code was made with another secret: processes that share a database need one DATA_DIR, or the same CODE_SECRET',
    )
  }
  const { email } = asked
  const right = sameHash(kept.hash, hashCode(deps.codeSecret, { email, requestId: kept.requestId }, code))
  const user = right ? await findUserByEmail(tx, email) : undefined
  if (!user) return 'wrong'
  await deleteRequest(tx, kept.requestId)
  return giveProof(tx, user.id, now)
}

/**
 * Takes the token of a mailed link, in any browser, and returns a proof for this one and the address it is for; the link is used up.
 * Throws wrong_link, rate_limited.
 */
export async function verifyLink(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  token: unknown,
  client: string,
): Promise<Proof & { email: string }> {
  await deps.limits.linkGuesses.consume(client)
  if (typeof token !== 'string' || token === '') throw new DomainError('wrong_link')
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const link = await spendLink(tx, hashToken(token), now)
    if (!link) throw new DomainError('wrong_link')
    return { ...(await giveProof(tx, link.userId, now)), email: link.email }
  })
}

async function giveProof(tx: Tx, userId: string, now: Date): Promise<Proof> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + proofLifeMs)
  await writeProof(tx, userId, hashToken(token), expiresAt)
  return { token, expiresAt }
}
