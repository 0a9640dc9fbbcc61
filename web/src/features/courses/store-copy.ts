import type { CourseDetails, PublicSettings, Sale } from '@virtual-courses/contract'
import { type Formats, formatCount, formatRupees } from '#lib/text/format.ts'

type CourseFacts = Pick<
  CourseDetails,
  'category' | 'reviewCount' | 'totalSeconds' | 'lectures' | 'outcomes' | 'requirements' | 'audience' | 'sale'
>

export type StoreCopy = {
  /** shown beside the average rating */
  reviews: string
  /** a former price; null for none */
  struckPrice: string | null
  /** what is included */
  bullets: readonly string[]
  learn: readonly string[]
  requirements: readonly string[]
  audience: readonly string[]
}

/** A real sale has a real former price, or none. */
const struckOf = ({ struckPrice }: Sale): string | null => (struckPrice === null ? null : formatRupees(struckPrice))

/** Returns what a course contains besides the length of its videos. */
function included({ lectures }: CourseFacts, { formatList }: Formats): string[] {
  const captions = new Set(lectures.flatMap((lecture) => (lecture.captions ?? []).map(({ label }) => label)))
  const live = lectures.some(({ isLive }) => isLive)
  return [
    ...(captions.size > 0 ? [`Captions in ${formatList([...captions].sort())}`] : []),
    ...(live ? ['Live sessions with the educator'] : []),
    'Your progress on phone and computer',
  ]
}

/**
 * Returns the texts of the course page (specification, section 2 and 9). "fixed" shows the specified ones; "live" replaces what cannot be
 * true of every course: an invented number of reviews, an invented former price and an invented length. What an educator wrote of their
 * course replaces the general sentences; the specified learning point stays above it.
 */
export function storeCopy(mode: PublicSettings['storeCopy'], course: CourseFacts, formats: Formats): StoreCopy {
  const fixed = mode === 'fixed'
  const { reviewCount: count, totalSeconds, outcomes, requirements, audience, sale } = course
  const general = `Learn ${course.category ?? 'the subject'} from Beginning`
  const length = fixed
    ? ['10+ hours of video content']
    : totalSeconds > 0
      ? [`${formats.formatLength(totalSeconds)} of video content`]
      : []
  return {
    reviews: fixed ? '(1,200 reviews)' : `(${formatCount(count)} ${count === 1 ? 'review' : 'reviews'})`,
    struckPrice: sale ? struckOf(sale) : fixed ? '₹599' : null,
    bullets: [...length, 'Lifetime access to course materials', ...included(course, formats)],
    learn: fixed || outcomes.length === 0 ? [general, ...outcomes] : outcomes,
    requirements:
      requirements.length > 0
        ? requirements
        : ['Basic computer skills and an internet connection', 'No previous experience is needed'],
    audience:
      audience.length > 0
        ? audience
        : [
            'Beginners who want to learn from the ground up',
            'Professionals who want to refresh and extend their skills',
            'Anyone curious about the subject',
          ],
  }
}
