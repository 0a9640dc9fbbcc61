import { api as calls, isolate, type Purchase } from '@virtual-courses/contract'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { publishToTabs } from '#lib/connection/tabs.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { formatRupees } from '#lib/text/format.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { order: Purchase; open: boolean; onClose: () => void }

/** Says exactly what a refund does, and makes it. Everything that shows the enrolment is read again, in other tabs too. */
export function RefundDialog({ order, open, onClose }: Props) {
  const user = useViewer()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const { courses, refund } = order
  const many = courses.length > 1

  async function confirm() {
    if (busy) return
    setBusy(true)
    try {
      const { message } = await browserApi(calls.orders.refund, { params: { orderId: order._id } })
      toast.success(message)
      if (user) publishToTabs({ kind: 'purchase', userId: user._id })
    } catch (error) {
      // the state may be another one by now: the page shows it
      toast.error(messageOfError(error, 'The refund was not made. Please try again.'))
    }
    await revalidate()
    setBusy(false)
    onClose()
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Refund this purchase?"
      text={
        <span className="grid gap-3">
          <span {...writtenIn()} className="font-medium text-ink wrap-anywhere">
            {order.title}
          </span>
          <span>
            <strong className="text-ink">{formatRupees(refund.amount)}</strong> goes back to the account that you paid
            with. Banks take 5 to 7 working days.
          </span>
          {refund.stays > 0 && (
            <span>
              {`${formatRupees(refund.stays)} stay: by so much ${refund.staysFor.map((title) => `“${isolate(title)}”`).join(' and ')} cost you less because you had ${many ? 'these courses' : 'this course'}. They go back if you refund that, too.`}
            </span>
          )}
          <span>
            {`Your access to ${many ? 'the courses' : 'the course'} ends at once. Your progress is kept, should you buy ${many ? 'them' : 'it'} again.`}
          </span>
          {refund.until && (
            <span>
              You can do this until <ReaderTime iso={refund.until} look="dateTime" className="whitespace-nowrap" />
              <span>{`, while you have watched less than ${refund.limitPercent} %. So far it is ${refund.watchedPercent} %: parts of videos that were sent to you, whether or not you played them, texts that you opened, files that you downloaded and live sessions that you attended. Free previews do not count.`}</span>
            </span>
          )}
        </span>
      }
      confirmLabel={`Refund ${formatRupees(refund.amount)}`}
      cancelLabel="Keep it"
      danger
      busy={busy}
      onConfirm={confirm}
    />
  )
}
