import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseReview, isolate } from '@virtual-courses/contract'
import { Flag, MessageSquareReply, Pencil, Trash2 } from 'lucide-react'
import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { sayMissing } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'
import type { ToolProps } from './review-forms.tsx'
import { ReviewText } from './review-text.tsx'

/** Says so in place of a part that cannot be fetched. */
function Unavailable({ onClose }: ToolProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    sayMissing()
    onClose()
  }, [])
  return null
}

const load = () => import('./review-forms.tsx')
const part = (name: keyof Awaited<ReturnType<typeof load>>) =>
  lazy<ComponentType<ToolProps>>(() =>
    load().then(
      (forms) => ({ default: forms[name] }),
      () => ({ default: Unavailable }),
    ),
  )
const ReplyForm = part('ReplyForm')
const ReportDialog = part('ReportDialog')
const DeleteReviewDialog = part('DeleteReviewDialog')

/** State of a form or dialog that one button opens; closing it returns the focus to the button. */
function useTool() {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const wasClosed = useRef(false)
  const hydrated = useHydrated()
  // where a form stood, the button is back with this render
  useEffect(() => {
    if (!open && wasClosed.current) trigger.current?.focus()
    wasClosed.current = false
  }, [open])
  return {
    open,
    close() {
      wasClosed.current = true
      setOpen(false)
    },
    trigger: {
      ref: trigger,
      // this code comes after the page: a press before would be lost
      disabled: !hydrated,
      onClick: () => setOpen(true),
      onPointerEnter: () => void load().catch(() => {}),
      onFocus: () => void load().catch(() => {}),
    },
  }
}

/** A review of the educator's course, with the reply and the form for it. */
export function ReplyTools({ review, beside }: { review: CourseReview; beside?: Slot }) {
  const { open, close, trigger } = useTool()
  const actions = open ? (
    <Suspense>
      <ReplyForm review={review} onClose={close} />
    </Suspense>
  ) : (
    <div className="mt-2 -ms-3">
      <Button
        variant="ghost"
        size="sm"
        icon={<MessageSquareReply aria-hidden="true" className="size-4" />}
        {...trigger}
      >
        {review.reply ? (
          <Trans>
            <span>Edit reply</span>
            <span className="sr-only">{` to the review by ${{ author: isolate(review.user.name) }}`}</span>
          </Trans>
        ) : (
          <Trans>
            <span>Reply</span>
            <span className="sr-only">{` to the review by ${{ author: isolate(review.user.name) }}`}</span>
          </Trans>
        )}
      </Button>
    </div>
  )
  const report = <ReportTool review={review} />
  return <ReviewText review={review} beside={beside} report={report} actions={actions} replyHidden={open} />
}

/** Button and dialog for reporting a review of someone else to the admins. The button stays afterwards, with the focus. */
function ReportTool({ review }: { review: CourseReview }) {
  const { open, close, trigger } = useTool()
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="text-muted"
        icon={<Flag aria-hidden="true" className="size-4" />}
        {...trigger}
        aria-disabled={!review.canReport || undefined}
        onClick={review.canReport ? trigger.onClick : undefined}
      >
        {review.canReport ? (
          <Trans>
            <span>Report</span>
            <span className="sr-only">{` the review by ${{ author: isolate(review.user.name) }}`}</span>
          </Trans>
        ) : (
          <Trans>
            <span>Reported:</span>
            <span className="sr-only">{` the review by ${{ author: isolate(review.user.name) }}`}</span>
          </Trans>
        )}
      </Button>
      <Suspense>{open && <ReportDialog review={review} onClose={close} />}</Suspense>
    </>
  )
}

/** A review of someone else. */
export const ReportableReview = ({ review }: { review: CourseReview }) => (
  <ReviewText review={review} report={<ReportTool review={review} />} />
)

type MyReviewProps = {
  review: CourseReview
  editButton: RefObject<HTMLButtonElement | null>
  onEdit: () => void
}

/** The own review, which only its author changes. */
export function MyReview({ review, editButton, onEdit }: MyReviewProps) {
  const { t } = useLingui()
  const { open, close, trigger } = useTool()
  const hydrated = useHydrated()
  const actions = (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button
        ref={editButton}
        variant="secondary"
        size="sm"
        icon={<Pencil aria-hidden="true" className="size-4" />}
        disabled={!hydrated}
        onClick={onEdit}
      >
        <Trans>
          Edit<span className="sr-only"> your review</span>
        </Trans>
      </Button>
      <Button variant="ghost" size="sm" icon={<Trash2 aria-hidden="true" className="size-4" />} {...trigger}>
        <Trans>
          Delete<span className="sr-only"> your review</span>
        </Trans>
      </Button>
      <Suspense>{open && <DeleteReviewDialog review={review} onClose={close} />}</Suspense>
    </div>
  )
  return (
    <Card as="section" aria-label={t`Your review`} className="border-primary">
      <p className="mb-3 text-sm font-semibold text-link">
        <Trans>Your review</Trans>
      </p>
      <ReviewText review={review} actions={actions} />
    </Card>
  )
}
