import type { Review } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { TimeSince } from '#lib/reader-time.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { Rating } from '#ui/rating.tsx'

export type OwnReviewData = Review & { courseTitle: string }

/** A full review of one of the educator's courses, with the course. */
export function OwnReview({ review, className }: { review: OwnReviewData; className?: string }) {
  const { user } = review
  return (
    <Card as="article" className={className}>
      <div className="flex items-start gap-3.5">
        <Avatar name={user.name} photo={user.photoUrl} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <p className="min-w-0 font-semibold wrap-anywhere">{user.name}</p>
            <TimeSince iso={review.createdAt} className="text-sm text-muted" />
          </div>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Rating value={review.rating} full />
            <Link
              to={paths.course(review.courseId)}
              className="min-w-0 leading-6 text-link underline decoration-1 underline-offset-4 wrap-anywhere hover:decoration-2"
            >
              {review.courseTitle}
            </Link>
          </div>
          {review.comment ? (
            <p className="mt-3 whitespace-pre-line wrap-anywhere">{review.comment}</p>
          ) : (
            <p className="mt-3 text-muted">No comment, stars alone.</p>
          )}
        </div>
      </div>
    </Card>
  )
}
