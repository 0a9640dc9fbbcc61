import { useLingui } from '@lingui/react/macro'
import type { CourseDetails, PublicUser } from '@virtual-courses/contract'
import type { ComponentProps } from 'react'
import { EducatorCard } from '#features/accounts/educator-card.tsx'
import { CourseReviews } from '#features/reviews/course-reviews.tsx'
import { Card } from '#ui/layout/card.tsx'

export type ReviewsProps = ComponentProps<typeof CourseReviews>

type Props = {
  reviews: ReviewsProps
  educator: Pick<PublicUser, 'name' | 'description' | 'photoUrl'> | null
  figures: CourseDetails['instructor']
}

/** What others say of a course, and who teaches it. */
export function ReviewsAndEducator({ reviews, educator, figures }: Props) {
  const { t } = useLingui()
  return (
    <>
      <CourseReviews {...reviews} />
      {educator && (
        <section>
          <h2 className="mb-4 text-2xl">{t`Instructor`}</h2>
          <Card>
            <EducatorCard educator={educator} noBio={t`No bio available.`} figures={figures} />
          </Card>
        </section>
      )}
    </>
  )
}
