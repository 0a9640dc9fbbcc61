import { AdminOverview } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, enqueue, noData } from '#core/jobs.ts'
import { rupeesOf } from '../courses/index.ts'
import { findSales } from '../sales/index.ts'
import { countJobs, findErrors, findStoredFigures, findTotals, storeFigures } from './overview-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config'>

const shownDays = 30
const shownErrors = 20
/** Age in milliseconds from which stored figures are counted again when an admin reads them. */
const freshMs = 60_000

/** Everything of the overview that grows with the site to count. */
const Figures = AdminOverview.omit({ errors: true })
type Figures = ReturnType<typeof Figures.parse>

/** Counts the figures of a large site again. Runs every ten minutes, and when an admin has read old ones. */
export const countFiguresJob = defineJob({ name: 'count-site-figures', data: noData, retries: 0, retrySeconds: 60 })

/** Counts the totals, and the enrolments and revenue of each of the last 30 days in the platform's time zone. */
async function countFigures({ db, clock, config }: Deps): Promise<Figures> {
  const now = clock.now()
  const [totals, jobs, days] = await Promise.all([
    findTotals(db),
    countJobs(db),
    findSales(db, { now, zone: config.TIME_ZONE, unit: 'day', count: shownDays }),
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
    countedAt: now.toISOString(),
    days,
  }
}

/** Counts and stores the figures where the site is large, unless someone else just has. */
export async function refreshFigures(deps: Deps): Promise<void> {
  const { large, stored } = await findStoredFigures(deps.db)
  const age = deps.clock.now().getTime() - (stored?.counted_at.getTime() ?? 0)
  if (!large || age < freshMs / 2) return
  await storeFigures(deps.db, await countFigures(deps), deps.clock.now())
}

/**
 * On a small site figures are counted at each request. On a large one those of a job are used, also old ones, with their age; where
 * there are none yet the request counts them.
 */
async function findFigures(deps: Deps): Promise<Figures> {
  const { large, stored } = await findStoredFigures(deps.db)
  const known = large && stored ? Figures.safeParse(stored.value) : undefined
  if (!stored || !known?.success) {
    const counted = await countFigures(deps)
    if (large) await storeFigures(deps.db, counted, deps.clock.now())
    return counted
  }
  if (deps.clock.now().getTime() - stored.counted_at.getTime() > freshMs) await enqueue(deps.db, countFiguresJob, {})
  return known.data
}

/** Returns totals, recent errors, and the figures of each of the last 30 days. */
export async function getOverview(deps: Deps): Promise<AdminOverview> {
  const [figures, errors] = await Promise.all([findFigures(deps), findErrors(deps.db, shownErrors)])
  return {
    ...figures,
    errors: errors.map(({ at, request_id, method, path, message }) => ({
      at: at.toISOString(),
      requestId: request_id,
      method,
      path,
      message,
    })),
  }
}
