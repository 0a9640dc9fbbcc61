import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import type { TestDatabase } from './test-database.ts'

/** A network between applications and their database that can be cut and repaired. */
export type DatabaseLine = { port: number; cut(): void; repair(): void; close(): void }

export async function openDatabaseLine(to: pg.PoolConfig): Promise<DatabaseLine> {
  const parsed = new pg.Client(to)
  const target = parsed.host.startsWith('/')
    ? { path: `${parsed.host}/.s.PGSQL.${parsed.port}` }
    : { host: parsed.host, port: parsed.port }
  const open = new Set<Socket>()
  let whole = true
  const server: Server = createServer((client) => {
    if (!whole) return client.destroy()
    const other = connect(target)
    for (const socket of [client, other]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        open.delete(socket)
        client.destroy()
        other.destroy()
      })
    }
    client.pipe(other).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    port,
    cut() {
      whole = false
      for (const socket of open) socket.destroy()
    },
    repair() {
      whole = true
    },
    close: () => void server.close(),
  }
}

/** An application whose connections to a database run over a port, with more settings of its pool. */
export function openAppOver(
  source: TestDatabase,
  pool: pg.PoolConfig,
  options: Omit<NonNullable<Parameters<typeof createTestApp>[0]>, 'beside'> = {},
): Promise<TestApp> {
  const url = new URL(source.url ?? '')
  const { user, database } = new pg.Client(source.settings)
  const settings = { ...pool, user: url.username || user, database, ...(url.password && { password: url.password }) }
  return createTestApp({ ...options, beside: { ...source, settings, close: async () => {} } })
}
