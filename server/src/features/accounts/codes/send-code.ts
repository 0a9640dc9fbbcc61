import type { FeatureDeps } from '#core/feature-deps.ts'
import { consumeIfLeft } from '#core/limits/rate-limits.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { Caller } from '../caller-of.ts'
import { deliverCodeJob } from '../jobs.ts'
import { nextMail } from '../rules.ts'
import { keyOfAllKnown, limitKeyOf } from '../sessions/known-browser.ts'
import { hashToken, newToken } from '../sessions/sessions.ts'
import { deleteRequestOf, insertRequest, lockMailRate, moveWaitingRequest, setMailRate } from './code-queries.ts'

/** Milliseconds after which a request whose mail was due counts as lost. */
const lostAfterMs = 60 * 1000
/** Milliseconds for which the browser keeps its request: the delay of the mail and five minutes. */
const requestLifeMs = 15 * 60 * 1000

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'codeSecret' | 'limits'>

/**
 * Requests a one-time code by mail and replaces the browser's earlier request. Returns the token that binds the request to the browser.
 * The job looks up whether the address has an account, so that this function does the same work in the same time for every address.
 * Throws rate_limited.
 */
export async function sendCode(
  deps: Deps,
  email: string,
  caller: Caller,
  olderToken: string | undefined,
): Promise<{ token: string; expiresAt: Date }> {
  const { codesByClient, codesByClientAndAddress: each } = deps.limits
  const { known } = await limitKeyOf(deps, email, caller)
  // a few times a day; after that known browsers wait like all others
  const first = known && (await consumeIfLeft(each, keyOfAllKnown(email)))
  if (!first) {
    await codesByClient.consume(caller.key)
    await each.consume(`${caller.key} ${email}`)
  }
  const now = deps.clock.now()
  const token = newToken()
  await transact(deps.db, async (tx) => {
    if (olderToken) await deleteRequestOf(tx, hashToken(olderToken))
    await scheduleMail(tx, { email, browserHash: hashToken(token), language: caller.language }, now, first)
  })
  return { token, expiresAt: new Date(now.getTime() + requestLifeMs) }
}

/**
 * Enqueues the mail of a request. With many requests for one address, only the newest waits for the next mail: the owner gets a mail
 * soon even if someone else sent the requests, and its link works in every browser.
 */
async function scheduleMail(
  tx: Tx,
  asked: { email: string; browserHash: Buffer; language: string },
  now: Date,
  first: boolean,
): Promise<void> {
  const freeAt = await lockMailRate(tx, asked.email, now)
  const next = first ? { dueAt: null, freeAt } : nextMail(freeAt, now)
  const lost = new Date(now.getTime() - lostAfterMs)
  if (next.dueAt && (await moveWaitingRequest(tx, asked, lost))) return
  const requestId = newId()
  await insertRequest(tx, requestId, { asked, now, dueAt: next.dueAt })
  await setMailRate(tx, asked.email, next.freeAt)
  const delaySeconds = next.dueAt ? Math.ceil((next.dueAt.getTime() - now.getTime()) / 1000) : undefined
  const { email, language } = asked
  tx.enqueue(deliverCodeJob, { email, requestId, language }, delaySeconds === undefined ? {} : { delaySeconds })
}
