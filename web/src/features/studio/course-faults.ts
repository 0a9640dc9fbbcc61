import { earlySentences, isPrice } from '@virtual-courses/contract'
import { type CourseDraft, categoryOf } from './course-draft.ts'

/** What is wrong with a form, by field. */
export type Faults<Draft> = { [Name in keyof Draft]?: string | undefined }

/**
 * What the server would refuse in a course, said before anything is sent. `readable` is false when the price field holds
 * something that is no number: the browser then hides the text from us, and "" must not pass for "no price".
 */
export function courseFaults(draft: CourseDraft, readable = true): Faults<CourseDraft> {
  const faults: Faults<CourseDraft> = {}
  const price = draft.price.trim()
  if (!draft.title.trim()) faults.title = 'Course title is required'
  if (!readable || (price && !isPrice(price))) faults.price = earlySentences.price_out_of_range
  else if (draft.isPublished && !price) faults.price = earlySentences.price_needed
  if (draft.isPublished && !categoryOf(draft.category))
    faults.category = 'Choose a category before you publish the course'
  return faults
}

/** What a course still lacks before it can be published, as the ends of "add …". */
export function publishingNeeds(draft: CourseDraft): string[] {
  const needs: string[] = []
  if (!draft.title.trim()) needs.push('a title')
  if (!categoryOf(draft.category)) needs.push('a category')
  if (!draft.price.trim()) needs.push('a price (0 makes it free)')
  return needs
}
