import type { Category } from '@virtual-courses/contract'
import { formatCount } from '#lib/format.ts'
import type { PublicSettings } from '#lib/session.ts'

type CourseFacts = { category: Category | null; reviewCount: number }

export type StoreCopy = {
  /** shown beside the average rating */
  reviews: string
  /** a former price; null for none */
  struckPrice: string | null
  bullets: readonly string[]
  learn: readonly string[]
  requirements: readonly string[]
  audience: readonly string[]
}

/**
 * The fixed texts of the course page (specification, section 2 and 9). "fixed" shows all of them; "live" replaces what
 * cannot be true of every course: an invented number of reviews, an invented former price and an invented length.
 */
export function storeCopy(mode: PublicSettings['storeCopy'], course: CourseFacts): StoreCopy {
  const fixed = mode === 'fixed'
  const count = course.reviewCount
  return {
    reviews: fixed ? '(1,200 reviews)' : `(${formatCount(count)} ${count === 1 ? 'review' : 'reviews'})`,
    struckPrice: fixed ? '₹599' : null,
    bullets: [...(fixed ? ['10+ hours of video content'] : []), 'Lifetime access to course materials'],
    learn: [`Learn ${course.category ?? 'the subject'} from Beginning`],
    requirements: ['Basic computer skills and an internet connection', 'No previous experience is needed'],
    audience: [
      'Beginners who want to learn from the ground up',
      'Professionals who want to refresh and extend their skills',
      'Anyone curious about the subject',
    ],
  }
}
