import { type CourseReview, isolate } from '@virtual-courses/contract'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Card } from '#ui/layout/card.tsx'
import { ReplyTools, replyRoom } from './lazy-tools.tsx'
import { ReviewText } from './review-text.tsx'

export type OwnReviewData = CourseReview & { courseTitle: string }

type Props = { review: OwnReviewData /** with a form for the reply */; canReply?: boolean; className?: string }

/** A full review of one of the educator's courses, with the course. */
export function OwnReview({ review, canReply = false, className }: Props) {
  const nameOf = usePersonName()
  const course = (
    <Link
      {...writtenIn()}
      to={paths.course(review.courseId)}
      className="min-w-0 leading-6 text-link underline decoration-1 underline-offset-4 wrap-anywhere hover:decoration-2"
    >
      {review.courseTitle}
    </Link>
  )
  return (
    <Card
      as="article"
      aria-label={`${isolate(nameOf(review.user.name))}: ${isolate(review.courseTitle)}`}
      className={className}
    >
      <Suspense fallback={<ReviewText review={review} beside={course} actions={canReply && replyRoom} />}>
        {canReply ? <ReplyTools review={review} beside={course} /> : <ReviewText review={review} beside={course} />}
      </Suspense>
    </Card>
  )
}
