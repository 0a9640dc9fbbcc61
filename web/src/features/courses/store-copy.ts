import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { CourseDetails, PublicSettings, Sale } from '@virtual-courses/contract'
import { formatRupees, formatsOf } from '#lib/text/format.ts'
import { categoryNames } from '#lib/text/labels.ts'
import { courseLanguageNames } from '#lib/text/language-names.ts'

type CourseFacts = Pick<
  CourseDetails,
  | 'category'
  | 'price'
  | 'reviewCount'
  | 'totalSeconds'
  | 'lectures'
  | 'outcomes'
  | 'requirements'
  | 'audience'
  | 'certificate'
  | 'sale'
>

/** What the specified texts claim of every course (specification, section 9). */
const claimed = { reviews: 1200, struckPrice: '₹599', struckRupees: 599, seconds: 10 * 3600 } as const

/** Which of the specified texts are shown. */
export type ShownClaims = { reviews: boolean; struckPrice: boolean; length: boolean }

/**
 * Decides which of the specified texts a course's page shows: "fixed" all of them, "live" none, and "checked" those that the true figures
 * do not contradict. No review and more than 1,200, a price that is not below ₹599 or not set, and less than ten hours contradict them.
 */
export function decideClaims(
  mode: PublicSettings['storeCopy'],
  { price, reviewCount, totalSeconds }: Pick<CourseFacts, 'price' | 'reviewCount' | 'totalSeconds'>,
): ShownClaims {
  if (mode !== 'checked') return { reviews: mode === 'fixed', struckPrice: mode === 'fixed', length: mode === 'fixed' }
  return {
    reviews: reviewCount > 0 && reviewCount <= claimed.reviews,
    struckPrice: price !== null && price < claimed.struckRupees,
    length: totalSeconds >= claimed.seconds,
  }
}

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

/** Returns what is shown beside the average rating. */
export function reviewsText(
  mode: PublicSettings['storeCopy'],
  course: Pick<CourseFacts, 'price' | 'reviewCount' | 'totalSeconds'>,
  i18n: I18n,
): string {
  if (decideClaims(mode, course).reviews) return i18n._(msg`(1,200 reviews)`)
  const { reviewCount: count } = course
  return i18n._(msg`${plural(count, { one: '(# review)', other: '(# reviews)' })}`)
}

/** A real sale has a real former price, or none. */
const struckOf = ({ struckPrice }: Sale): string | null => (struckPrice === null ? null : formatRupees(struckPrice))

/** Captions may be in a language that no course is in: it keeps its own name. */
const languageNames: Readonly<Record<string, MessageDescriptor | undefined>> = courseLanguageNames

/** Returns what a course contains besides the length of its videos. */
function included({ lectures, certificate }: CourseFacts, i18n: I18n): string[] {
  const captions = new Set(
    lectures.flatMap((lecture) =>
      (lecture.captions ?? []).map(({ language, label }) => {
        const name = languageNames[language]
        return name ? i18n._(name) : label
      }),
    ),
  )
  const { formatList } = formatsOf(i18n)
  const live = lectures.some(({ isLive }) => isLive)
  return [
    ...(captions.size > 0 ? [i18n._(msg`Captions in ${{ languages: formatList([...captions].sort()) }}`)] : []),
    ...(live ? [i18n._(msg`Live sessions with the educator`)] : []),
    ...(certificate ? [i18n._(msg`Certificate of completion`)] : []),
    i18n._(msg`Your progress on phone and computer`),
  ]
}

/**
 * Returns the texts of the course page (specification, section 2 and 9), where `decideClaims` chooses between the specified number of
 * reviews, former price and length and the true ones. What an educator wrote of their course replaces the general sentences; with the
 * specified texts the specified learning point stays above it.
 */
export function storeCopy(mode: PublicSettings['storeCopy'], course: CourseFacts, i18n: I18n): StoreCopy {
  const shown = decideClaims(mode, course)
  const { totalSeconds, outcomes, requirements, audience, sale } = course
  // "Others" names no subject
  const named = mode !== 'fixed' && course.category === 'Others' ? null : course.category
  const general = named
    ? i18n._(msg`Learn ${{ category: i18n._(categoryNames[named]) }} from Beginning`)
    : i18n._(msg`Learn the subject from Beginning`)
  const length = shown.length
    ? [i18n._(msg`10+ hours of video content`)]
    : totalSeconds > 0
      ? [i18n._(msg`${{ length: formatsOf(i18n).formatLength(totalSeconds) }} of video content`)]
      : []
  return {
    reviews: reviewsText(mode, course, i18n),
    struckPrice: sale ? struckOf(sale) : shown.struckPrice ? claimed.struckPrice : null,
    bullets: [...length, i18n._(msg`Lifetime access to course materials`), ...included(course, i18n)],
    learn: mode !== 'live' || outcomes.length === 0 ? [general, ...outcomes] : outcomes,
    requirements:
      requirements.length > 0
        ? requirements
        : [
            i18n._(msg`Basic computer skills and an internet connection`),
            i18n._(msg`No previous experience is needed`),
          ],
    audience:
      audience.length > 0
        ? audience
        : [
            i18n._(msg`Beginners who want to learn from the ground up`),
            i18n._(msg`Professionals who want to refresh and extend their skills`),
            i18n._(msg`Anyone curious about the subject`),
          ],
  }
}
