import type { FeatureDeps } from '../deps.ts'

/** Which of these sessions are neither ended nor expired. */
export async function openSessionsAmong(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where(({ eb, val }) => eb('id', '=', eb.fn.any(val([...sessionIds]))))
    .where('expires_at', '>', clock.now())
    .execute()
  return new Set(rows.map(({ id }) => id))
}
