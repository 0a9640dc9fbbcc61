import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import { sandboxStore } from '#app/database-stores.ts'
import type { Db } from '#core/executor.ts'
import type { Payments } from '#ports/payments.ts'

type Keys = { keyId: string; keySecret: string; webhookSecret: string }

/** The sandbox of a database, whose webhooks are all lost. */
export const quietSandbox = (db: Db, keys: Keys): Payments =>
  sandboxPayments({ ...keys, store: sandboxStore(db), deliver: async () => 200, log: () => {} })
