import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findForeignApps } from '#features/accounts/index.ts'
import { findForeignBankDetails } from '#features/payouts/index.ts'
import { ConfigError } from './config.ts'
import { readOrCreate } from './secrets.ts'

type PayoutConfig = { PAYOUT_SECRET?: string | undefined; PAYOUT_SECRET_OLD?: string | undefined }

/** A secret that no start makes beside old data, and that no restore makes at all. */
const makeSecret = (): string => randomBytes(32).toString('hex')

/**
 * Returns the secrets of bank details: those of the configuration, or the one that the first start has written into DATA_DIR. Throws
 * ConfigError where the database has bank details of another secret: they could not be read, and a new secret would hide that.
 */
export async function openPayoutSecrets(
  config: PayoutConfig,
  dataDir: string,
  db: Db,
  purpose: 'serve' | 'command' | 'restore',
): Promise<FeatureDeps['payoutSecrets']> {
  const file = join(dataDir, 'payout-secret')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  const secrets = {
    current: config.PAYOUT_SECRET ?? kept ?? makeSecret(),
    old: config.PAYOUT_SECRET_OLD ?? null,
  }
  if (purpose !== 'restore') {
    const fault = (await findForeignBankDetails(db, secrets, kept)) ?? (await findForeignApps(db, secrets))
    if (fault !== null) throw new ConfigError(fault.replaceAll('DATA_DIR', dataDir))
  }
  const made = config.PAYOUT_SECRET === undefined && kept === undefined && purpose === 'serve'
  return made ? { ...secrets, current: readOrCreate(file, () => `${secrets.current}\n`).trim() } : secrets
}

/**
 * Throws ConfigError where rows name media and the folder of media does not exist: that is another DATA_DIR than the one of the site,
 * and every picture would be missing.
 */
export async function requireMedia(
  config: { STORAGE: 'disk' | 's3'; ROLE: string },
  dataDir: string,
  db: Db,
): Promise<void> {
  const folder = join(dataDir, 'media')
  if (config.STORAGE !== 'disk' || config.ROLE === 'search' || existsSync(folder)) return
  const { rows } = await sql<{
    some: boolean
  }>`select exists (select from videos) or exists (select from images) as some`.execute(db)
  if (rows[0]?.some)
    throw new ConfigError(
      `DATA_DIR: the database names pictures or videos, and ${folder} does not exist: set DATA_DIR to the folder of the site, or restore its media there. If they are lost, create ${folder}.`,
    )
}
