import type { AdminOverview } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { rupeesOf } from '../courses/index.ts'
import { countJobs, findDays, findErrors, findTotals } from './overview-queries.ts'

const shownDays = 30
const shownErrors = 20

/** Returns totals, recent errors, and the figures of each of the last 30 days in the platform's time zone. */
export async function getOverview({
  db,
  clock,
  config,
}: Pick<FeatureDeps, 'db' | 'clock' | 'config'>): Promise<AdminOverview> {
  const [totals, jobs, errors, days] = await Promise.all([
    findTotals(db),
    countJobs(db),
    findErrors(db, shownErrors),
    findDays(db, clock.now(), config.TIME_ZONE, shownDays),
  ])
  return {
    users: {
      student: totals.students,
      educator: totals.educators,
      admin: totals.admins,
      suspended: totals.suspended,
    },
    courses: { published: totals.published, draft: totals.drafts, unlisted: totals.unlisted },
    enrolments: totals.enrolments,
    revenue: rupeesOf(Number(totals.revenue_paise)),
    jobs,
    storage: { videos: totals.videos, pictures: totals.pictures, videoBytes: Number(totals.video_bytes) },
    errors: errors.map(({ at, request_id, method, path, message }) => ({
      at: at.toISOString(),
      requestId: request_id,
      method,
      path,
      message,
    })),
    days: days.map((row) => ({
      day: row.day,
      enrolments: row.enrolments,
      revenue: rupeesOf(Number(row.revenue_paise)),
    })),
  }
}
