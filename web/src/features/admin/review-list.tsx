import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminReview, api as calls, isolate, type ReportedReview } from '@virtual-courses/contract'
import { Check, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Rating } from '#ui/rating.tsx'
import type { Slot } from '#ui/slot.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { PageBox, RowBox } from './lists/select-box.tsx'
import type { Selection } from './lists/selection.ts'
import { ReportBox } from './report-box.tsx'
import { useAct } from './use-act.ts'

function Decision({ review, onClose }: { review: AdminReview; onClose: () => void }) {
  const { t } = useLingui()
  const params = { reviewId: review._id }
  const author = isolate(usePersonName()(review.userName))
  return (
    <DecisionDialog
      title={t`Remove the review by ${author}?`}
      text={t`It disappears from ${{ course: isolate(review.courseTitle) }}, and its stars no longer count. The author can write another one.`}
      confirmLabel={t`Remove review`}
      danger
      reasonHint={t`The author sees it.`}
      onClose={onClose}
      call={(reason) => browserApi(calls.admin.removeReview, { params, body: { reason } })}
    />
  )
}

type RowProps<Row> = { review: Row; selection: Selection; onRemove: () => void; children?: Slot; beside?: Slot }

/** A review in full length, so that an admin can judge it. */
function Row({ review, selection, onRemove, children, beside }: RowProps<AdminReview>) {
  const { t } = useLingui()
  const name = usePersonName()(review.userName)
  return (
    <Card as="li" className="p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RowBox
          id={review._id}
          name={t`the review of ${{ course: isolate(review.courseTitle) }} by ${{ author: isolate(name) }}`}
          selection={selection}
        />
        <Rating value={review.rating} full />
        <span {...writtenIn()} className="font-semibold wrap-anywhere">
          {name}
        </span>
        <ReaderTime iso={review.createdAt} className="tabular text-sm text-muted" />
      </div>
      <p className="mt-0.5 text-sm text-muted wrap-anywhere">
        <Trans>
          on{' '}
          <Link
            {...writtenIn()}
            to={paths.course(review.courseId)}
            className="py-1 text-link underline underline-offset-4"
          >
            {`${{ course: review.courseTitle }}`}
          </Link>
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          {review.comment ? (
            <p {...writtenIn()} className="max-w-prose whitespace-pre-line wrap-anywhere">
              {review.comment}
            </p>
          ) : (
            <p className="text-muted italic">
              <Trans>No comment</Trans>
            </p>
          )}
          {children}
        </div>
        <div className="flex flex-wrap gap-2">
          {beside}
          <Button
            variant="secondary"
            size="sm"
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            onClick={onRemove}
          >
            <Trans>
              Remove<span className="sr-only">{` the review by ${{ author: isolate(review.userName) }}`}</span>
            </Trans>
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** A list of reviews with the dialog for removing one. */
function List<One extends AdminReview>({
  reviews,
  selection,
  row,
}: {
  reviews: readonly One[]
  selection: Selection
  row: (props: RowProps<One>) => Slot
}) {
  const { t } = useLingui()
  const [deciding, setDeciding] = useState<One | null>(null)
  return (
    <>
      <PageBox selection={selection} className="mb-3" />
      <ul aria-label={t`Reviews`} className="grid gap-3">
        {reviews.map((review) => row({ review, selection, onRemove: () => setDeciding(review) }))}
      </ul>
      {deciding && <Decision key={deciding._id} review={deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

type ListProps<One> = { reviews: readonly One[]; selection: Selection }

export const ReviewList = (props: ListProps<AdminReview>) => (
  <List {...props} row={(one) => <Row key={one.review._id} {...one} />} />
)

/** Reviews that users reported, with who did and why. */
export const ReportedList = (props: ListProps<ReportedReview>) => (
  <List {...props} row={(one) => <ReportedRow key={one.review._id} {...one} />} />
)

function ReportedRow({ review, selection, onRemove }: RowProps<ReportedReview>) {
  const { t } = useLingui()
  const { openReports, reply } = review
  return (
    <Row review={review} selection={selection} onRemove={onRemove} beside={openReports > 0 && <Keep review={review} />}>
      {reply && (
        <div className="mt-3 border-s-4 border-line-strong ps-3">
          <p className="text-sm font-semibold">
            <Trans>Reply by the educator</Trans>
          </p>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{reply}</p>
        </div>
      )}
      <ReportBox
        of={review}
        label={t`Reports of the review by ${{ author: isolate(review.userName) }}`}
        decided={t`Kept`}
      />
    </Row>
  )
}

/** Closes the reports of a review that breaks no rule. */
function Keep({ review }: { review: ReportedReview }) {
  const { busy, act } = useAct()
  const keep = () => act(() => browserApi(calls.admin.keepReview, { params: { reviewId: review._id } }))
  return (
    <Button size="sm" busy={busy} icon={<Check aria-hidden="true" className="size-4" />} onClick={keep}>
      <Trans>
        Keep<span className="sr-only">{` the review by ${{ author: isolate(review.userName) }}`}</span>
      </Trans>
    </Button>
  )
}
