import { useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { createStore, type Store } from '#lib/create-store.ts'
import { useViewer } from '#lib/root-data.ts'
import { toast } from '#ui/toast.ts'
import type { PurchaseEvent } from './purchase.ts'

const unverified = 'Payment verification failed.'

export type PurchaseState = {
  /** from the press of the button until the purchase ended, was dismissed or failed */
  busy: boolean
  /** why the last try did not work, in the server's or the provider's words */
  reason: string | null
}

/** Nothing is being bought. */
export const idle: PurchaseState = { busy: false, reason: null }

export type Purchase = PurchaseState & {
  /** `null` as course resumes an order that was left open */
  start(courseId: string | null): void
}

/**
 * Buys courses for the signed-in user. Success and failure are toasts; after either, everything on the page that shows
 * enrolment is loaded again.
 * @param failure the sentence for an order that could not be made; the specification words it differently by place
 * @param shared where several buttons start one purchase, and where it outlives the button it was started from
 */
export function usePurchase(failure: string, shared?: Store<PurchaseState>): Purchase {
  const user = useViewer()
  const { revalidate } = useRevalidator()
  const [own] = useState(() => createStore(idle))
  const store = shared ?? own
  const { busy, reason } = useSyncExternalStore(store.subscribe, store.read, () => idle)

  const settle = (why: string | null, fresh: boolean) => {
    store.write({ busy: false, reason: why })
    if (fresh) void revalidate()
  }

  const report = (event: PurchaseEvent) => {
    switch (event.kind) {
      case 'verifying':
        return store.write({ busy: true, reason: null })
      case 'enrolled':
        toast.success(event.message)
        return settle(null, true)
      case 'dismissed':
        return settle(null, false)
      case 'declined':
        toast.error(event.reason ?? failure)
        return settle(null, false)
      case 'notVerified':
        toast.error(unverified)
        return settle(event.reason === unverified ? null : (event.reason ?? null), true)
      case 'notStarted':
        toast.error(failure)
        return settle(event.reason ?? null, true)
    }
  }

  const start = (courseId: string | null) => {
    // a second press may come before React has drawn the first one: the store knows at once
    if (store.read().busy || !user) return
    store.write({ busy: true, reason: null })
    // loaded when someone buys: the menu of every page offers it, few press it
    import('./run-purchase.ts').then(
      ({ runPurchase }) => runPurchase(courseId, user, report),
      () => report({ kind: 'notStarted' }),
    )
  }

  return { busy, reason, start }
}
