import type { RefundFault } from '#ports/payments.ts'
import { razorpayFacts, razorpayKeys, razorpaySigner } from '#test/support/services/razorpay-server.ts'
import { conformsToPayments } from './conformance.ts'
import { type SandboxOrder, sandboxPayments } from './sandbox.ts'

conformsToPayments('the sandbox', async () => {
  const orders = new Map<string, SandboxOrder>()
  let fault: RefundFault | undefined
  const payments = sandboxPayments({
    ...razorpayKeys,
    store: {
      load: async (orderId) => orders.get(orderId) ?? null,
      async change(orderId, change) {
        const changed = change(orders.get(orderId) ?? null)
        if (changed) orders.set(orderId, changed)
      },
      findByDispute: async (id) => [...orders.values()].find(({ dispute }) => dispute?.id === id) ?? null,
      list: async (from, to, skip) =>
        [...orders.values()]
          .filter((order) =>
            [...order.payments, ...order.refunds].some((it) => it.createdAt >= from && it.createdAt <= to),
          )
          .slice(skip, skip + 100),
      findByPayment: async (id) => [...orders.values()].find((one) => one.payments.some((it) => it.id === id)) ?? null,
    },
    deliver: async () => 200,
    log: () => {},
  })
  return {
    ...razorpaySigner(razorpayKeys),
    facts: razorpayFacts,
    payments,
    async pay(orderId, outcome) {
      await payments.hosted?.act(orderId, outcome === 'captured' ? 'approve' : 'decline', {
        drop: true,
        ...(fault && { refund: fault }),
      })
      return orders.get(orderId)?.payments.at(-1)?.id ?? ''
    },
    async dispute(orderId, _paymentId, status) {
      await payments.hosted?.dispute(orderId, status)
      return orders.get(orderId)?.dispute?.id ?? ''
    },
    refundsBecome(outcome) {
      fault = outcome === 'pending' ? 'late' : outcome === 'failed' ? 'fails' : undefined
    },
    today: () => new Date(),
  }
})
