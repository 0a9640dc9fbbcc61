import type { Category, Level } from '@virtual-courses/contract/values/fields'

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
}

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
