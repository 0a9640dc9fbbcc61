import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { Caller } from '../caller-of.ts'
import { lockAccountOf } from '../queries.ts'
import { keyOfAllKnown, limitKeyOf } from '../sessions/known-browser.ts'
import { hashToken, newToken } from '../sessions/sessions.ts'
import { consumeLink, consumeTry, deleteRequest, findLink, replaceVerificationToken } from './code-queries.ts'
import { hashCode, keyIdOf, readCode, sameHash } from './one-time-code.ts'

/** Milliseconds in which a verified browser may set a password (decisions, section 1). */
const verificationTokenLifeMs = 10 * 60 * 1000

const codesClosed = msg`Too many wrong codes were tried for this email address today. Please use the link in the mail instead: it works in any browser.`

export type IssuedToken = { token: string; expiresAt: Date }

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret' | 'limits' | 'log'>
/** `token` is that of the browser's request. */
type Typed = { email: string; code: unknown; token: string | undefined }

/**
 * Verifies the mailed code in the browser that requested it, consumes it and returns a verification token for this browser. Input that
 * has not the form of a code, and a browser without a request, are refused like a wrong code but use no try. Throws wrong_code,
 * rate_limited.
 */
export async function verifyCode(
  deps: Deps,
  { email, code: typed, token }: Typed,
  caller: Caller,
): Promise<IssuedToken> {
  const { key, known } = await limitKeyOf(deps, email, caller)
  await deps.limits.codeGuesses.consume(key)
  const code = readCode(typed)
  if (code === null) throw new DomainError('wrong_code')
  // Many clients together could guess four digits. Browsers that the account knows are not limited by others' guesses.
  const guessed = known ? keyOfAllKnown(email) : email
  const restore = await consumeAll([[deps.limits.wrongCodes, guessed, codesClosed]])
  // The error is thrown after the transaction, because the used try must be committed.
  const outcome = await transact(deps.db, (tx) =>
    redeem(deps, tx, { email, code, browserHash: hashToken(token ?? '') }),
  )
  if (outcome !== 'wrong') await restore()
  if (typeof outcome === 'string') throw new DomainError('wrong_code')
  return outcome
}

/** Returns "none" when there is no valid code to compare with. */
async function redeem(
  deps: Deps,
  tx: Tx,
  { code, ...asked }: { email: string; code: string; browserHash: Buffer },
): Promise<IssuedToken | 'wrong' | 'none'> {
  const now = deps.clock.now()
  const userId = await lockAccountOf(tx, asked.email)
  const kept = await consumeTry(tx, asked, now)
  if (!kept?.hash) return 'none'
  if (kept.keyId !== keyIdOf(deps.codeSecret)) {
    deps.log.error(
      'a one-time code was made with another secret: processes that share a database need one DATA_DIR, or the same CODE_SECRET',
    )
  }
  const { email } = asked
  const right = sameHash(kept.hash, hashCode(deps.codeSecret, { email, requestId: kept.requestId }, code))
  if (!right || userId === undefined) return 'wrong'
  await deleteRequest(tx, kept.requestId)
  return issueVerificationToken(tx, userId, now)
}

/**
 * Verifies the token of a mailed link in any browser, consumes the link and returns a verification token for this browser and the
 * address. Throws wrong_link, rate_limited.
 */
export async function verifyLink(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  token: unknown,
  client: string,
): Promise<IssuedToken & { email: string }> {
  await deps.limits.linkGuesses.consume(client)
  if (typeof token !== 'string' || token === '') throw new DomainError('wrong_link')
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const tokenHash = hashToken(token)
    const link = await findLink(tx, tokenHash, now)
    const isThere = link && (await lockAccountOf(tx, link.email)) === link.userId
    if (!isThere || !(await consumeLink(tx, tokenHash))) throw new DomainError('wrong_link')
    return { ...(await issueVerificationToken(tx, link.userId, now)), email: link.email }
  })
}

async function issueVerificationToken(tx: Tx, userId: string, now: Date): Promise<IssuedToken> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + verificationTokenLifeMs)
  await replaceVerificationToken(tx, userId, hashToken(token), expiresAt)
  return { token, expiresAt }
}
