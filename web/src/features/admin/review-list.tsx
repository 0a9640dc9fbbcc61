import { type AdminReview, api as calls } from '@virtual-courses/contract'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/reader-time.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Rating } from '#ui/rating.tsx'
import { DecisionDialog } from './decision-dialog.tsx'

function Decision({ review, onClose }: { review: AdminReview; onClose: () => void }) {
  const params = { reviewId: review._id }
  return (
    <DecisionDialog
      title={`Remove the review by ${review.userName}?`}
      text={`It disappears from ${review.courseTitle}, and its stars no longer count. The author can write another one.`}
      confirmLabel="Remove review"
      danger
      reasonHint="The author sees it."
      onClose={onClose}
      call={(reason) => browserApi(calls.admin.removeReview, { params, body: { reason } })}
    />
  )
}

/** Reviews in full length, so that an admin can judge them. */
export function ReviewList({ reviews }: { reviews: readonly AdminReview[] }) {
  const [deciding, setDeciding] = useState<AdminReview | null>(null)
  return (
    <>
      <ul aria-label="Reviews" className="grid gap-3">
        {reviews.map((review) => (
          <Card as="li" key={review._id} className="p-4 sm:p-5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Rating value={review.rating} full />
              <span className="font-semibold wrap-anywhere">{review.userName}</span>
              <ReaderTime iso={review.createdAt} className="tabular text-sm text-muted" />
            </div>
            <p className="mt-0.5 text-sm text-muted wrap-anywhere">
              on{' '}
              <Link to={paths.course(review.courseId)} className="text-link underline underline-offset-4">
                {review.courseTitle}
              </Link>
            </p>
            <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
              {review.comment ? (
                <p className="max-w-prose min-w-0 flex-1 basis-64 whitespace-pre-line wrap-anywhere">
                  {review.comment}
                </p>
              ) : (
                <p className="text-muted italic">No comment</p>
              )}
              <Button
                variant="secondary"
                size="sm"
                icon={<Trash2 aria-hidden="true" className="size-4" />}
                onClick={() => setDeciding(review)}
              >
                Remove<span className="sr-only"> the review by {review.userName}</span>
              </Button>
            </div>
          </Card>
        ))}
      </ul>
      {deciding && <Decision key={deciding._id} review={deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}
