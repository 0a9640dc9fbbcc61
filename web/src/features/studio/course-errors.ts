import { earlySentences, isPrice } from '@virtual-courses/contract'
import type { FieldErrors } from '#lib/use-form.ts'
import { type CourseDraft, categoryOf } from './course-draft.ts'

/**
 * Returns what the server would reject in a course, before anything is sent. `readable` is false when the price field holds
 * something that is no number: the browser then hides the text from us, and "" must not pass for "no price".
 */
export function courseErrors(draft: CourseDraft, readable = true): FieldErrors<keyof CourseDraft> {
  const errors: FieldErrors<keyof CourseDraft> = {}
  const price = draft.price.trim()
  if (!draft.title.trim()) errors.title = 'Course title is required'
  if (!readable || (price && !isPrice(price))) errors.price = earlySentences.price_out_of_range
  else if (draft.isPublished && !price) errors.price = earlySentences.price_needed
  if (draft.isPublished && !categoryOf(draft.category))
    errors.category = 'Choose a category before you publish the course'
  return errors
}

/** Returns what a course still needs before it can be published, to complete "add …". */
export function publishingNeeds(draft: CourseDraft): string[] {
  const needs: string[] = []
  if (!draft.title.trim()) needs.push('a title')
  if (!categoryOf(draft.category)) needs.push('a category')
  if (!draft.price.trim()) needs.push('a price (0 makes it free)')
  return needs
}
