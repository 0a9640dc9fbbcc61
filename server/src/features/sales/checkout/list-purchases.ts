import { msg, plural } from '@lingui/core/runtime-macro'
import { imagePath, type Purchase } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { PageQuery } from '#core/keyset.ts'
import type { Say } from '#core/languages/language.ts'
import { rupeesOf } from '../../courses/index.ts'
import { findInvoicesOf, type ListedInvoice } from '../../invoices/index.ts'
import type { ToWithhold } from '../refunds/reprice-bundles.ts'
import { withdrawalsOf } from '../refunds/withdrawals.ts'
import { isExpired, type Withdrawal } from '../rules.ts'
import { findPurchase, findPurchases, type PurchaseRow } from './purchase-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'settings'>

/** Returns a short title for what an order sells. */
export const titleOf = ([first, ...others]: readonly string[], say: Say): string => {
  if (first === undefined) return ''
  if (others.length === 0) return first
  return say(
    msg`${{ first }} and ${plural({ more: others.length }, { one: '# more course', other: '# more courses' })}`,
  )
}

/** Whether "Pay now" can resume an order: it is open, not too old, and its items can still be bought. */
const isPayable = ({ status, created_at, courses, bundle }: PurchaseRow, now: Date): boolean =>
  status === 'created' &&
  !isExpired(created_at, now) &&
  courses.length > 0 &&
  (bundle?.for_sale ?? true) &&
  courses.every(({ for_sale, enrolled }) => for_sale && !enrolled)

/** What a purchase is presented with, besides its row. */
type PurchaseContext = {
  withdrawal: (Withdrawal & { watched: number; toWithhold: ToWithhold }) | undefined
  invoices: readonly ListedInvoice[]
  now: Date
  limitPercent: number
  say: Say
}

const presentPurchase = (
  row: PurchaseRow,
  { withdrawal, invoices, now, limitPercent, say }: PurchaseContext,
): Purchase => ({
  _id: row.id,
  createdAt: row.created_at.toISOString(),
  status: row.status,
  title:
    row.bundle?.title ??
    titleOf(
      row.courses.map(({ title }) => title),
      say,
    ),
  bundleId: row.bundle_id,
  courses: row.courses.map(({ id, title, category, thumbnail_id, enrolled }) => ({
    _id: id,
    title,
    category,
    thumbnail: thumbnail_id === null ? '' : imagePath(thumbnail_id, 320, 'webp'),
    enrolled,
  })),
  amount: rupeesOf(row.amount_paise),
  listAmount: rupeesOf(row.list_paise),
  coupon: row.coupon_code ?? '',
  refunded: rupeesOf(row.refunded_paise),
  payable: isPayable(row, now),
  paymentId: row.payment_id ?? '',
  refunds: row.refunds.map(({ amount, status, reason, created_at }) => ({
    amount: rupeesOf(amount),
    status,
    reason,
    createdAt: new Date(created_at).toISOString(),
  })),
  invoices: invoices.map(({ id, number, kind }) => ({ _id: id, number, kind })),
  refund: {
    may: withdrawal?.may ?? false,
    amount: rupeesOf(withdrawal?.may ? withdrawal.amount : 0),
    stays: rupeesOf(withdrawal?.may ? withdrawal.toWithhold.amount : 0),
    staysFor: withdrawal?.may
      ? withdrawal.toWithhold.bundles.flatMap(({ amount, title }) => (amount > 0 ? [title] : []))
      : [],
    until: withdrawal?.may ? withdrawal.until.toISOString() : null,
    why: withdrawal && !withdrawal.may ? say(withdrawal.why) : '',
    watchedPercent: Math.floor(100 * (withdrawal?.watched ?? 0)),
    limitPercent,
  },
})

async function present(deps: Deps, rows: readonly PurchaseRow[], say: Say): Promise<Purchase[]> {
  const orders = rows.map(({ id, status, amount_paise: amount, refunded_paise: refunded, sold_at: soldAt }) => ({
    id,
    status,
    amount,
    refunded,
    soldAt,
  }))
  const [withdrawals, issued] = await Promise.all([
    withdrawalsOf(deps, orders),
    findInvoicesOf(
      deps.db,
      orders.map(({ id }) => id),
    ),
  ])
  const invoices = Map.groupBy(issued, ({ orderId }) => orderId)
  const now = deps.clock.now()
  const { refundWatchedPercent: limitPercent } = deps.settings.current()
  return rows.map((row) =>
    presentPurchase(row, {
      withdrawal: withdrawals.get(row.id),
      invoices: invoices.get(row.id) ?? [],
      now,
      limitPercent,
      say,
    }),
  )
}

/** Returns a page of a student's purchases, newest first. */
export async function listPurchases(
  deps: Deps,
  userId: string,
  query: PageQuery,
  say: Say,
): Promise<{ orders: Purchase[]; next: string | null; previous: string | null }> {
  const { rows, ...beside } = await findPurchases(deps.db, userId, query)
  return { orders: await present(deps, rows, say), ...beside }
}

/** Returns a purchase of this student. Throws not_found. */
export async function readPurchase(deps: Deps, userId: string, orderId: string, say: Say): Promise<Purchase> {
  const row = await findPurchase(deps.db, userId, orderId)
  if (!row) throw new DomainError('not_found')
  const [purchase] = await present(deps, [row], say)
  if (!purchase) throw new DomainError('not_found')
  return purchase
}
