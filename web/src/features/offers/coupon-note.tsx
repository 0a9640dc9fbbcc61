import { Trans } from '@lingui/react/macro'
import { formatRupees } from '#lib/text/format.ts'
import { Notice } from '#ui/notice.tsx'
import type { Offer } from './link-code.ts'

/** Says what a coupon takes off. */
export function CouponApplied({ offer }: { offer: Offer }) {
  const { coupon } = offer
  const discount = formatRupees(offer.discount)
  return (
    <Trans>
      Coupon <strong className="wrap-anywhere">{coupon}</strong>
      <span>{` applied: ${discount} off`}</span>
    </Trans>
  )
}

/** What became of the code in a visitor's address. */
export const CouponNote = ({ offer }: { offer: Offer }) => (
  <Notice tone={offer.coupon ? 'success' : 'warning'} className="text-sm">
    {offer.coupon ? <CouponApplied offer={offer} /> : <span>{offer.problem}</span>}
  </Notice>
)
