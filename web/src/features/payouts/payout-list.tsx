import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Payout } from '@virtual-courses/contract'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'

const states: Record<Payout['status'], { name: MessageDescriptor; tone: BadgeTone }> = {
  sent: { name: msg`On its way`, tone: 'accent' },
  paid: { name: msg({ message: 'Paid', context: 'payout' }), tone: 'success' },
  returned: { name: msg({ message: 'Returned', context: 'payout' }), tone: 'danger' },
}

/** Payouts to the educator, newest first. */
export function PayoutList({ payouts }: { payouts: readonly Payout[] }) {
  const { t } = useLingui()
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {payouts.map((payout) => (
          <li key={payout._id} className="flex items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1">
              <p className="leading-snug font-medium">
                <ReaderTime iso={payout.changedAt} />
                <span className="font-normal text-muted">{` · ${t`account ending in ${{ digits: payout.last4 }}`}`}</span>
              </p>
              {(payout.reference || payout.problem) && (
                <p className="text-sm text-muted wrap-anywhere">
                  {payout.problem || t`Reference ${{ reference: payout.reference }}`}
                </p>
              )}
            </div>
            <div className="flex flex-col-reverse items-end gap-x-4 gap-y-1 sm:flex-row sm:items-center">
              <Badge tone={states[payout.status].tone} dot>
                {t(states[payout.status].name)}
              </Badge>
              <span className="tabular text-end font-semibold sm:min-w-24">{formatRupees(payout.amount)}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
