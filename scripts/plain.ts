import { startCluster } from '../server/test/support/services/postgres-cluster.ts'

/**
 * What `PLAIN=1` switches off: each part that is unusual and stays for what it buys. The README beside the part says what that is. The
 * embedded PostgreSQL is switched off by the address of a server.
 */
const switches = { SQL_RATE_LIMITS: 'off', SCHEMA_FREE_CONTRACT: 'off', PRECOMPRESS: 'off' }

/**
 * With `PLAIN=1`: switches the unusual parts off for the programs that this one starts, and starts a PostgreSQL server, whose address
 * the end-to-end tests get. Returns what ends it.
 */
export async function goPlain(): Promise<() => Promise<void>> {
  if (process.env.PLAIN !== '1') return async () => {}
  const cluster = await startCluster()
  Object.assign(process.env, switches, { E2E_DATABASE_URL: cluster.url('postgres') })
  console.log(`Plain: ${Object.keys(switches).join(', ')} are off, and the database is a PostgreSQL server.`)
  return cluster.stop
}
