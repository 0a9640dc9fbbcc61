import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { api as calls, ReplyOf } from '@virtual-courses/contract'
import { CircleDollarSign, Clock3, Landmark, WalletMinimal } from 'lucide-react'
import { formatRupees } from '#lib/text/format.ts'
import { StatTile } from '#ui/layout/stat-tile.tsx'
import { Notice } from '#ui/notice.tsx'

type Props = { balance: ReplyOf<typeof calls.payouts.balance> }

/** What the educator earned, what of it may not be paid out yet, and what was. */
export function BalanceTiles({ balance }: Props) {
  const { t } = useLingui()
  const { earned, held, payable, paidOut, onItsWay, debt, minimum, refundDays } = balance
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3 sm:gap-4 lg:grid-cols-4">
        <StatTile
          icon={<CircleDollarSign />}
          label={t`Earned`}
          value={formatRupees(earned)}
          text={t`what students paid, without refunds, tax and platform fee; all coupons, those of the site too, lower it`}
        />
        <StatTile
          icon={<Clock3 />}
          label={t`Held`}
          value={formatRupees(held)}
          text={
            refundDays === 0
              ? t`while a payment is disputed`
              : t`for ${plural(refundDays, { one: '# day', other: '# days' })} after a sale, and while a payment is disputed`
          }
        />
        <StatTile
          icon={<WalletMinimal />}
          label={t`Payable`}
          value={formatRupees(payable)}
          text={t`paid out with the next run, from ${{ minimum: formatRupees(minimum) }} on`}
        />
        <StatTile
          icon={<Landmark />}
          label={t`Paid out`}
          value={formatRupees(paidOut)}
          text={
            onItsWay === 0
              ? t`to your bank account`
              : t`and ${{ onItsWay: formatRupees(onItsWay) }} on the way to your bank`
          }
        />
      </dl>
      {debt > 0 && (
        <Notice tone="warning">
          {t`Sales that were paid out to you were refunded since. ${{ debt: formatRupees(debt) }} of what you earn next make up for it; you have to do nothing.`}
        </Notice>
      )}
    </div>
  )
}
