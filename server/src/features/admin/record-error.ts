import type { ErrorReport } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { safeErrorMessage } from './rules.ts'

/** A broken part may fail thousands of times a minute; the first few tell all. */
const mostInMinute = 60
const keepDays = 30
const keepMost = 2000

/**
 * Writes faults of ours down for the admins' overview: what failed where, without what was sent. It never throws and no one
 * waits for it; what cannot be written stands in the log.
 */
export function errorRecorder({
  db,
  clock,
  log,
}: Pick<FeatureDeps, 'db' | 'clock' | 'log'>): (fault: ErrorReport) => void {
  let minute = 0
  let count = 0
  return ({ error, requestId, method, path }) => {
    const at = clock.now()
    const now = Math.floor(at.getTime() / 60_000)
    if (now !== minute) [minute, count] = [now, 0]
    if (++count > mostInMinute) return
    db.insertInto('error_events')
      .values({
        id: newId(),
        at,
        request_id: requestId,
        method,
        path: path.slice(0, 200),
        message: safeErrorMessage(error),
      })
      .execute()
      .catch(() => log.warn({ requestId }, 'a fault could not be written down for the overview'))
  }
}

/** Forgets faults after a month, and all but the newest where there were many. */
export async function trimErrors({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keepDays * 24 * 3600 * 1000)
  await db.deleteFrom('error_events').where('at', '<', before).execute()
  const last = await db
    .selectFrom('error_events')
    .select('at')
    .orderBy('at', 'desc')
    .offset(keepMost)
    .limit(1)
    .executeTakeFirst()
  if (last) await db.deleteFrom('error_events').where('at', '<=', last.at).execute()
}
