import { isolate, type RunPayout } from '@virtual-courses/contract'
import { formatRupees } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'

const states: Record<RunPayout['status'], { name: string; tone: BadgeTone }> = {
  planned: { name: 'Planned', tone: 'neutral' },
  sent: { name: 'Confirmed', tone: 'accent' },
  paid: { name: 'Paid', tone: 'success' },
  returned: { name: 'Returned', tone: 'danger' },
  'left-out': { name: 'Left out', tone: 'neutral' },
}

const mayReturn = ({ status }: RunPayout): boolean => status === 'sent' || status === 'paid'

type Props = { payouts: readonly RunPayout[]; onReturned: (payout: RunPayout) => void }

/** The payouts of a run. */
export function RunPayouts({ payouts, onReturned }: Props) {
  return (
    <Card flush>
      <ul aria-label="Payouts" className="divide-y divide-line">
        {payouts.map((payout) => (
          <li key={payout._id} className="flex items-center gap-x-4 gap-y-2 px-4 max-sm:flex-wrap py-3 sm:px-5">
            <div className="min-w-0 flex-1 basis-40">
              <p {...writtenIn()} className="leading-snug font-semibold wrap-anywhere">
                {payout.name}
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                {[payout.last4 && `Account ending in ${payout.last4}`, payout.problem || payout.reference]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <div className="flex flex-col-reverse items-end gap-x-4 gap-y-1 sm:flex-row sm:items-center">
              <Badge tone={states[payout.status].tone} dot>
                {states[payout.status].name}
              </Badge>
              <span
                className={cx(
                  'tabular text-end font-semibold sm:min-w-24',
                  payout.status === 'left-out' && 'text-muted line-through',
                )}
              >
                {formatRupees(payout.amount)}
              </span>
            </div>
            {mayReturn(payout) && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Payout to ${isolate(payout.name)} came back`}
                onClick={() => onReturned(payout)}
              >
                Came back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
