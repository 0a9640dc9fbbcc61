import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { Paise } from '#ports/payments.ts'
import { distribute } from '../ledger/index.ts'
import type { Line } from './documents.ts'
import type { Issued } from './issue-invoice.ts'
import { mailInvoice } from './jobs.ts'
import { findCredited, insertInvoice, lockInvoiceOf, takeNumber } from './queries.ts'
import { type Credited, financialYear, numberOf, taxesBack, taxOf, totalsOf } from './rules.ts'
import { sendsMail } from './send-invoice.ts'

/**
 * Money of a sale that was returned to its buyer, by a refund or a lost dispute: `amount` in paise, or `amounts` by course where
 * that is known.
 */
export type Credit = { orderId: string; amount: Paise; amounts?: ReadonlyMap<string, Paise> | undefined; now: Date } & (
  | { refundId: string }
  | { disputeId: string }
)

/** A credit note, and the tax that all credit notes of its invoice return until now, by course. */
export type CreditNote = { issued: Issued; taxes: ReadonlyMap<string, Paise> }

/**
 * Issues the credit note of a refund and returns it; idempotent. It takes back what is left of the invoice's lines in proportion; the taxes
 * of all credit notes of a full refund add up to the invoice. Returns null where the order has no document. The ledger posts the same taxes
 * afterwards. Throws a RangeError for too much.
 */
export async function issueCreditNote(
  tx: Tx,
  { config, settings }: Pick<FeatureDeps, 'config' | 'settings'>,
  credit: Credit,
): Promise<CreditNote | null> {
  const { amount, now } = credit
  const invoice = await lockInvoiceOf(tx, credit.orderId)
  if (!invoice || amount === 0) return null
  const cause =
    'refundId' in credit
      ? { refundId: credit.refundId, disputeId: null }
      : { refundId: null, disputeId: credit.disputeId }
  const { byCourse, credited } = await findCredited(tx, invoice.id, cause)
  const before = (courseId: string): Credited => byCourse.get(courseId) ?? totalsOf([])
  const taxesWith = (lines: readonly Line[]) =>
    new Map(
      invoice.lines.map(({ courseId }) => {
        const own = lines.filter((line) => line.courseId === courseId)
        return [courseId, taxOf(totalsOf([before(courseId), ...own]))]
      }),
    )
  if (credited) return { issued: credited, taxes: taxesWith([]) }
  const left = invoice.lines.map(({ courseId, amount: sold }) => sold - before(courseId).amount)
  const parts = credit.amounts
    ? invoice.lines.map(({ courseId }) => credit.amounts?.get(courseId) ?? 0)
    : distribute(amount, left)
  if (parts.some((part, index) => part < 0 || part > (left[index] ?? 0)))
    throw new RangeError('A credit note cannot return more than its invoice has left')
  const lines = invoice.lines.flatMap((line, index): Line[] => {
    const back = parts[index] ?? 0
    return back === 0 ? [] : [{ ...line, ...taxesBack(line, before(line.courseId), back), list: back, amount: back }]
  })
  const { invoiceSeries } = settings.current()
  const year = financialYear(now)
  const { count, at } = await takeNumber(tx, { series: invoiceSeries, kind: 'credit_note', year, now })
  const issued = {
    id: newId(),
    kind: 'credit_note' as const,
    number: numberOf(invoiceSeries, 'credit_note', year, count),
  }
  const { refersTo: _reference, ...same } = invoice
  await insertInvoice(tx, {
    ...same,
    ...cause,
    ...issued,
    refersTo: invoice.id,
    issuedAt: at,
    lines,
    ...totalsOf(lines),
  })
  if (sendsMail(config)) tx.enqueue(mailInvoice, { invoiceId: issued.id, mailId: issued.id })
  return { issued, taxes: taxesWith(lines) }
}
