/**
 * What `PLAIN=1` switches off: each part that is unusual and stays for what it buys. The README beside the part says what that is. The
 * embedded PostgreSQL is switched off by the address of a server, see `e2e.ts`.
 */
const switches = { SQL_RATE_LIMITS: 'off', SCHEMA_FREE_CONTRACT: 'off', PRECOMPRESS: 'off' }

export const isPlain = process.env.PLAIN === '1'

/** With `PLAIN=1`: switches the unusual parts off for the programs that this one starts. */
export function goPlain(): void {
  if (!isPlain) return
  Object.assign(process.env, switches)
  console.log(`Plain: ${Object.keys(switches).join(', ')} are off.`)
}
