import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, findServerPrograms, startCluster } from '#test/support/services/postgres-cluster.ts'
import { openSource } from './database-source.ts'

/** A free port of this machine. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })

describe.skipIf(!findServerPrograms())('a PostgreSQL server with a certificate of a private authority', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vc-tls-'))
  const at = (name: string): string => join(folder, name)
  let cluster: Cluster
  let port: number
  beforeAll(async () => {
    const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
    for (const name of ['server', 'other'])
      openssl(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=db.example',
        '-addext',
        'subjectAltName=DNS:db.example',
        '-keyout',
        at(`${name}.key`),
        '-out',
        at(`${name}.crt`),
      )
    port = await freePort()
    const read = (name: string) => readFileSync(at(name), 'utf8')
    cluster = await startCluster({ tls: { port, certificate: read('server.crt'), key: read('server.key') } })
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    await admin.query("create database old encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0")
    await admin.query("create database bytes encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0")
    await admin.end()
  })
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true })
  })

  /** Whether the connections that the server would use are encrypted, or the sentence of the error. */
  const tls = async (parameters: string, database = 'postgres'): Promise<boolean | string> => {
    const DATABASE_URL = `postgres://test@127.0.0.1:${port}/${database}${parameters}`
    try {
      const source = await openSource({ DATABASE_URL, DATA_DIR: folder }, () => {})
      const { namesStatements: _, ...settings } = source.settings
      const client = new pg.Client(settings)
      await client.connect()
      const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
      await client.end()
      return rows[0].ssl
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }

  test('sslmode means what it means to psql', async () => {
    const ours = `sslrootcert=${at('server.crt')}`
    const foreign = `sslrootcert=${at('other.crt')}`
    expect(await tls('')).toBe(false)
    for (const mode of ['disable', 'allow']) expect([mode, await tls(`?sslmode=${mode}`)]).toEqual([mode, false])
    for (const mode of ['prefer', 'require']) expect([mode, await tls(`?sslmode=${mode}`)]).toEqual([mode, true])
    for (const mode of ['require', 'verify-ca']) {
      expect([mode, await tls(`?sslmode=${mode}&${ours}`)]).toEqual([mode, true])
      expect(await tls(`?sslmode=${mode}&${foreign}`)).toMatch(/^DATABASE_URL: 127.0.0.1:\d+: its certificate/)
    }
    expect(await tls(`?sslmode=verify-full&${ours}`)).toMatch(/its certificate is for another name/)
  })

  test('what cannot be reached is refused with a sentence', async () => {
    expect(await tls('?sslmode=verify-full')).toMatch(
      /not of an authority that this machine knows: add sslrootcert=FILE/,
    )
    expect(await tls('?sslmode=verify-full&sslrootcert=system')).toMatch(/not of an authority that this machine knows/)
    expect(await tls('?sslmode=verify-ca&sslrootcert=/nowhere/ca.pem')).toBe(
      'DATABASE_URL: sslrootcert names /nowhere/ca.pem, which is not there or cannot be read by this user',
    )
    expect(await tls('', 'none')).toMatch(/the server has no database of that name/)
    const away = { DATABASE_URL: `postgres://test@127.0.0.1:${await freePort()}/c`, DATA_DIR: folder }
    await expect(openSource(away, () => {})).rejects.toThrow(/nothing answers there/)
  })

  test.each(['old', 'bytes'])(
    'a database that cannot keep every text is refused before anything is served: %s',
    async (name) => {
      expect(await tls('', name)).toMatch(
        /the encoding of the database is (LATIN1|SQL_ASCII).*encoding 'UTF8' template template0/,
      )
    },
  )
})
