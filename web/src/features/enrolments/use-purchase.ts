import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { useState, useSyncExternalStore } from 'react'
import { browserApi } from '#lib/api.ts'
import { publishToTabs } from '#lib/connection/tabs.ts'
import { createStore, type Store } from '#lib/create-store.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { useReread } from '#lib/session/use-reread.ts'
import type { Failure } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import type { PurchaseEvent } from './purchase.ts'
import type { PurchaseExtra } from './run-purchase.ts'

const unverified = msg`Payment verification failed.`
/** Shown for a payment that could not go on. */
export const failedPayment = msg`Something went wrong while processing payment.`
/** Shown where an enrolment could not begin. */
export const failedEnrolment = msg`Something went wrong while enrolling.`
/** Shown beside "Make Payment". */
export const nothingToPay = msg`Nothing to pay`

export type PurchaseState = {
  /** From the click until the purchase ends, is dismissed or fails. */
  busy: boolean
  /** What the server says about the last failure. */
  reason: Failure | null
}

/** State without a purchase in progress. */
export const idle: PurchaseState = { busy: false, reason: null }

export type Purchase = PurchaseState & {
  /** `null` as course resumes an open order, or buys the bundle of `extra`. */
  start(courseId: string | null, extra?: PurchaseExtra): void
}

/**
 * Buys courses for the signed-in user. Success and failure are toasts; after either, everything on the page that shows
 * enrolment is loaded again.
 * @param failure message for a failed order; the specification has another one for each place
 * @param shared state for several buttons that start one purchase, or a purchase that outlives its button
 */
export function usePurchase(failure: MessageDescriptor, shared?: Store<PurchaseState>): Purchase {
  const { t } = useLingui()
  const user = useViewer()
  const reread = useReread()
  const [own] = useState(() => createStore(idle))
  const store = shared ?? own
  const { busy, reason } = useSyncExternalStore(store.subscribe, store.read, () => idle)

  const settle = (why: Failure | null, fresh: boolean) => {
    store.write({ busy: false, reason: why })
    if (fresh) void reread(why ?? undefined)
  }

  /** The button stays busy until the page shows the enrolment: meanwhile it would offer the course again. */
  const settleEnrolled = () => reread().finally(() => store.write(idle))

  const report = (event: PurchaseEvent) => {
    switch (event.kind) {
      case 'verifying':
        return store.write({ busy: true, reason: null })
      case 'enrolled':
        toast.success(event.message ?? t`You are enrolled. Enjoy the course!`)
        if (user) publishToTabs({ kind: 'purchase', userId: user._id })
        return void settleEnrolled()
      case 'dismissed':
        return settle(null, false)
      case 'declined':
        toast.error(event.reason ?? t(failure))
        return settle(null, false)
      case 'notVerified':
        toast.error(t(unverified))
        // the server may say the same sentence
        return settle(event.reason?.message === t(unverified) ? null : (event.reason ?? null), true)
      case 'nothingToPay':
        toast.info(t(nothingToPay))
        toPay.write('nothing')
        return settle(null, false)
      case 'notStarted':
        toast.error(t(failure))
        return settle(event.reason ?? null, true)
    }
  }

  const start = (courseId: string | null, extra?: PurchaseExtra) => {
    // a second click may come before React has rendered the first: the store is up to date
    if (store.read().busy || !user) return
    store.write({ busy: true, reason: null })
    toPay.write('unknown')
    // loaded on use: the menu of every page offers it
    import('./run-purchase.ts').then(
      ({ runPurchase }) => runPurchase(courseId, user, report, extra),
      () => report({ kind: 'notStarted' }),
    )
  }

  return { busy, reason, start }
}

/** "Make Payment" of the bar and the profile share one payment. */
export type MakePayment = PurchaseState & {
  /** No order is open, as far as the browser knows. */
  nothing: boolean
  /** Ignored while a payment is in progress. */
  start(): void
}

/** A payment outlives the menu that started it. Written in the browser only. */
const payment = createStore<PurchaseState>(idle)

export type ToPay = ReplyOf<typeof calls.enrolments.toPay>

/** Whether "Make Payment" has an order to resume. Any purchase may leave one open. Written in the browser only. */
const toPay = createStore<'unknown' | 'nothing' | 'open'>('unknown')

/** Keeps the server's answer about the open order. */
export const noteToPay = ({ courseId }: ToPay): void => toPay.write(courseId === null ? 'nothing' : 'open')

/** Asks the server whether an order is open. The button stays usable when that fails: the server decides again. */
export function checkToPay(): void {
  browserApi(calls.enrolments.toPay).then(noteToPay, () => toPay.write('unknown'))
}

/** Removes the message about the last failed payment, which belongs to the page on which it failed. */
export const clearFailure = (): void => payment.write({ ...payment.read(), reason: null })

/**
 * The payment of the bar and the profile, for the first enrolled course or none (decisions, section 3).
 * @param loaded the server's answer that came with the page; later ones are kept by `noteToPay`
 */
export function useMakePayment(loaded?: ToPay | null): MakePayment {
  const user = useViewer()
  const { busy, reason, start } = usePurchase(failedPayment, payment)
  const known = useSyncExternalStore(toPay.subscribe, toPay.read, () => 'unknown')
  const nothing = known === 'unknown' ? loaded?.courseId === null : known === 'nothing'
  return { busy, reason, nothing: nothing && !busy, start: () => start(user?.latestCourseId ?? null) }
}
