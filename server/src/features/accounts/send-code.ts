import { transact } from '#db/executor.ts'
import { newId } from '#db/new-id.ts'
import type { FeatureDeps } from '../deps.ts'
import { replaceRequest } from './code-queries.ts'
import { deliverCodeJob } from './job-kinds.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'enqueue' | 'limits'>

/**
 * Asks for a one-time code by mail, in place of an older one. Whether the address has an account is looked up later, by the job:
 * what happens here, and how long it takes, is the same for every address. Throws rate_limited.
 */
export async function sendCode(deps: Deps, email: string, client: string): Promise<void> {
  await deps.limits.codesByClient.consume(client)
  await deps.limits.codesByAddress.consume(email)
  const requestId = newId()
  await transact(deps.db, async (tx) => {
    await replaceRequest(tx, email, requestId, deps.clock.now())
    await deps.enqueue(tx, deliverCodeJob, { email, requestId })
  })
}
