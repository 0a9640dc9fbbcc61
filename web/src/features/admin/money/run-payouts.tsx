import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type RunPayout } from '@virtual-courses/contract'
import { formatRupees } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { notPaid } from './run-list.tsx'

const states: Record<RunPayout['status'], { name: MessageDescriptor; tone: BadgeTone }> = {
  planned: { name: msg`Planned`, tone: 'neutral' },
  sent: { name: msg`Confirmed`, tone: 'accent' },
  paid: { name: msg({ message: 'Paid', context: 'payout' }), tone: 'success' },
  returned: { name: msg`Returned`, tone: 'danger' },
  'left-out': { name: msg`Left out`, tone: 'neutral' },
}

const mayReturn = ({ status }: RunPayout): boolean => status === 'sent' || status === 'paid'

type Props = {
  payouts: readonly RunPayout[]
  /** the run was canceled: none of them is paid */
  canceled: boolean
  onReturned: (payout: RunPayout) => void
}

/** The payouts of a run. */
export function RunPayouts({ payouts, canceled, onReturned }: Props) {
  const { t } = useLingui()
  const ready = useHydrated()
  return (
    <Card flush>
      <ul aria-label={t`Payouts`} className="divide-y divide-line">
        {payouts.map((payout) => (
          <li key={payout._id} className="flex items-center gap-x-4 gap-y-2 px-4 max-sm:flex-wrap py-3 sm:px-5">
            <div className="min-w-0 flex-1 basis-40">
              <p {...writtenIn()} className="leading-snug font-semibold wrap-anywhere">
                {payout.name}
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                {[payout.last4 && t`Account ending in ${{ last4: payout.last4 }}`, payout.problem || payout.reference]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <div className="flex flex-col-reverse items-end gap-x-4 gap-y-1 sm:flex-row sm:items-center">
              <Badge tone={canceled ? 'neutral' : states[payout.status].tone} dot>
                {t(states[payout.status].name)}
              </Badge>
              <span
                className={cx(
                  'tabular text-end font-semibold sm:min-w-24',
                  (canceled || payout.status === 'left-out') && notPaid,
                )}
              >
                {formatRupees(payout.amount)}
              </span>
            </div>
            {mayReturn(payout) && (
              <Button
                variant="secondary"
                size="sm"
                disabled={!ready}
                aria-label={t`Payout to ${{ educator: isolate(payout.name) }} came back`}
                onClick={() => onReturned(payout)}
              >
                <Trans>Came back</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
