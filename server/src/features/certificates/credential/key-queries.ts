import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { listLength } from '../rules.ts'

/** Keeps a public key that signs, so that what it has signed can be verified after the next one has taken its place. */
export async function keepKey(on: Executor, id: string, now: Date): Promise<void> {
  await on
    .insertInto('certificate_keys')
    .values({ id, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** All public keys, the newest first. */
export async function findKeys(on: Executor): Promise<string[]> {
  const rows = await on
    .selectFrom('certificate_keys')
    .select('id')
    .orderBy('since', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores what was signed of a certificate, unless it has it, or its account was deleted meanwhile. */
export async function keepCredential(on: Executor, serial: string, credential: string): Promise<void> {
  await sql`
    update certificates set credential = ${credential}
    where serial = ${serial} and credential is null and name <> ''`.execute(on)
}

const ofList = (list: number) => sql`status_index between ${list * listLength} and ${(list + 1) * listLength - 1}`

/** Returns when a list changed last, and how many of its certificates do not count any more; undefined for one without certificates. */
export async function findListState(
  on: Executor,
  list: number,
): Promise<{ changedAt: Date; withdrawn: number } | undefined> {
  const { rows } = await sql<{ begun: Date | null; changed: Date | null; withdrawn: number }>`
    select (select issued_at from certificates where ${ofList(list)} order by status_index limit 1) as begun,
      max(withdrawn_at) as changed, count(*)::int as withdrawn
    from certificates where ${ofList(list)} and withdrawn_at is not null`.execute(on)
  const [{ begun, changed, withdrawn } = { begun: null, changed: null, withdrawn: 0 }] = rows
  return begun === null ? undefined : { changedAt: changed ?? begun, withdrawn }
}

export async function findWithdrawnPlaces(on: Executor, list: number): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    select (status_index - ${list * listLength})::int as place
    from certificates where ${ofList(list)} and withdrawn_at is not null`.execute(on)
  return rows.map(({ place }) => place)
}
