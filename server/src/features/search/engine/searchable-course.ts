import type { Category, Level } from '@virtual-courses/contract'

/** What the search knows of a published course. */
export type SearchableCourse = {
  id: string
  title: string
  subTitle: string
  description: string
  category: Category | null
  level: Level | null
  /** null while the educator has set none */
  pricePaise: number | null
  lectures: readonly string[]
}
