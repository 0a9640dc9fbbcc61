import type { InvoiceKind } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import type { Line } from './documents.ts'
import { mailInvoice } from './jobs.ts'
import { findTitles, insertInvoice, takeNumber } from './queries.ts'
import { financialYear, numberOf, totalsOf } from './rules.ts'
import { sendsMail } from './send-invoice.ts'
import type { SaleTax } from './tax-of-sale.ts'

/** A document that was issued. */
export type Issued = { id: string; number: string; kind: InvoiceKind }

/** A sale: its items with their list prices and prices in paise, in the order of the prices that `tax` was made of. */
export type Sale = {
  orderId: string
  userId: string
  items: readonly { courseId: string; list: Paise; amount: Paise }[]
  tax: SaleTax
  now: Date
  /** for a sale of the past that no one waits for: no mail is sent */
  silent?: boolean
}

/**
 * Issues the invoice of a sale, or a receipt where the seller has no GSTIN, and returns it; null for a sale of nothing. Call it once
 * for an order, whose row is locked, and before the ledger is posted: the row of the numbers stays locked until the commit.
 */
export async function issueInvoice(
  tx: Tx,
  { config, settings }: Pick<FeatureDeps, 'config' | 'settings'>,
  { orderId, userId, items, tax, now, silent = false }: Sale,
): Promise<Issued | null> {
  const { serviceCode, invoiceSeries } = settings.current()
  const sold = items.flatMap((item, index) => {
    const taxes = tax.taxes[index]
    return taxes && item.amount > 0 ? [{ ...item, ...taxes }] : []
  })
  if (sold.length === 0) return null
  const titles = await findTitles(
    tx,
    sold.map(({ courseId }) => courseId),
  )
  const lines = sold.map(
    (item): Line => ({ ...item, title: titles.get(item.courseId) ?? '', serviceCode, percent: tax.percent }),
  )
  const kind: InvoiceKind = tax.seller.gstin === '' ? 'receipt' : 'invoice'
  const year = financialYear(now)
  const { count, at } = await takeNumber(tx, { series: invoiceSeries, kind, year, now })
  const issued = { id: newId(), kind, number: numberOf(invoiceSeries, kind, year, count) }
  await insertInvoice(tx, {
    ...issued,
    orderId,
    refersTo: null,
    refundId: null,
    disputeId: null,
    userId,
    issuedAt: at,
    placeOfSupply: tax.placeOfSupply,
    seller: tax.seller,
    buyer: tax.buyer,
    lines,
    ...totalsOf(lines),
  })
  if (!silent && sendsMail(config)) tx.enqueue(mailInvoice, { invoiceId: issued.id, mailId: issued.id })
  return issued
}
