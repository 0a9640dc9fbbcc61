import type { Level } from '@virtual-courses/contract/values/fields'
import type { EvaluationCourse } from './evaluation-set.ts'

/** What a query demands of a course beside its subject. Prices in rupees, both ends included. */
export type Limits = { max?: number; min?: number; cheapest?: boolean; level?: Level }

/**
 * Returns what the grades of a subject become under limits. A course outside the prices has no grade. If the cheapest is asked for, all
 * good courses count that cost no more than the cheapest of the best. A course one level away is at best acceptable; a course without a
 * level fits every level.
 */
export function limitGrades(
  grades: Readonly<Record<string, number>>,
  courses: readonly EvaluationCourse[],
  limits: Limits,
): Record<string, number> {
  const affordable = courses.filter(
    ({ key, priceRupees }) =>
      grades[key] !== undefined && priceRupees >= (limits.min ?? 0) && priceRupees <= (limits.max ?? Infinity),
  )
  const fitting = atLevel(
    affordable.map(({ key, priceRupees, level }) => ({ key, priceRupees, level, grade: grades[key] ?? 0 })),
    limits.level,
  )
  if (!limits.cheapest) return Object.fromEntries(fitting.map(({ key, grade }) => [key, grade]))
  const best = Math.max(...fitting.map(({ grade }) => grade))
  const lowest = Math.min(...fitting.filter(({ grade }) => grade === best).map(({ priceRupees }) => priceRupees))
  const good = fitting.filter(({ grade }) => grade >= 2)
  return Object.fromEntries(good.map(({ key, priceRupees }) => [key, priceRupees <= lowest ? 3 : 2]))
}

const order: readonly Level[] = ['Beginner', 'Intermediate', 'Advanced']

type Graded = { key: string; priceRupees: number; level: Level | null; grade: number }

function atLevel(courses: readonly Graded[], asked: Level | undefined): Graded[] {
  if (asked === undefined) return [...courses]
  const best = Math.max(...courses.filter(({ level }) => level === null || level === asked).map(({ grade }) => grade))
  return courses
    .map((course) => ({ ...course, grade: gradeAtLevel(course, asked, best) }))
    .filter(({ grade }) => grade > 0)
}

/** If the best course of the level is only a good one, it is just this: there is no better one to find. */
function gradeAtLevel({ level, grade }: Graded, asked: Level, best: number): number {
  if (level === null || level === asked) return best === 2 ? grade + 1 : grade
  const near = Math.abs(order.indexOf(level) - order.indexOf(asked)) === 1
  return near && grade === 3 ? 1 : 0
}
