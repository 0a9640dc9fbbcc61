import type { DemoReview } from '../types.ts'

/** Student, stars, days ago, comment. */
export type Entry = readonly [student: string, rating: DemoReview['rating'], daysAgo: number, comment: string]
