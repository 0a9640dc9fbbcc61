import type { SearchableCourse } from './searchable-course.ts'

/** What is embedded of a course, one text for each vector. A course without lectures or description repeats its title there. */
export function courseTexts(
  course: Pick<SearchableCourse, 'title' | 'subTitle' | 'description' | 'lectures'>,
): string[] {
  const title = course.title.trim()
  return [
    [title, course.subTitle.trim()].filter(Boolean).join('. '),
    course.description.trim() || title,
    [title, ...course.lectures].join('. '),
  ]
}
