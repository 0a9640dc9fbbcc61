import { aiMl } from './courses/ai-ml.ts'
import { aiTools } from './courses/ai-tools.ts'
import { appDevelopment } from './courses/app-development.ts'
import { dataAnalytics } from './courses/data-analytics.ts'
import { dataScience } from './courses/data-science.ts'
import { ethicalHacking } from './courses/ethical-hacking.ts'
import { others } from './courses/others.ts'
import { uiUxDesigning } from './courses/ui-ux-designing.ts'
import { webDevelopment } from './courses/web-development.ts'
import type { DemoCourse } from './types.ts'

const shelves = [
  webDevelopment,
  uiUxDesigning,
  aiMl,
  appDevelopment,
  dataScience,
  ethicalHacking,
  dataAnalytics,
  aiTools,
  others,
] as const

/** One of each category in turn, so that any page of the list is varied. */
export const courses: readonly DemoCourse[] = Array.from(
  { length: Math.max(...shelves.map((shelf) => shelf.length)) },
  (_, row) => shelves.flatMap((shelf) => shelf[row] ?? []),
).flat()
