import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inAll, isWhole } from './support/in-all.ts'
import { programEnv } from './support/program-env.ts'
import { copyTemplate } from './support/services/test-database.ts'

/** What an operator does by hand at night, beside a service whose settings are in a file. */
const root = mkdtempSync(join(tmpdir(), 'vc-operator-'))
const dataDir = join(root, 'data')
const settings = join(root, 'courses.env')
const running: ChildProcess[] = []
beforeAll(async () => {
  mkdirSync(dataDir)
  await copyTemplate(dataDir)
  const database = await startEmbedded({
    dataDir: join(dataDir, 'database'),
    log: () => {},
    testing: { durable: false },
  })
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(
    `insert into users (id, name, email, role, created_at) values ('meera', 'Meera', 'meera@x.example', 'educator', now())`,
  )
  await client.query(
    `insert into payout_accounts (user_id, encrypted, last4, holder_hint, changed_at) values ('meera', '1.0a1b2c3d.x.y', '5544', 'M', now())`,
  )
  await client.end()
  await database.close()
  const lines = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PAYOUT_SECRET: '9d2f6b1c83a7e05f9d2f6b1c83a7e05f',
    PUBLIC_URL: 'https://courses.test.example',
    RAZORPAY_KEY_ID: 'rzp_live_4f7a1c9d2e',
    RAZORPAY_KEY_SECRET: 'b81d5f0c9e3a47',
    RAZORPAY_WEBHOOK_SECRET: '6c20e9d7f1b853',
    ROLE: 'worker',
    PORT: '0',
  }
  writeFileSync(
    settings,
    Object.entries(lines)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  )
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

async function run(env: Record<string, string>, program: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src', program), ...args], {
    env: { ...programEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const [said, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, said, complaint }
}

test('commands without the settings of the service create no database, and say so', async () => {
  const elsewhere = join(root, 'elsewhere')
  const env = { ENV_FILE: '/dev/null', DATA_DIR: elsewhere }
  const sentence = /There is no (embedded )?database in .*elsewhere\/database: .*(ENV_FILE|DATA_DIR)/
  // each is a process of two seconds, and opens its database by the same function
  const always = [['cli/backup.ts', join(root, 'backup-of-nothing')]] as const
  const more = [
    ['cli/open-shell.ts', '-cselect 1'],
    ['cli/invite-admin.ts', 'head@test.example'],
    ['cli/check-media.ts', '--dry-run'],
  ] as const
  for (const [program, argument] of inAll<readonly [string, string]>(always, more)) {
    const { code, complaint, said } = await run(env, program, argument)
    expect([program, code, complaint]).toEqual([program, 1, expect.stringMatching(sentence)])
    expect(said).not.toContain('admin-invitation')
  }
  expect(existsSync(elsewhere)).toBe(false)
  expect(readdirSync(root).filter((name) => name.includes('backup'))).toEqual([])
})

test('commands take the settings of the service from its file, and name what they work on', async () => {
  const folder = join(root, 'backups', 'first')
  const { code, said, complaint } = await run({ ENV_FILE: settings }, 'cli/backup.ts', folder)
  expect([code, complaint]).toEqual([0, ''])
  expect(said).toContain(`Settings: ${settings} and the environment.`)
  expect(said).toContain(`Backing up the embedded database in ${join(dataDir, 'database')}.`)
  expect(said).toMatch(/Backed up 1 account, 0 courses and 0 orders: \d+ rows of/)
})

describe('the shell of the database', () => {
  const accounts = ['cli/open-shell.ts', '-c', 'select email from users'] as const

  test('is on the embedded database while no server runs, with psql or without', async () => {
    for (const env of inAll<Record<string, string>>([{}], [{ PATH: root }])) {
      const { code, said } = await run({ ENV_FILE: settings, ...env }, ...accounts)
      expect([code, said]).toEqual([0, expect.stringContaining('meera@x.example')])
      expect(said).toContain('A server cannot start on it before you leave')
      expect(said).not.toContain('COPY')
    }
  })

  test.skipIf(!isWhole)('is on a copy while a server keeps the only session, and says so', async () => {
    const database = await startEmbedded({
      dataDir: join(dataDir, 'database'),
      log: () => {},
      testing: { durable: false },
    })
    const client = new pg.Client(database.connection)
    await client.connect()
    const changed = await run(
      { ENV_FILE: settings, PATH: root },
      'cli/open-shell.ts',
      '-c',
      "update users set name = 'X'",
    )
    expect([changed.code, changed.said]).toEqual([0, expect.stringMatching(/COPY.*stop the server first.*UPDATE 1/s)])
    expect((await client.query('select name from users')).rows).toEqual([{ name: 'Meera' }])
    await client.end()
    await database.close()
    expect(readdirSync(join(dataDir, 'database')).filter((name) => name.startsWith('copy-'))).toEqual([])
  })

  test.skipIf(!isWhole)('fails with a statement that fails', async () => {
    const { code, complaint } = await run({ ENV_FILE: settings, PATH: root }, 'cli/open-shell.ts', '-c', 'select nope')
    expect([code, complaint]).toEqual([1, expect.stringContaining('column "nope" does not exist')])
  })
})

test.skipIf(!isWhole)('bank details of another secret stop commands and the start, and nothing is served', async () => {
  const start = await run({ ENV_FILE: settings }, 'main.ts')
  const command = await run({ ENV_FILE: settings }, 'cli/invite-admin.ts', 'head@test.example')
  for (const { code, complaint } of [start, command]) {
    expect(code).toBe(1)
    expect(complaint).toMatch(/PAYOUT_SECRET: the bank details of 1 educator are encrypted with another secret/)
  }
  expect(existsSync(join(dataDir, 'payout-secret'))).toBe(false)
})
