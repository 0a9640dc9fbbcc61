import { type RawBuilder, sql } from 'kysely'
import type { Db, Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { keyIdOf } from '#core/sealed-text.ts'
import { transact } from '#core/transact.ts'

type Secrets = FeatureDeps['payoutSecrets']

/**
 * Replaces the key's id in payouts whose secret was lost: they cannot be decrypted, and the server no longer asks for the secret at its
 * start.
 */
const lost = 'lost'

/** True for texts that were encrypted with neither secret. */
const isForeign = ({ current, old }: Secrets): RawBuilder<boolean> => {
  const known = [current, old].flatMap((secret) => (secret === null ? [] : [keyIdOf(secret)]))
  return sql<boolean>`split_part(encrypted, '.', 2) not in (${sql.join([...known, lost])})`
}

async function countForeign(on: Executor, secrets: Secrets): Promise<{ keys: string[]; educators: number }> {
  const { rows } = await sql<{ keys: string[] | null; educators: number }>`
    select array_agg(distinct split_part(encrypted, '.', 2)) as keys, count(distinct educator)::int as educators from (
      select user_id as educator, encrypted from payout_accounts where ${isForeign(secrets)}
      union all
      select educator_id, encrypted from payouts where status = 'sent' and ${isForeign(secrets)}
    ) as found`.execute(on)
  return { keys: rows[0]?.keys ?? [], educators: rows[0]?.educators ?? 0 }
}

/**
 * Returns instructions for the operator when the database has bank details that were encrypted with neither secret, otherwise null. `kept`
 * is the content of the secret's file in DATA_DIR, if there is one.
 */
export async function findForeignBankDetails(db: Db, secrets: Secrets, kept?: string): Promise<string | null> {
  const { keys, educators } = await countForeign(db, secrets)
  if (educators === 0) return null
  const whose = `the bank details of ${educators} ${educators === 1 ? 'educator are' : 'educators are'} encrypted with another secret than this one`
  if (kept !== undefined && keys.includes(keyIdOf(kept)))
    return `PAYOUT_SECRET: ${whose}, with that of the file DATA_DIR/payout-secret: set PAYOUT_SECRET to its content, or PAYOUT_SECRET_OLD to change it (docs/runbooks/payouts.md)`
  return `PAYOUT_SECRET: ${whose}: set the previous one, or set it as PAYOUT_SECRET_OLD to change it. If it is lost, see "The secret is lost" in docs/runbooks/payouts.md`
}

/** Deletes the bank details that neither secret decrypts, after the previous secret was lost. Returns the number of educators affected. */
export const deleteForeignBankDetails = (db: Db, secrets: Secrets): Promise<number> =>
  transact(db, async (tx) => {
    const { educators } = await countForeign(tx, secrets)
    await tx.deleteFrom('payout_accounts').where(isForeign(secrets)).execute()
    await tx
      .updateTable('payouts')
      .set({ encrypted: `1.${lost}..` })
      .where('status', '=', 'sent')
      .where(isForeign(secrets))
      .execute()
    return educators
  })
