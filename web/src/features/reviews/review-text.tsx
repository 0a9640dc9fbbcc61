import { Trans } from '@lingui/react/macro'
import type { CourseReview } from '@virtual-courses/contract'
import { BadgeCheck } from 'lucide-react'
import { usePersonName } from '#lib/text/person-name.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Rating } from '#ui/rating.tsx'
import type { Slot } from '#ui/slot.ts'

type Props = {
  review: CourseReview
  /** beside the stars */
  beside?: Slot
  /** at the end of the line of the stars */
  report?: Slot
  /** below the reply, or in its place while one is written */
  actions?: Slot
  /** a form shows the reply */
  replyHidden?: boolean
}

/** A review in full: its author, stars and comment, and the educator's reply set apart. */
export function ReviewText({ review, beside, report, actions, replyHidden = false }: Props) {
  const { user, reply } = review
  const nameOf = usePersonName()
  return (
    <div className="flex items-start gap-x-3.5 gap-y-2 large-letters:flex-wrap">
      <Avatar name={user.name} photo={user.photoUrl} />
      <div className="min-w-0 flex-1 large-letters:basis-40">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p {...writtenIn()} className="min-w-0 font-semibold wrap-anywhere">
            {nameOf(user.name)}
          </p>
          {review.verified && (
            <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
              <Trans>Verified learner</Trans>
            </Badge>
          )}
          <p className="text-sm text-muted sm:ms-auto">
            {review.updatedAt === review.createdAt ? (
              <ReaderTime iso={review.createdAt} />
            ) : (
              <Trans>
                <ReaderTime iso={review.createdAt} />
                <span>, edited </span>
                <ReaderTime iso={review.updatedAt} />
              </Trans>
            )}
          </p>
        </div>
        <div className="mt-1 flex items-start gap-x-3 text-sm large-letters:flex-wrap">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 large-letters:basis-28">
            <Rating value={review.rating} full />
            {beside}
          </div>
          {report && <span className="-my-2 -me-3 large-letters:mt-0">{report}</span>}
        </div>
        {review.comment ? (
          <p {...writtenIn()} className="mt-3 max-w-prose whitespace-pre-line wrap-anywhere">
            {review.comment}
          </p>
        ) : (
          <p className="mt-3 text-muted">
            <Trans>No comment, stars alone.</Trans>
          </p>
        )}
        {reply && !replyHidden && (
          <div className="mt-4 rounded-e-md border-s-4 border-primary bg-sunken px-4 py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
              <span className="font-semibold">
                <Trans>Reply by the educator</Trans>
              </span>
              <ReaderTime iso={reply.createdAt} className="text-muted" />
            </p>
            <p {...writtenIn()} className="mt-1.5 max-w-prose whitespace-pre-line wrap-anywhere">
              {reply.text}
            </p>
          </div>
        )}
        {actions}
      </div>
    </div>
  )
}
