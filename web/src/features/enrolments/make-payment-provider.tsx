import { type ReactNode, useMemo } from 'react'
import { useViewer } from '#lib/root-data.ts'
import { MakePaymentContext } from './make-payment-context.ts'
import { usePurchase } from './use-purchase.ts'

/**
 * Holds the payment of the bar and the profile (decisions, section 3: the first enrolled course or null). It stands around
 * the page, because a menu that closes forgets: a payment goes on.
 */
export function MakePaymentProvider({ children }: { children: ReactNode }) {
  const user = useViewer()
  const { busy, reason, start } = usePurchase('Something went wrong while processing payment.')
  const courseId = user?.enrolledCourses[0]?._id ?? null
  // `start` is another function at each drawing and does the same for the same user
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above; every page would be drawn anew with the shell
  const payment = useMemo(() => ({ busy, reason, start: () => start(courseId) }), [busy, reason, courseId, user])
  return <MakePaymentContext value={payment}>{children}</MakePaymentContext>
}
