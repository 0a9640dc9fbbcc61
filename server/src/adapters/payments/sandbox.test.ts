import { razorpayKeys, razorpaySigner } from '#test/support/razorpay-server.ts'
import { conformsToPayments } from './conformance.ts'
import { type SandboxOrder, sandboxPayments } from './sandbox.ts'

conformsToPayments('the sandbox', async () => {
  const orders = new Map<string, SandboxOrder>()
  const payments = sandboxPayments({
    ...razorpayKeys,
    store: {
      load: async (orderId) => orders.get(orderId) ?? null,
      save: async (order) => void orders.set(order.id, order),
      findByPayment: async (id) => [...orders.values()].find((one) => one.payments.some((it) => it.id === id)) ?? null,
    },
    deliver: async () => 200,
    log: () => {},
  })
  return {
    ...razorpaySigner(razorpayKeys),
    payments,
    async pay(orderId, outcome) {
      await payments.hosted?.act(orderId, outcome === 'captured' ? 'approve' : 'decline', { drop: true })
      return orders.get(orderId)?.payments.at(-1)?.id ?? ''
    },
  }
})
