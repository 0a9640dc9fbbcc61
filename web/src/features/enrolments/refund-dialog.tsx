import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type Purchase } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { publishToTabs } from '#lib/connection/tabs.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { useReread } from '#lib/session/use-reread.ts'
import { formatRupees, useFormats } from '#lib/text/format.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { order: Purchase; open: boolean; onClose: () => void }

/** Says exactly what a refund does, and makes it. Everything that shows the enrolment is read again, in other tabs too. */
export function RefundDialog({ order, open, onClose }: Props) {
  const { t } = useLingui()
  const { formatList } = useFormats()
  const user = useViewer()
  const reread = useReread()
  const [busy, setBusy] = useState(false)
  const { courses, refund } = order
  const { until, limitPercent, watchedPercent } = refund
  const amount = formatRupees(refund.amount)
  const stays = formatRupees(refund.stays)
  const others = formatList(refund.staysFor.map((title) => `“${isolate(title)}”`))

  async function confirm() {
    if (busy) return
    setBusy(true)
    let failure: Failure | undefined
    try {
      const { message } = await browserApi(calls.orders.refund, { params: { orderId: order._id } })
      toast.success(message)
      if (user) publishToTabs({ kind: 'purchase', userId: user._id })
    } catch (error) {
      failure = failureOf(error, t`The refund was not made. Please try again.`)
      toast.error(failure)
    }
    // after a failure too: the state may be another one by now
    await reread(failure)
    setBusy(false)
    onClose()
  }

  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`Refund this purchase?`}
      text={
        <span className="grid gap-3">
          <span {...writtenIn()} className="font-medium text-ink wrap-anywhere">
            {order.title}
          </span>
          <span>
            <Trans>
              <strong className="text-ink">{amount}</strong> goes back to the account that you paid with. Banks take 5
              to 7 working days.
            </Trans>
          </span>
          {refund.stays > 0 && (
            <span>
              {t`${plural(
                { count: courses.length },
                {
                  one: `${stays} stay: by so much ${others} cost you less because you had this course. They go back if you refund that, too.`,
                  other: `${stays} stay: by so much ${others} cost you less because you had these courses. They go back if you refund that, too.`,
                },
              )}`}
            </span>
          )}
          <span>
            {t`${plural(
              { count: courses.length },
              {
                one: 'Your access to the course ends at once. Your progress is kept, should you buy it again.',
                other: 'Your access to the courses ends at once. Your progress is kept, should you buy them again.',
              },
            )}`}
          </span>
          {until && (
            <span>
              <Trans>
                You can do this until <ReaderTime iso={until} look="dateTime" className="whitespace-nowrap" />, while
                you have watched less than <span>{limitPercent}</span> %. So far it is <span>{watchedPercent}</span> %:
                parts of videos that were sent to you, whether or not you played them, texts that you opened, files that
                you downloaded and live sessions that you attended. Free previews do not count.
              </Trans>
            </span>
          )}
        </span>
      }
      confirmLabel={t`Refund ${amount}`}
      cancelLabel={t`Keep it`}
      danger
      busy={busy}
      onConfirm={confirm}
    />
  )
}
