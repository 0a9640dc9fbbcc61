import type { Category, CourseLanguage, Level } from '@virtual-courses/contract/values/fields'

/** A course of the evaluation. */
export type EvaluationCourse = {
  key: string
  title: string
  subTitle: string
  description: string
  category: Category
  level: Level | null
  priceRupees: number
  lectures: string[]
  /** "" where the source names none */
  educator: string
  language: CourseLanguage
  /** how long it takes; null where the source does not say */
  minutes: number | null
}

/** What most courses of the evaluation leave open. */
export const unstated = { educator: '', language: 'en', minutes: null } as const

/** A search as someone might type it. */
export type GradedQuery = {
  query: string
  kind: string
  /** the search may learn from `fit`; `test` is for judging it alone */
  part: 'fit' | 'test'
  /** course key to grade: 3 just this, 2 good, 1 acceptable; {} must find nothing */
  wanted: Record<string, number>
}

export type EvaluationSet = { name: string; courses: EvaluationCourse[]; queries: GradedQuery[] }
