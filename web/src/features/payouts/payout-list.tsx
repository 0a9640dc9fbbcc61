import type { Payout } from '@virtual-courses/contract'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'

const states: Record<Payout['status'], { name: string; tone: BadgeTone }> = {
  sent: { name: 'On its way', tone: 'accent' },
  paid: { name: 'Paid', tone: 'success' },
  returned: { name: 'Returned', tone: 'danger' },
}

/** Payouts to the educator, newest first. */
export function PayoutList({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {payouts.map((payout) => (
          <li key={payout._id} className="flex items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1">
              <p className="leading-snug font-medium">
                <ReaderTime iso={payout.changedAt} />
                <span className="font-normal text-muted">{` · account ending in ${payout.last4}`}</span>
              </p>
              {(payout.reference || payout.problem) && (
                <p className="text-sm text-muted wrap-anywhere">{payout.problem || `Reference ${payout.reference}`}</p>
              )}
            </div>
            <div className="flex flex-col-reverse items-end gap-x-4 gap-y-1 sm:flex-row sm:items-center">
              <Badge tone={states[payout.status].tone} dot>
                {states[payout.status].name}
              </Badge>
              <span className="tabular text-end font-semibold sm:min-w-24">{formatRupees(payout.amount)}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
