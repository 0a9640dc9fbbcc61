import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { copyDatabase } from '@virtual-courses/embedded-postgres/copies'
import type { EmbeddedDatabase } from '@virtual-courses/embedded-postgres/start'
import { startEmbedded } from '@virtual-courses/embedded-postgres/start'
import pg from 'pg'
import type { Config } from '#app/config/config.ts'
import { embeddedFolder, nameDatabase, reach } from '#app/config/database-source.ts'
import { isInUse, requireDatabase, runCommand } from './with-deps.ts'

/** Limit of a query: people try what takes long. */
const queryLimitMs = 10 * 60_000

/** How psql and the driver reach the database: variables of libpq, and the same for `pg`. */
type Address = { env: NodeJS.ProcessEnv; target: string[]; settings: pg.ClientConfig }

await runCommand(async (config) => {
  requireDatabase(config)
  const given = process.argv.slice(2)
  if (config.DATABASE_URL) {
    const connectionString = await reach(config)
    console.log(`This is ${nameDatabase(config)}.`)
    return ask(serverAddress(config, connectionString), given)
  }
  await withEmbedded(config, (address) => ask(address, given))
})

/** The password is no argument of psql: other users of the machine can see those. */
function serverAddress(config: Config, connectionString: string): Address {
  const url = new URL(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? '')
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  url.searchParams.delete('password')
  return { env: password ? { PGPASSWORD: password } : {}, target: [url.href], settings: { connectionString } }
}

/**
 * The embedded database has one session, which a running server keeps: a second one would wait without a word. So the shell takes the
 * database for itself while no server runs, and otherwise opens a copy of it.
 */
async function withEmbedded(config: Config, work: (address: Address) => Promise<void>): Promise<void> {
  const folder = embeddedFolder(config)
  const open = (dataDir: string) => startEmbedded({ dataDir, log: () => {}, queryLimitMs })
  const own = await open(folder).catch((error: unknown) => {
    if (isInUse(error)) return null
    throw error
  })
  if (own) {
    console.log(`This is ${nameDatabase(config)}. A server cannot start on it before you leave (\\q).`)
    return work(embeddedAddress(own)).finally(() => own.close())
  }
  console.log('A server is running on the embedded database and keeps its only session: copying its files ...')
  const copy = await copyDatabase(folder)
  try {
    const database = await open(copy.dataDir)
    console.log('This is a COPY of the database as it is now. What you change here is gone when you leave (\\q);')
    console.log('to change the database itself, stop the server first.')
    await work(embeddedAddress(database)).finally(() => database.close())
  } finally {
    await copy.remove()
  }
}

function embeddedAddress({ connection }: EmbeddedDatabase): Address {
  const { host, port, user, database, password } = connection
  const env = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database, PGSSLMODE: 'disable' }
  return { env: { ...env, ...(password && { PGPASSWORD: password }) }, target: [], settings: connection }
}

/** Runs psql, or where it is not installed a prompt of its own. */
async function ask({ env, target, settings }: Address, given: string[]): Promise<void> {
  // Ctrl+C is for the query, not for this process, which has the database open.
  process.on('SIGINT', () => {})
  const psql = spawn('psql', [...target, ...given], { stdio: 'inherit', env: { ...process.env, ...env } })
  const code = await once(psql, 'exit').then(
    ([status]) => Number(status ?? 1),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
  if (code === null) await prompt(settings, given)
  else process.exitCode = code
}

/** Reads statements up to a semicolon from the terminal, or from what is piped into the command, and prints their rows. */
async function prompt(settings: pg.ClientConfig, given: string[]): Promise<void> {
  const [flag, text] = given
  if (given.length > 0 && (flag !== '-c' || text === undefined || given.length > 2))
    throw new Error('psql is not installed: without it the only argument is -c "STATEMENT"')
  const client = new pg.Client(settings)
  client.on('error', () => {})
  await client.connect()
  try {
    if (text !== undefined) {
      if (!(await print(client, text))) process.exitCode = 1
      return
    }
    console.log('psql is not installed; this is a plain prompt. End statements with ";", and leave with \\q.')
    const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '=> ' })
    let statement = ''
    let isOpen = true
    lines.once('close', () => {
      isOpen = false
    })
    lines.prompt()
    for await (const line of lines) {
      if (line.trim() === '\\q') break
      statement += `${line}\n`
      if (line.trimEnd().endsWith(';')) {
        await print(client, statement)
        statement = ''
      }
      lines.setPrompt(statement.trim() === '' ? '=> ' : '-> ')
      if (isOpen) lines.prompt() // piped lines arrive after its end
    }
    lines.close()
  } finally {
    await client.end()
  }
}

/** Returns whether the statements succeeded. */
async function print(client: pg.Client, text: string): Promise<boolean> {
  try {
    for (const { command, fields, rows, rowCount } of [await client.query(text)].flat()) {
      if (fields.length > 0) console.table(rows)
      console.log(`${command}${rowCount === null ? '' : ` ${rowCount}`}`)
    }
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}
