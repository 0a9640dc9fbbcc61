import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { encryptBankDetails } from '#features/payouts/bank/bank-cipher.ts'
import { deleteForeignBankDetails } from '#features/payouts/index.ts'
import { bankDetails } from '#test/support/sales/payout-world.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { openPayoutSecrets, requireMedia } from './kept-data.ts'

const secret = (name: string): string => name.repeat(32).slice(0, 32)
let source: TestDatabase
let database: OpenDatabase
let dataDir: string
beforeAll(async () => {
  source = await openTestDatabase()
  database = openDatabase(source.settings, () => {})
})
afterAll(async () => {
  await database.close()
  await source.close()
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vc-secrets-'))
})
afterEach(async () => {
  rmSync(dataDir, { recursive: true })
  for (const table of ['payout_accounts', 'images', 'users'])
    await sql`delete from ${sql.table(table)}`.execute(database.db)
})

const kept = () => join(dataDir, 'payout-secret')
const open = (
  config: { PAYOUT_SECRET?: string; PAYOUT_SECRET_OLD?: string } = {},
  purpose: 'serve' | 'restore' = 'serve',
) => openPayoutSecrets(config, dataDir, database.db, purpose)

/** An educator whose bank details are encrypted with a secret. */
async function educatorWith(current: string, id = 'meera'): Promise<void> {
  const details = { holder: 'Meera', accountNumber: '998877665544', ifsc: bankDetails.ifsc }
  const encrypted = encryptBankDetails({ current, old: null }, id, details)
  await sql`insert into users (id, name, email, role, created_at) values (${id}, 'Meera', ${`${id}@x.example`}, 'educator', now())`.execute(
    database.db,
  )
  await sql`insert into payout_accounts (user_id, encrypted, last4, holder_hint, changed_at) values (${id}, ${encrypted}, '5544', 'M', now())`.execute(
    database.db,
  )
}

describe('the secret of bank details', () => {
  test('is made by the first start, and kept', async () => {
    const { current } = await open()
    expect(readFileSync(kept(), 'utf8').trim()).toBe(current)
    await educatorWith(current)
    expect((await open()).current).toBe(current)
  })

  test('is never made beside bank details of another one, whose start is refused', async () => {
    await educatorWith(secret('a'))
    await educatorWith(secret('a'), 'zoe')
    await expect(open()).rejects.toThrow(
      /^PAYOUT_SECRET: the bank details of 2 educators are encrypted with another secret/,
    )
    expect(existsSync(kept())).toBe(false)
    await expect(open({ PAYOUT_SECRET: secret('b') })).rejects.toThrow(/set the previous one/)
    expect((await open({ PAYOUT_SECRET: secret('a') })).current).toBe(secret('a'))
    expect((await open({ PAYOUT_SECRET: secret('b'), PAYOUT_SECRET_OLD: secret('a') })).old).toBe(secret('a'))
    expect((await open({}, 'restore')).current).toHaveLength(64)
    expect(existsSync(kept())).toBe(false)
  })

  test('is named where it lies in DATA_DIR', async () => {
    writeFileSync(kept(), `${secret('a')}\n`)
    await educatorWith(secret('a'))
    await expect(open({ PAYOUT_SECRET: secret('b') })).rejects.toThrow(
      `with that of the file ${kept()}: set PAYOUT_SECRET to its content`,
    )
    expect((await open()).current).toBe(secret('a'))
  })

  test('may be lost: then bank details are forgotten by command, and the start goes on', async () => {
    await educatorWith(secret('a'))
    await educatorWith(secret('b'), 'zoe')
    const secrets = { current: secret('b'), old: null }
    expect(await deleteForeignBankDetails(database.db, secrets)).toBe(1)
    expect((await open({ PAYOUT_SECRET: secret('b') })).current).toBe(secret('b'))
    const { rows } = await sql<{ id: string }>`select user_id as id from payout_accounts`.execute(database.db)
    expect(rows).toEqual([{ id: 'zoe' }])
  })
})

test('a folder without media is another one than that of a database with media', async () => {
  const require = (changes = {}) => requireMedia({ STORAGE: 'disk', ROLE: 'web', ...changes }, dataDir, database.db)
  await require()
  await sql`insert into images (id, width, height, created_at) values ('photo', 1, 2, now())`.execute(database.db)
  await expect(require()).rejects.toThrow(
    `DATA_DIR: the database names pictures or videos, and ${dataDir}/media does not exist`,
  )
  await require({ STORAGE: 's3' })
  await require({ ROLE: 'search' })
  mkdirSync(join(dataDir, 'media'))
  await require()
})
