import { createStore } from '#lib/create-store.ts'
import { useViewer } from '#lib/root-data.ts'
import { idle, type PurchaseState, usePurchase } from './use-purchase.ts'

/** "Make Payment" of the bar and the profile: one payment, wherever it was started. */
export type MakePayment = PurchaseState & {
  /** Ignored while a payment is in progress. */
  start(): void
}

/** A menu that closes forgets; a payment goes on. Only browsers write here. */
const payment = createStore<PurchaseState>(idle)

/** The payment of the bar and the profile, for the first enrolled course or none (decisions, section 3). */
export function useMakePayment(): MakePayment {
  const user = useViewer()
  const { busy, reason, start } = usePurchase('Something went wrong while processing payment.', payment)
  return { busy, reason, start: () => start(user?.enrolledCourses[0]?._id ?? null) }
}
