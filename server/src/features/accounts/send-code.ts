import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { Caller } from './caller-of.ts'
import { dropRequestOf, insertRequest, lockMailRate, setMailRate, takeWaitingRequest } from './code-queries.ts'
import { deliverCodeJob } from './job-kinds.ts'
import { limitKeyOf } from './known-browser.ts'
import { nextMail } from './rules.ts'
import { hashToken, newToken } from './sessions.ts'

/** Milliseconds after which a request whose mail was due is taken for lost. */
const lostAfterMs = 60 * 1000
/** Milliseconds for which a browser may come back with the code: until it was mailed, and five minutes. */
const requestLifeMs = 15 * 60 * 1000

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret' | 'limits'>

/**
 * Asks for a one-time code by mail, in place of the one that this browser asked for before. Returns the token that ties the request to
 * the browser. Whether the address has an account is looked up later, by the job: what happens here, and how long it takes, is the same
 * for every address. Throws rate_limited.
 */
export async function sendCode(
  deps: Deps,
  email: string,
  caller: Caller,
  olderToken: string | undefined,
): Promise<{ token: string; expiresAt: Date }> {
  const { key, known } = await limitKeyOf(deps, email, caller)
  if (!known) await deps.limits.codesByClient.consume(key)
  await deps.limits.codesByClientAndAddress.consume(`${key} ${email}`)
  const now = deps.clock.now()
  const token = newToken()
  await transact(deps.db, async (tx) => {
    if (olderToken) await dropRequestOf(tx, hashToken(olderToken))
    await promiseMail(tx, { email, browserHash: hashToken(token) }, now, known)
  })
  return { token, expiresAt: new Date(now.getTime() + requestLifeMs) }
}

/**
 * Puts a mail down for the request. When many ask for one address, only the newest request waits for its next mail: the owner gets one
 * soon, anyone who asked, and its link works in every browser.
 */
async function promiseMail(
  tx: Tx,
  asked: { email: string; browserHash: Buffer },
  now: Date,
  known: boolean,
): Promise<void> {
  const freeAt = await lockMailRate(tx, asked.email, now)
  const next = known ? { dueAt: null, freeAt } : nextMail(freeAt, now)
  const lost = new Date(now.getTime() - lostAfterMs)
  if (next.dueAt && (await takeWaitingRequest(tx, asked, lost))) return
  const requestId = newId()
  await insertRequest(tx, requestId, asked, now, next.dueAt)
  await setMailRate(tx, asked.email, next.freeAt)
  const delaySeconds = next.dueAt ? Math.ceil((next.dueAt.getTime() - now.getTime()) / 1000) : undefined
  tx.enqueue(deliverCodeJob, { email: asked.email, requestId }, delaySeconds === undefined ? {} : { delaySeconds })
}
