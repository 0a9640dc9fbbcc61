import type { ErrorCode, Role } from '@virtual-courses/contract'
import type { Paise } from '#ports/payments.ts'

export type Buyer = { id: string; role: Role }
export type Offer = { creatorId: string; published: boolean; pricePaise: Paise | null }

/**
 * May this user buy this course, and for how much (decisions, section 3)? Drafts do not exist for buyers; the own course is
 * named before the role, because it is the better explanation.
 */
export function decidePurchase(
  buyer: Buyer,
  offer: Offer | undefined,
  enrolled: boolean,
): { ok: true; amount: Paise } | { refusal: ErrorCode } {
  if (offer?.creatorId === buyer.id) return { refusal: 'own_course' }
  if (buyer.role !== 'student') return { refusal: 'only_students_enroll' }
  if (enrolled) return { refusal: 'already_enrolled' }
  if (!offer?.published || offer.pricePaise === null) return { refusal: 'not_found' }
  return { ok: true, amount: offer.pricePaise }
}

export type PaidOrder = { status: string; amount: Paise; paymentId: string | null }

/**
 * What a captured payment does to the order that it names. "settled": it was booked before, nothing changes.
 * "extra": the order was paid with another payment already, so this money goes back.
 */
export function decideSettlement(
  order: PaidOrder,
  payment: { id: string; amount: Paise },
): 'book' | 'settled' | 'extra' | { refusal: ErrorCode } {
  if (payment.amount !== order.amount) return { refusal: 'amount_mismatch' }
  if (order.paymentId === payment.id) return 'settled'
  if (order.paymentId !== null) return 'extra'
  return 'book'
}

/** An order is asked about after 1 minute, then ever more seldom; after 3 days without money it is closed. */
export const reconcileAfterMs = 60_000
export const closeAfterMs = 3 * 24 * 3600 * 1000
