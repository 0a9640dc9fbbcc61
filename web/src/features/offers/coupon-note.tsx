import { Notice } from '#ui/notice.tsx'
import { type Offer, savedText } from './link-code.ts'

/** What became of the code in a visitor's address. */
export const CouponNote = ({ offer }: { offer: Offer }) => (
  <Notice tone={offer.coupon ? 'success' : 'warning'} className="text-sm">
    {offer.coupon ? (
      <>
        <span>Coupon </span>
        <strong className="wrap-anywhere">{offer.coupon}</strong>
        <span>{` applied: ${savedText(offer)}`}</span>
      </>
    ) : (
      <span>{offer.problem}</span>
    )}
  </Notice>
)
