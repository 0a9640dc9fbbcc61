import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { Purchase } from '@virtual-courses/contract'
import { orderStates } from '#lib/order-states.ts'
import { formatRupees } from '#lib/text/format.ts'

/** The state of a purchase in a word or two. An order that was never paid is closed once it cannot be resumed. */
export function stateOf({ status, payable, amount }: Pick<Purchase, 'status' | 'payable' | 'amount'>) {
  if (status === 'created' && !payable)
    return { name: msg({ message: 'Closed', context: 'order' }), tone: 'neutral' } as const
  if (status === 'paid' && amount === 0)
    return { name: msg({ message: 'Free', context: 'price' }), tone: 'success' } as const
  return orderStates[status]
}

/** What a purchase's state means for its buyer, as sentences in plain words; none where the badge says it all. */
export function explain({ status, payable, amount, refunded, refunds, courses }: Purchase): MessageDescriptor[] {
  const [part, all] = [formatRupees(refunded), formatRupees(amount)]
  switch (status) {
    case 'created':
      if (payable) return [msg`You have not paid for this order yet, and nothing was charged.`]
      return courses.some(({ enrolled }) => enrolled) && !courses.every(({ enrolled }) => enrolled)
        ? [
            msg`You have a part of this already. Money that arrives in time for this order enrols you in the rest, and what is too much comes back by itself.`,
          ]
        : [msg`This order can no longer be paid. Money that arrives for it comes back by itself.`]
    case 'failed':
      return [msg`The payment did not go through, and nothing was charged.`]
    case 'expired':
      return [msg`This order was not paid in time. Money that arrives for it comes back by itself.`]
    case 'refund_pending': {
      const waiting = refunds.filter((refund) => ['pending', 'sent', 'failed'].includes(refund.status))
      const sum = formatRupees(waiting.reduce((total, refund) => total + refund.amount, 0) || refunded)
      return waiting.some((refund) => refund.status === 'failed')
        ? [
            msg`Your refund of ${sum} is delayed: the payment provider has not accepted it yet. Nothing is lost; an admin sends it again.`,
          ]
        : [msg`Your refund of ${sum} is on its way; banks take 5 to 7 working days.`]
    }
    case 'refunded': {
      const sum = refunded > 0 ? part : all
      return [msg`${sum} went back to the account that you paid with; banks take 5 to 7 working days to show it.`]
    }
    case 'partly_refunded':
      return [
        msg`${part} of ${all} went back to the account that you paid with; banks take 5 to 7 working days to show it.`,
        courses.some(({ enrolled }) => enrolled)
          ? msg`${plural({ count: courses.length }, { one: 'You keep the course.', other: 'You keep the courses.' })}`
          : msg`The rest is what a bundle cost you less because of it, and goes back with the bundle.`,
      ]
    case 'disputed':
      return [msg`Your bank is looking into this payment. Until it has decided, nothing changes here.`]
    default:
      return []
  }
}
