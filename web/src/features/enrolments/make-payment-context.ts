import { createContext, use } from 'react'

/** "Make Payment" of the bar and the profile: one payment, wherever it was started. */
export type MakePayment = {
  busy: boolean
  /** why the last try did not work, in the server's or the provider's words */
  reason: string | null
  /** Ignored while a payment is in progress. */
  start(): void
}

export const MakePaymentContext = createContext<MakePayment>({ busy: false, reason: null, start() {} })

export const useMakePayment = (): MakePayment => use(MakePaymentContext)
