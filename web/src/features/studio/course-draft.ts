import {
  type BodyInput,
  type Category,
  type Course,
  type api as calls,
  categories,
  levels,
} from '@virtual-courses/contract'
import { controlText } from '#lib/control-text.ts'

/** A course as it stands in the form: what is not chosen yet is "". */
export type CourseDraft = {
  title: string
  subTitle: string
  description: string
  category: string
  level: string
  /** rupees as typed */
  price: string
  isPublished: boolean
}

export const courseDraftOf = (course: Course): CourseDraft => ({
  title: controlText.line(course.title),
  subTitle: controlText.line(course.subTitle),
  description: controlText.lines(course.description),
  category: course.category ?? '',
  level: course.level ?? '',
  price: course.price === null ? '' : String(course.price),
  isPublished: course.isPublished,
})

/** The category that a select holds; undefined while none is chosen. */
export const categoryOf = (value: string): Category | undefined => categories.find((category) => category === value)

/** The body of "edit course": all fields of the form. An empty price or level removes it; a category cannot be removed. */
export function courseBody(draft: CourseDraft): BodyInput<typeof calls.courses.edit> {
  const category = categoryOf(draft.category)
  return {
    title: draft.title.trim(),
    subTitle: draft.subTitle.trim(),
    description: draft.description.trim(),
    ...(category && { category }),
    level: levels.find((level) => level === draft.level) ?? '',
    price: draft.price.trim(),
    isPublished: draft.isPublished,
  }
}
