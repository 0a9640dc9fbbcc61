import type { ErrorReport } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { deleteErrors, insertError } from './overview-queries.ts'
import { safeErrorMessage } from './rules.ts'

/** Maximum number of recorded errors in a minute; a broken part may fail thousands of times, and the first errors explain it. */
const maxPerMinute = 60
const keepDays = 30
const keepMost = 2000

/**
 * Returns a function that stores unexpected errors for the admins' overview: what failed where, without the input. It does not throw,
 * and callers do not wait for it; an error that cannot be stored is logged.
 */
export function errorRecorder({
  db,
  clock,
  log,
}: Pick<FeatureDeps, 'db' | 'clock' | 'log'>): (report: ErrorReport) => void {
  let minute = 0
  let count = 0
  return ({ error, requestId, method, path }) => {
    const at = clock.now()
    const now = Math.floor(at.getTime() / 60_000)
    if (now !== minute) [minute, count] = [now, 0]
    if (++count > maxPerMinute) return
    const message = safeErrorMessage(error)
    insertError(db, { id: newId(), at, request_id: requestId, method, path: path.slice(0, 200), message }).catch(() =>
      log.warn({ requestId }, 'an error could not be stored for the overview'),
    )
  }
}

export const deleteOldErrors = ({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> =>
  deleteErrors(db, new Date(clock.now().getTime() - keepDays * 24 * 3600 * 1000), keepMost)
