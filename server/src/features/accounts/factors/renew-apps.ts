import { sql } from 'kysely'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { currentPrefix, keyIdOf } from '#core/sealed-text.ts'
import { type Tx, transact } from '#core/transact.ts'
import { openSecret, sealSecret } from './authenticator-app.ts'
import { noteFactors } from './factor-queries.ts'

/** Number of rows that are encrypted again in a transaction. */
const atOnce = 200

type Secrets = FeatureDeps['payoutSecrets']

const lockOlder = (tx: Tx, prefix: string, after: string) =>
  tx
    .selectFrom('authenticator_apps')
    .select(['user_id', 'encrypted'])
    .where('encrypted', 'not like', `${prefix}%`)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(atOnce)
    .forUpdate()
    .execute()

/** Encrypts secrets of authenticator apps that an older secret has encrypted with the present one. Those that wait are left to expire. */
export async function renewApps({ db, payoutSecrets }: Pick<FeatureDeps, 'db' | 'payoutSecrets'>): Promise<void> {
  const prefix = currentPrefix(payoutSecrets)
  let after: string | undefined = ''
  while (after !== undefined) {
    const from: string = after
    after = await transact(db, async (tx) => {
      const rows = await lockOlder(tx, prefix, from)
      for (const { user_id: userId, encrypted } of rows) {
        const secret = encrypted && openSecret({ payoutSecrets }, userId, encrypted)
        if (!secret) continue
        const renewed = sealSecret({ payoutSecrets }, userId, secret)
        await tx.updateTable('authenticator_apps').set({ encrypted: renewed }).where('user_id', '=', userId).execute()
      }
      return rows.at(-1)?.user_id
    })
  }
}

const isForeign = ({ current, old }: Secrets) => {
  const known = [current, old].flatMap((secret) => (secret === null ? [] : [keyIdOf(secret)]))
  return sql<boolean>`encrypted is not null and split_part(encrypted, '.', 2) not in (${sql.join(known)})`
}

/** Returns what to do where the database has authenticator apps that neither secret has encrypted, null where there are none. */
export async function findForeignApps(db: Db, secrets: Secrets): Promise<string | null> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from authenticator_apps where ${isForeign(secrets)}`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) return null
  return `PAYOUT_SECRET: the authenticator apps of ${count} ${count === 1 ? 'account are' : 'accounts are'} encrypted with another secret than this one: set the previous one, or set it as PAYOUT_SECRET_OLD to change it. If it is lost, see "The secret is lost" in docs/runbooks/payouts.md`
}

/** Removes the authenticator apps that neither secret decrypts, after the previous secret was lost. Returns of how many accounts. */
export const deleteForeignApps = (db: Db, secrets: Secrets): Promise<number> =>
  transact(db, async (tx) => {
    const deleted = await tx.deleteFrom('authenticator_apps').where(isForeign(secrets)).returning('user_id').execute()
    for (const { user_id: userId } of deleted) await noteFactors(tx, userId, new Date())
    return deleted.length
  })
