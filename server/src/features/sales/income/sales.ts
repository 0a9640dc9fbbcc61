import type { Sales } from '@virtual-courses/contract'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { rupeesOf } from '../../courses/index.ts'
import { completionOf } from '../rules.ts'
import { findCompletion, findSales, findSoldCourses } from './sales-queries.ts'

/** Returns the share of the lectures that the students of a course completed, 0 to 1; null without students or lectures. */
export async function getCompletion(on: Executor, courseId: string): Promise<number | null> {
  const { completed, bought } = await findCompletion(on, courseId)
  return completionOf(completed, bought)
}

/** Returns the sales of an educator: over time, by course, and the share that students completed. */
export async function summariseSales(
  { db, clock, config }: Pick<FeatureDeps, 'db' | 'clock' | 'config'>,
  educatorId: string,
): Promise<Sales> {
  const spans = { now: clock.now(), zone: config.TIME_ZONE, educatorId }
  const [days, months, rows] = await Promise.all([
    findSales(db, { ...spans, unit: 'day', count: 30 }),
    findSales(db, { ...spans, unit: 'month', count: 12 }),
    findSoldCourses(db, educatorId),
  ])
  return {
    days,
    months,
    revenue: rupeesOf(Number(rows[0]?.total_paise ?? 0)),
    completion: completionOf(Number(rows[0]?.total_completed ?? 0), Number(rows[0]?.total_possible ?? 0)),
    courses: rows.map((row) => ({
      _id: row.id,
      title: row.title,
      removed: row.removed,
      enrolments: row.enrolments,
      revenue: rupeesOf(Number(row.revenue_paise)),
      completion: completionOf(row.completed, row.enrolments * row.lectures),
    })),
  }
}
