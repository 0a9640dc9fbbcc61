import type { FeatureDeps } from '../deps.ts'
import { deleteOldCodes, writeCode } from './code-queries.ts'
import { codeMail } from './mails/code-mail.ts'
import { codeLifeMs, codeTries, hashCode, makeCode, markOf } from './one-time-code.ts'
import { findUserByEmail } from './queries.ts'

/** Milliseconds after which nobody waits for a code any more. */
const forgetAfterMs = 3600 * 1000

/**
 * Makes the code of a request and mails it. A repetition makes a new code: the last one mailed is the one that counts. An address
 * without an account gets a code as well, which nobody is told, so that verifying it does the same work and takes the same time.
 * Throws what the mail server says, to be tried again.
 */
export async function deliverCode(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'mail' | 'codeSecret' | 'settings'>,
  asked: { email: string; requestId: string },
): Promise<void> {
  const code = makeCode()
  const written = await writeCode(deps.db, asked, {
    hash: hashCode(deps.codeSecret, asked, code),
    mark: markOf(deps.codeSecret),
    tries: codeTries,
    expiresAt: new Date(deps.clock.now().getTime() + codeLifeMs),
  })
  if (written && (await findUserByEmail(deps.db, asked.email)))
    await deps.mail.send(codeMail(deps.settings.current().siteName, asked.email, code))
}

export async function forgetOldCodes({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deleteOldCodes(db, new Date(now.getTime() - forgetAfterMs), now)
}
