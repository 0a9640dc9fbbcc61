export type { IndexedCourse as SearchableCourse } from '#ports/search-index.ts'
