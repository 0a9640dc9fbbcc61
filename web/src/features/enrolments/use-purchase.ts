import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useViewer } from '#lib/root-data.ts'
import { toast } from '#ui/toast.ts'
import type { PurchaseNews } from './purchase.ts'

const unverified = 'Payment verification failed.'

export type Purchase = {
  /** from the press of the button until the purchase ended, was dismissed or failed */
  busy: boolean
  /** why the last try did not work, in the server's or the provider's words */
  reason: string | null
  /** `null` as course resumes an order that was left open */
  start(courseId: string | null): void
}

/**
 * Buys courses for the signed-in user. Success and failure are toasts; after either, everything on the page that shows
 * enrolment is read again.
 * @param failure the sentence for an order that could not be made; the specification words it differently by place
 */
export function usePurchase(failure: string): Purchase {
  const user = useViewer()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  // a second press may come before React has drawn the first one
  const running = useRef(false)

  const settle = (why: string | null, fresh: boolean) => {
    running.current = false
    setBusy(false)
    setReason(why)
    if (fresh) void revalidate()
  }

  const report = (news: PurchaseNews) => {
    switch (news.kind) {
      case 'verifying':
        running.current = true
        setBusy(true)
        return
      case 'enrolled':
        toast.success(news.message)
        return settle(null, true)
      case 'dismissed':
        return settle(null, false)
      case 'declined':
        toast.error(news.reason ?? failure)
        return settle(null, false)
      case 'notVerified':
        toast.error(unverified)
        return settle(news.reason === unverified ? null : (news.reason ?? null), true)
      case 'notStarted':
        toast.error(failure)
        return settle(news.reason ?? null, true)
    }
  }

  const start = (courseId: string | null) => {
    if (running.current || !user) return
    running.current = true
    setBusy(true)
    setReason(null)
    // fetched when somebody buys: the menu of every page offers it, few press it
    import('./run-purchase.ts').then(
      ({ runPurchase }) => runPurchase(courseId, user, report),
      () => report({ kind: 'notStarted' }),
    )
  }

  return { busy, reason, start }
}
