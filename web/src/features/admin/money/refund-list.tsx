import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminDispute, type AdminRefund, api as calls, isolate } from '@virtual-courses/contract'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useReread } from '#lib/session/use-reread.ts'
import { formatRupees } from '#lib/text/format.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { adminPaths } from '#lib/work-paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'
import { disputePhases, disputeStates, refundReasonNames, refundStates } from './money-texts.ts'

/** Sends a refund again that failed. */
function Retry({ refund }: { refund: AdminRefund }) {
  const { t } = useLingui()
  const reread = useReread()
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    let failure: Failure | undefined
    try {
      const { message } = await browserApi(calls.adminOrders.retryRefund, { params: { refundId: refund._id } })
      toast.success(message)
    } catch (error) {
      failure = failureOf(error, t`Something went wrong`)
      toast.error(failure)
    }
    await reread(failure)
    setBusy(false)
  }
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={busy}
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      onClick={retry}
    >
      <Trans>
        Send again<span className="sr-only">{`: refund of ${{ amount: formatRupees(refund.amount) }}`}</span>
      </Trans>
    </Button>
  )
}

type RowProps = { head: ReactNode; badge: Slot; action?: Slot; children: ReactNode }

/** A row of a list of matters: what, its state, what can be done, and details below. */
export const MatterRow = ({ head, badge, action, children }: RowProps) => (
  <li className="grid gap-1.5 border-line py-3 not-last:border-b">
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="min-w-0 font-semibold wrap-anywhere">{head}</span>
      {badge}
      {action && <span className="ms-auto">{action}</span>}
    </span>
    <span className="grid gap-0.5 text-sm leading-snug text-muted wrap-anywhere">{children}</span>
  </li>
)

const OrderLink = ({ orderId }: { orderId: string }) => (
  <Link to={adminPaths.order(orderId)} className="min-h-6 w-fit text-link underline underline-offset-4">
    <Trans>Open the order</Trans>
  </Link>
)

/** Refunds; those that failed can be sent again. With `linked` each leads to its order. */
export function RefundList({ refunds, linked = false }: { refunds: readonly AdminRefund[]; linked?: boolean }) {
  const { t } = useLingui()
  const notesOf = ({ requestedBy, attempt }: AdminRefund) => [
    ...(requestedBy ? [t`asked for by ${{ name: isolate(requestedBy.name) }}`] : []),
    ...(attempt > 1 ? [t`attempt ${attempt}`] : []),
  ]
  return (
    <ul aria-label={t`Refunds`}>
      {refunds.map((refund) => (
        <MatterRow
          key={refund._id}
          head={
            <>
              <span>{`${formatRupees(refund.amount)} `}</span>
              <span className="font-normal">{t(refundReasonNames[refund.reason])}</span>
            </>
          }
          badge={<Badge tone={refundStates[refund.status].tone}>{t(refundStates[refund.status].name)}</Badge>}
          action={refund.status === 'failed' && <Retry refund={refund} />}
        >
          <span>
            <ReaderTime iso={refund.createdAt} look="dateTime" className="tabular" />
            <span>
              {notesOf(refund)
                .map((note) => `, ${note}`)
                .join('')}
            </span>
          </span>
          {refund.note && <span>{`“${refund.note}”`}</span>}
          {refund.problem && <span className="text-danger">{t`The provider: ${{ problem: refund.problem }}`}</span>}
          <span className="font-mono">{refund.providerRefundId || refund.paymentId}</span>
          {linked && <OrderLink orderId={refund.orderId} />}
        </MatterRow>
      ))}
    </ul>
  )
}

/** Disputes that buyers opened at their banks; they are answered in the provider's dashboard. */
export function DisputeList({ disputes, linked = false }: { disputes: readonly AdminDispute[]; linked?: boolean }) {
  const { t } = useLingui()
  const phaseOf = ({ phase }: AdminDispute) => {
    const name = disputePhases[phase]
    return name ? t(name) : phase.replaceAll('_', ' ')
  }
  return (
    <ul aria-label={t`Disputes`}>
      {disputes.map((dispute) => (
        <MatterRow
          key={dispute._id}
          head={formatRupees(dispute.amount)}
          badge={<Badge tone={disputeStates[dispute.status].tone}>{t(disputeStates[dispute.status].name)}</Badge>}
        >
          <span>
            {[
              [phaseOf(dispute), dispute.reason.replaceAll('_', ' ')].filter(Boolean).join(', '),
              ...(dispute.deducted > 0 ? [t`${{ amount: formatRupees(dispute.deducted) }} taken by the provider`] : []),
            ].join(' · ')}
          </span>
          {dispute.respondBy && dispute.endedAt === null && (
            <span>
              <Trans>
                Answer in the provider’s dashboard by{' '}
                <ReaderTime iso={dispute.respondBy} look="dateTime" className="tabular" />
              </Trans>
            </span>
          )}
          <span className="font-mono">{dispute._id}</span>
          {linked && <OrderLink orderId={dispute.orderId} />}
        </MatterRow>
      ))}
    </ul>
  )
}
